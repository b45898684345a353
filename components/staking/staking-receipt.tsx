'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { cutDecimals, formatExact, formatPercent } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { StakingTerm } from '@/lib/dto/staking';
import { yearlyOf } from '@/lib/rules/staking';
import { type Preview, previewStaking } from './preview';

const RATE_DECIMALS = 6;
/** A fraction has two decimals more than its percent; what is promised is cut, never rounded up. */
const PERCENT_DECIMALS = 2;
const LOOK_MS = 30_000;

/** What an amount earns in a term: daily, in all, in a year, until when, and who pays it. */
export function StakingReceipt({ term, preview }: { term: StakingTerm; preview: Preview }) {
  const t = useTranslations('Staking');
  const locale = useLocale();
  const now = useNow();
  const money = (value: string) => `${formatExact(value, locale)}\u00a0${term.asset}`;
  const percent = (value: string, decimals = 2) => formatPercent(cutDecimals(value, decimals + PERCENT_DECIMALS), { locale, decimals });
  const endsAt = now === null ? null : new Date(now + term.waitMs + term.days * term.dayMs).toISOString();
  return (
    <Receipt>
      {preview.places === null ? null : <ReceiptRow label={t('places')} value={formatExact(preview.places, locale)} />}
      <ReceiptRow label={t('rate')} value={percent(preview.rate, RATE_DECIMALS)} />
      <ReceiptRow label={t('daily')} value={money(preview.daily)} />
      <ReceiptRow label={t('apr')} value={percent(preview.apr)} />
      <ReceiptRow label={t('apy')} value={percent(preview.apy)} />
      <ReceiptRow label={t('ends')} value={endsAt === null ? '–' : <LocalTime iso={endsAt} locale={locale} />} />
      {term.kind === 'term' || now === null ? null : (
        <ReceiptRow
          label={t('backAt')}
          value={<LocalTime iso={new Date(now + term.waitMs + term.days * term.dayMs + term.exitMs).toISOString()} locale={locale} />}
        />
      )}
      <ReceiptRow label={t('covered')} value={endsAt === null ? '–' : <LocalTime iso={endsAt} locale={locale} />} />
      <ReceiptRow isSum label={t('total')} value={money(preview.total)} />
    </Receipt>
  );
}

/** What was staked, by the rate that was agreed. */
export function StakedReceipt({ term, amount, rate }: { term: StakingTerm; amount: string; rate: string }) {
  const t = useTranslations('Staking');
  const locale = useLocale();
  const { daily, total } = previewStaking({ ...term, rateMin: rate, rateMax: rate }, amount);
  return (
    <Receipt>
      <ReceiptRow label={t('rate')} value={formatPercent(rate, { locale, decimals: RATE_DECIMALS })} />
      <YearlyRows rate={rate} />
      <ReceiptRow label={t('daily')} value={`${formatExact(daily, locale)}\u00a0${term.asset}`} />
      <ReceiptRow label={t('paysFrom')} value={t('pool')} />
      <ReceiptRow isSum label={t('total')} value={`${formatExact(total, locale)}\u00a0${term.asset}`} />
    </Receipt>
  );
}

/** The yearly rates of a daily one (a fraction), cut at two decimals of a percent. */
export function YearlyRows({ rate }: { rate: string }) {
  const t = useTranslations('Staking');
  const locale = useLocale();
  const { apr, apy } = yearlyOf(rate);
  const percent = (value: string) => formatPercent(cutDecimals(value, 2 + PERCENT_DECIMALS), { locale });
  return (
    <>
      <ReceiptRow label={t('apr')} value={percent(apr)} />
      <ReceiptRow label={t('apy')} value={percent(apy)} />
    </>
  );
}

/** The device's clock: the exchange says the end to the second once it is subscribed. Null until the page is taken over. */
export function useNow(): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
