'use client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState } from 'react';
import * as api from '@/lib/api/closing';
import { tellTabs } from '@/lib/query/account-channel';
import { forgetKept } from '@/lib/query/kept-writes';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import type { ClosingReason } from '@/lib/rules/closing';
import { LoadState } from '../layout/load-state';
import { WriteNotice } from '../layout/write-notice';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Icon } from '../ui/icon';
import { SkeletonRows } from '../ui/skeleton';

const ROW = 'flex min-h-13 items-center justify-between gap-x-4 border-line border-b py-1.5 last:border-0';

/** Where each of them is ended. */
const PLACES: Record<ClosingReason, string> = {
  balances: '/wallet',
  orders: '/contractOrder',
  positions: '/perpetualorder',
  contracts: '/secondorder',
  stakes: '/pledgehistory',
  hosting: '/record?active=6',
  loans: '/record?active=7',
  withdrawals: '/tab4?active=2',
  deposits: '/tab4?active=0',
  presales: '/saleCoin',
  rewards: '/invite',
};

/** Closing the account for good: what stands in its way first, or what will be kept and what not. */
export function ClosingPart() {
  const t = useTranslations('Data');
  const query = useRead(api.closing, {});
  return (
    <section className="mt-8">
      <h2 className="text-title">{t('closeTitle')}</h2>
      <p className="pt-1 text-ink-2 text-small">{t('closeText')}</p>
      <LoadState query={query} skeleton={<SkeletonRows count={2} label={t('loading')} />}>
        {({ reasons }) =>
          reasons.length === 0 ? (
            <Close />
          ) : (
            <>
              <p className="pt-3">{t('blocked')}</p>
              <ul className="mt-1">
                {reasons.map(({ what, count }) => (
                  <li key={what}>
                    <Link className={ROW} href={PLACES[what]}>
                      <span>{t(`reasons.${what}`, { count })}</span>
                      <Icon name="forward" size={18} />
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </LoadState>
    </section>
  );
}

function Close() {
  const t = useTranslations('Data');
  const [isAsking, setAsking] = useState(false);
  const close = useWrite(api.closeAccount, {
    onDone: () => {
      forgetKept();
      tellTabs('signed-out');
      location.assign('/tab1');
    },
  });
  return (
    <>
      <Button className="mt-4" onClick={() => setAsking(true)} variant="danger">
        {t('close')}
      </Button>
      <ConfirmDialog
        cancelLabel={t('keep')}
        confirmLabel={t('close')}
        isBusy={close.isBusy || close.step === 'done'}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => close.send({}, t('close'))}
        title={t('closeAsk')}
      >
        <p className="text-ink-2">{t('closeText')}</p>
        <WriteNotice write={close} />
      </ConfirmDialog>
    </>
  );
}
