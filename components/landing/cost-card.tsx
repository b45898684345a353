import type { Market, MarketRules } from '@/lib/dto/market';
import type { Locale } from '@/lib/protocol/wire';
import { formatAmount, formatPercent } from '../money/format';
import { Receipt, ReceiptRow } from '../ui/receipt';
import type { LandingTexts } from './landing-texts';
import { previewExampleTrade } from './trade-cost';

/** Decimals of a coin amount in the example: all that the ledger keeps. */
const COIN_DECIMALS = 8;

type Props = { locale: Locale; market: Market; rules: MarketRules; t: LandingTexts };

/** What a trade costs right now, worked out by the function that books it. */
export function CostCard({ locale, market, rules, t }: Props) {
  const preview = previewExampleTrade(market, rules);
  if (!preview) return null;
  const coins = (value: string) => `${formatAmount(value, { locale, decimalsMin: 2, decimalsMax: COIN_DECIMALS })}\u00a0${market.base}`;
  return (
    <section className="rounded-card bg-surface-1 p-4.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-body">{t('costTitle')}</h2>
        <span className="text-ink-2 text-small">{t('costBasis', { base: market.base, quote: market.quote })}</span>
      </div>
      <Receipt className="mt-3.5">
        <ReceiptRow label={t('costPay')} value={`${formatAmount(preview.orderValue, { locale })}\u00a0${market.quote}`} />
        <ReceiptRow label={t('costFee', { rate: formatPercent(preview.feeRate, { locale }) })} value={coins(preview.fee)} />
        <ReceiptRow isSum label={t('costGet')} value={coins(preview.receive)} />
      </Receipt>
      <p className="mt-3 text-ink-3 text-small">{t('costNote', { rate: formatPercent(rules.makerFeeRate, { locale }) })}</p>
    </section>
  );
}
