'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatCompact, formatPrice } from '@/components/money/format';
import { AVERAGE_FAST, AVERAGE_SLOW } from './candle-series';
import type { Legend } from './use-candle-chart';

/** Figures of the candle under the finger, or of the last one; keeps its height while empty, so that nothing moves. */
export function ChartLegend({ legend, decimals }: { legend: Legend | null; decimals: number }) {
  const t = useTranslations('Market');
  const locale = useLocale();
  const price = (value: number) => formatPrice(value.toFixed(decimals), { locale, decimals });
  const isUp = legend !== null && legend.close >= legend.open;
  const figures = [
    ['open', t('open'), legend?.open],
    ['high', t('high'), legend?.high],
    ['low', t('low'), legend?.low],
    ['close', t('closePrice'), legend?.close],
  ] as const;
  return (
    <div className="flex min-h-8 flex-wrap content-start gap-x-2.5 text-ink-3 text-micro">
      {legend === null
        ? null
        : figures.map(([name, label, value]) => (
            <span key={name}>
              {label} <span className={isUp ? 'text-up' : 'text-down'}>{value === undefined ? '' : price(value)}</span>
            </span>
          ))}
      {legend === null ? null : (
        <span>
          {t('volumeShort')} <span className="text-ink-2">{formatCompact(legend.volume.toFixed(4), locale)}</span>
        </span>
      )}
      {legend?.fast == null ? null : (
        <span className="text-accent">
          {t('average', { length: AVERAGE_FAST })} {price(legend.fast)}
        </span>
      )}
      {legend?.slow == null ? null : (
        <span className="text-warn">
          {t('average', { length: AVERAGE_SLOW })} {price(legend.slow)}
        </span>
      )}
    </div>
  );
}
