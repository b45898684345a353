'use client';
import { useLocale, useTranslations } from 'next-intl';
import { LoadState } from '@/components/layout/load-state';
import { decimalsOf, formatAmount, formatPercent, formatPrice } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { Mark, PerpetualMarketTerms } from '@/lib/dto/perpetual';
import * as perpetualApi from '@/lib/api/perpetual';
import { usePaged } from '@/lib/query/use-read';
import { DISTANCE_CLAMP_RATE, IMPACT_NOTIONAL } from '@/lib/rules/perpetual-funding';
import { fromUnits } from './perpetual.math';

/** Rates shown of the past: two days. */
const SHOWN = 6;

/** What funding is, its formula with the numbers of this market, and the last rates. */
export function FundingSheet({ terms, mark }: { terms: PerpetualMarketTerms; mark: Mark | undefined }) {
  const t = useTranslations('Perpetual');
  const locale = useLocale();
  const { hours, interestRate, clampRate, capRate } = terms.funding;
  const rate = (value: string, decimals = 4) => formatPercent(value, { locale, decimals, sign: 'auto' });
  return (
    <div className="grid grid-cols-1 gap-3 text-small">
      <p>{t('fundingText', { hours })}</p>
      <p className="rounded-field bg-surface-2 px-4 py-3 text-ink-2">
        {t('fundingFormula', { interest: rate(interestRate, 2), clamp: rate(clampRate, 2), cap: rate(capRate, 2) })}
      </p>
      <p className="rounded-field bg-surface-2 px-4 py-3 text-ink-2">{t('markFormula', { clamp: rate(terms.markClampRate, 1) })}</p>
      <p className="rounded-field bg-surface-2 px-4 py-3 text-ink-2">
        {t('distanceFormula', {
          notional: formatAmount(fromUnits(IMPACT_NOTIONAL), { locale, decimalsMin: 0, decimalsMax: 0 }),
          most: rate(fromUnits(DISTANCE_CLAMP_RATE), 0),
        })}
      </p>
      {mark === undefined ? null : (
        <Receipt>
          <ReceiptRow label={t('mark')} value={formatPrice(mark.markPrice, { locale, decimals: decimalsOf(terms.tickSize) })} />
          <ReceiptRow label={t('index')} value={formatPrice(mark.indexPrice, { locale, decimals: decimalsOf(terms.tickSize) })} />
          <ReceiptRow label={t('fundingNow')} value={rate(mark.fundingRate)} />
          <ReceiptRow isSum label={t('fundingNext')} value={<LocalTime iso={mark.nextFundingAt} locale={locale} />} />
        </Receipt>
      )}
      <h3 className="pt-1 font-strong">{t('fundingPast')}</h3>
      <PastRates symbol={terms.symbol} />
    </div>
  );
}

function PastRates({ symbol }: { symbol: string }) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const locale = useLocale();
  const query = usePaged(perpetualApi.fundingRates, { symbol });
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={2} label={spot('loadingOrders')} />}>
      {({ pages }) => {
        const rates = pages.flatMap((page) => page.rates).slice(0, SHOWN);
        if (rates.length === 0) return <p className="text-ink-2">{t('fundingNone')}</p>;
        return (
          <Receipt>
            {rates.map((row) => (
              <ReceiptRow
                key={row.at}
                label={<LocalTime iso={row.at} locale={locale} />}
                value={row.skipped === null ? formatPercent(row.rate, { locale, decimals: 4, sign: 'always' }) : t('fundingSkipped')}
              />
            ))}
          </Receipt>
        );
      }}
    </LoadState>
  );
}
