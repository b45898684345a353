'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { AskSupport } from '@/components/layout/ask-support';
import { formatExact, formatPercent } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { StakingPosition } from '@/lib/dto/staking';
import { RedeemSheet } from './redeem-sheet';
import { RenewalSwitch } from './renewal-switch';
import { YearlyRows } from './staking-receipt';

const RATE_DECIMALS = 6;

/** One position: amount, cycle, days left, gained so far, what comes next, and the way out. */
export function PositionCard({ position }: { position: StakingPosition }) {
  const t = useTranslations('Staking');
  const locale = useLocale();
  const [isLeaving, setLeaving] = useState(false);
  const money = (value: string) => `${formatExact(value, locale)}\u00a0${position.asset}`;
  const { state, overAt, nextAt } = position;
  const isOpen = overAt === null;
  const backAt = findBack(position);
  return (
    <Card className="grid grid-cols-1 gap-3">
      <p className="two-ends items-baseline">
        <b suppressHydrationWarning>{money(position.principal)}</b>
        <span className="text-ink-2 text-small">{t(`states.${state}`)}</span>
      </p>
      <Receipt>
        <ReceiptRow label={t('cycle')} value={t(`names.${position.kind}`, { days: position.days })} />
        <ReceiptRow label={t('rate')} value={formatPercent(position.rate, { locale, decimals: RATE_DECIMALS })} />
        <YearlyRows rate={position.rate} />
        {isOpen ? <ReceiptRow label={t('daysLeft')} value={t('days', { days: position.daysLeft })} /> : null}
        {nextAt === null ? null : (
          <ReceiptRow label={t(state === 'leaving' ? 'backAt' : 'nextCredit')} value={<LocalTime iso={nextAt} locale={locale} />} />
        )}
        {state === 'leaving' ? null : (
          <ReceiptRow label={t(isOpen ? 'ends' : 'ended')} value={<LocalTime iso={overAt ?? position.endsAt} locale={locale} />} />
        )}
        {backAt === null ? null : <ReceiptRow label={t('backAt')} value={<LocalTime iso={backAt} locale={locale} />} />}
        {isOpen ? null : <ReceiptRow label={t('returned')} value={money(position.returned)} />}
        {position.isRenewed ? <ReceiptRow label={t('renewal')} value={t('renewed')} /> : null}
        {position.notRenewed === null ? null : <ReceiptRow label={t('renewal')} value={t(`notRenewed.${position.notRenewed}`)} />}
        <ReceiptRow label={t('paysFrom')} value={t('pool')} />
        {state === 'running' ? <ReceiptRow label={t('covered')} value={<LocalTime iso={position.endsAt} locale={locale} />} /> : null}
        <ReceiptRow isSum label={t('gained', { done: position.daysPaid, days: position.days })} value={money(position.paid)} />
      </Receipt>
      {state === 'running' ? <RenewalSwitch position={position} /> : null}
      {state === 'running' ? (
        <Button onClick={() => setLeaving(true)} size="small" variant="ghost">
          {t('leave')}
        </Button>
      ) : null}
      <AskSupport about="staking" id={position.id} />
      <RedeemSheet isOpen={isLeaving} onClose={() => setLeaving(false)} position={position} />
    </Card>
  );
}

/** Returns when the principal of running ether is back if it ends by itself; null for any other, and where the backend doesn't say. */
function findBack({ state, kind, renews, endsAt, exitMs }: StakingPosition): string | null {
  if (state !== 'running' || kind === 'term' || renews || exitMs === null) return null;
  return new Date(Date.parse(endsAt) + exitMs).toISOString();
}
