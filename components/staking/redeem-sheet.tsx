'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useShowResult } from '@/components/layout/result';
import { FormFooter } from '@/components/layout/form-footer';
import { BeforeAfter } from '@/components/money/before-after';
import { formatExact } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Sheet } from '@/components/ui/sheet';
import * as stakingApi from '@/lib/api/staking';
import type { StakingPosition } from '@/lib/dto/staking';
import { useAvailable } from '@/components/money/use-available';
import { useWrite } from '@/lib/query/use-write';
import { addDecimals, subtractDecimals } from '@/lib/rules/decimal';
import { useNow } from './staking-receipt';

type Props = { position: StakingPosition; isOpen: boolean; onClose: () => void };

/** What leaving early gives back and costs, before it is done. */
export function RedeemSheet(props: Props) {
  const t = useTranslations('Staking');
  return (
    <Sheet closeLabel={t('close')} isOpen={props.isOpen} onClose={props.onClose} title={t('leave')}>
      <RedeemForm {...props} />
    </Sheet>
  );
}

function RedeemForm({ position, onClose }: Props) {
  const t = useTranslations('Staking');
  const locale = useLocale();
  const showResult = useShowResult();
  const { asset, kind, days, principal, returned, total, paid, endsAt } = position;
  const redeem = useWrite(stakingApi.redeemStaking, {
    of: position.id,
    onDone: (_answer, _sent, isLate) => {
      if (!isLate) onClose();
      // Its card may be gone before the answer is there, and a day may have been credited in between: what was booked stands in the records.
      showResult({
        title: t('leftDone'),
        lead: `${formatExact(principal, locale)}\u00a0${asset} · ${t(`names.${kind}`, { days })}`,
        facts: null,
        href: '/record?active=5',
        more: t('records'),
      });
    },
  });
  const available = useAvailable(asset);
  const show = (value: string) => formatExact(value, locale);
  const isTerm = position.kind === 'term';
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-ink-2 text-small">{t(isTerm ? 'leaveText' : 'leaveEther')}</p>
      <Receipt>
        <ReceiptRow label={t('principal')} value={`${show(principal)} ${asset}`} />
        <ReceiptRow label={t('givenUp')} value={`${show(subtractDecimals(principal, returned))} ${asset}`} />
        <ReceiptRow label={t('notEarned')} value={`${show(subtractDecimals(total, paid))} ${asset}`} />
        <ReceiptRow label={t('wouldEnd')} value={<LocalTime iso={endsAt} locale={locale} />} />
        {isTerm ? (
          <ReceiptRow
            label={t('availableBecomes')}
            value={
              available === null ? (
                '–'
              ) : (
                <BeforeAfter after={show(addDecimals(available, returned))} before={show(available)} unit={asset} />
              )
            }
          />
        ) : (
          <ExitRows position={position} />
        )}
        <ReceiptRow isSum label={t('youGet')} value={`${show(returned)} ${asset}`} />
      </Receipt>
      <FormFooter label={t('leaveNow')} onSend={() => redeem.send({ id: position.id }, t('leaveNow'))} variant="danger" write={redeem} />
    </div>
  );
}

/** What is left at once is back after its exit. */
function ExitRows({ position: { exitMs, dayMs } }: Pick<Props, 'position'>) {
  const t = useTranslations('Staking');
  const locale = useLocale();
  const now = useNow();
  if (exitMs === null) return null;
  return (
    <>
      <ReceiptRow label={t('exit')} value={t('days', { days: exitMs / dayMs })} />
      <ReceiptRow
        label={t('backAt')}
        value={now === null ? '–' : <LocalTime iso={new Date(now + exitMs).toISOString()} locale={locale} />}
      />
    </>
  );
}
