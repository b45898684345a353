'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import * as api from '@/lib/api/closing';
import { broadcastToTabs } from '@/lib/query/account-channel';
import { clearPendingWrite } from '@/lib/query/pending-write-storage';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import { type Rest, writeRests } from '@/lib/rules/closing';
import { LoadState } from '../layout/load-state';
import { WriteNotice } from '../layout/write-notice';
import { formatExact } from '../money/format';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { SubmitButton } from '../ui/submit-button';
import { SkeletonRows } from '../ui/skeleton';
import { ClosingReasons } from './closing-reasons';

/** Closing the account for good: what stands in its way first, or what will be kept and what not. */
export function ClosingPart() {
  const t = useTranslations('Data');
  const query = useRead(api.closing, {});
  return (
    <section className="mt-8">
      <h2 className="text-title">{t('closeTitle')}</h2>
      <p className="pt-1 text-ink-2 text-small">{t('closeText')}</p>
      <LoadState query={query} skeleton={<SkeletonRows count={2} label={t('loading')} />}>
        {({ reasons, rests, rewards }) =>
          reasons.length === 0 ? (
            <Close rests={rests} unpaid={rewards === '0' ? [] : [{ asset: 'USDT', amount: rewards }]} />
          ) : (
            <ClosingReasons reasons={reasons} />
          )
        }
      </LoadState>
    </section>
  );
}

type GivenUp = { rests: readonly Rest[]; unpaid: readonly Rest[] };

/** `rests` can't leave, `unpaid` are rewards that didn't come yet: they are given up, once the member has said so. */
function Close({ rests, unpaid }: GivenUp) {
  const t = useTranslations('Data');
  const [isAsking, setAsking] = useState(false);
  // What was agreed to: other amounts are agreed to anew.
  const [agreed, setAgreed] = useState('');
  const shown = [rests, unpaid].map(writeRests).join(';');
  const isAgreed = rests.length + unpaid.length === 0 || agreed === shown;
  const close = useWrite(api.closeAccount, {
    onDone: () => {
      // Late or not: the session is over on every page.
      clearPendingWrite();
      broadcastToTabs('signed-out');
      location.assign('/tab1');
    },
  });
  return (
    <>
      <Amounts rests={rests} text={t('rests')} />
      <Amounts rests={unpaid} text={t('unpaid')} />
      {rests.length + unpaid.length === 0 ? null : <Agreement isAgreed={isAgreed} onAgree={(isGiven) => setAgreed(isGiven ? shown : '')} />}
      <div className="mt-4 grid grid-cols-1 gap-2.5">
        <SubmitButton onClick={() => setAsking(true)} variant="dangerSoft" why={isAgreed ? null : t('closeNeeds')}>
          {t('close')}
        </SubmitButton>
      </div>
      <ConfirmDialog
        cancelLabel={t('keep')}
        confirmLabel={t('close')}
        isBusy={close.isBusy || close.step === 'done'}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => close.send({ rests: [...rests], rewards: unpaid[0]?.amount ?? '0' }, t('close'))}
        title={t('closeAsk')}
      >
        <p className="text-ink-2">{t('closeText')}</p>
        <WriteNotice write={close} />
      </ConfirmDialog>
    </>
  );
}

/** Amounts to the last digit, and why they are given up. */
function Amounts({ rests, text }: { rests: readonly Rest[]; text: string }) {
  const locale = useLocale();
  if (rests.length === 0) return null;
  return (
    <>
      <p className="pt-3">{text}</p>
      <ul className="mt-1">
        {rests.map(({ asset, amount }) => (
          <li className="flex min-h-11 items-center justify-between gap-x-4 border-line border-b py-1.5 last:border-0" key={asset}>
            <span className="font-strong">{asset}</span>
            <span>{formatExact(amount, locale)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** That they are given up. */
function Agreement({ isAgreed, onAgree }: { isAgreed: boolean; onAgree(isAgreed: boolean): void }) {
  const t = useTranslations('Data');
  return (
    <label className="flex min-h-11 items-start gap-3 py-1">
      <input
        checked={isAgreed}
        className="mt-0.5 size-5 shrink-0 accent-(--accent)"
        onChange={(event) => onAgree(event.target.checked)}
        type="checkbox"
      />
      <span className="min-w-0">{t('giveUp')}</span>
    </label>
  );
}
