'use client';
import { useLocale, useTranslations } from 'next-intl';
import { directionOf, formatExact } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Link } from '../ui/link';
import * as api from '@/lib/api/vip';
import { subtractDecimals } from '@/lib/rules/decimal';
import { PROMISE_MS } from '@/lib/rules/promises';
import { useRead } from '@/lib/query/use-read';

const DAY_MS = 86_400_000;

/** Where the membership stands, and what the next level needs. Nothing until that is known. */
export function VipCard() {
  const t = useTranslations('Vip');
  const locale = useLocale();
  const { data } = useRead(api.vip, {});
  if (data === undefined) return null;
  const { level, recharged, next, keptUntil, keepMin, isResting, extraLevel, claims, waiting, waitingNext, waitingUntil, leavingRate } =
    data;
  // A threshold that was lowered below what was deposited is passed when a deposit is booked.
  const missing = subtractDecimals(next ?? '0', recharged);
  const money = (value: string) => `${formatExact(value, locale)}\u00a0USDT`;
  return (
    <Card className="mt-4 grid grid-cols-1 gap-3">
      <h2 className="text-title">{level === 0 ? t('none') : t('level', { level })}</h2>
      <Receipt>
        <ReceiptRow label={t('recharged')} value={money(recharged)} />
        {next === null ? null : (
          <ReceiptRow label={t('next', { level: level + 1 })} value={directionOf(missing) > 0 ? money(missing) : t('nextReached')} />
        )}
        {extraLevel === null ? null : <ReceiptRow label={t('extraNext')} value={t('extraOf', { level: extraLevel })} />}
        {directionOf(waiting) === 0 ? null : <ReceiptRow label={t('waiting')} value={money(waiting)} />}
        {keptUntil === null ? null : (
          <ReceiptRow
            label={t(isResting ? 'restingSince' : 'keptUntil')}
            value={<LocalTime iso={keptUntil} locale={locale} style="date" />}
          />
        )}
        {claims.map((claim) => (
          <ReceiptRow
            key={claim.level}
            label={t('claim', { level: claim.level })}
            value={claim.isDone ? t('claimDone') : t('claimOpen', { days: PROMISE_MS.claims / DAY_MS })}
          />
        ))}
      </Receipt>
      {isResting && keepMin !== null ? <p className="text-ink-2 text-small">{t('restingText', { min: money(keepMin) })}</p> : null}
      {directionOf(waiting) === 0 || leavingRate === null ? null : (
        <p className="text-ink-2 text-small">
          {t('waitingBound', {
            rate: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(leavingRate as `${number}`),
          })}
          {waitingNext === null || waitingUntil === null
            ? null
            : ` ${t('waitingNext', { amount: money(waitingNext), total: money(waitingUntil) })}`}
        </p>
      )}
      <Link className={buttonClass({ size: 'small', variant: 'ghost' })} href="/web_view?active=4">
        {t('toRules')}
      </Link>
    </Card>
  );
}
