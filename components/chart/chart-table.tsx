'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatCompact, formatPercent, formatPrice } from '@/components/money/format';
import type { CandleInterval } from '@/lib/protocol/wire';
import { type DrawnCandle, sumUp } from './candle-series';
import { timeText } from './time-text';

/** Rows of the table; what is summed up in words is the same candles. */
const ROWS_MAX = 50;

type Props = { symbol: string; interval: CandleInterval; candles: readonly DrawnCandle[]; decimals: number };

/** The chart in words and as a table, newest first, for whoever can't see it or wants the figures. */
export function ChartTable({ symbol, interval, candles, decimals }: Props) {
  const t = useTranslations('Chart');
  const market = useTranslations('Market');
  const locale = useLocale();
  const shown = candles.slice(-ROWS_MAX);
  const sum = sumUp(shown);
  if (sum === null) return null;
  const price = (value: number) => formatPrice(value.toFixed(decimals), { locale, decimals });
  const time = (seconds: number) => timeText(seconds, interval, locale);
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="text-ink-2 text-small">{t('figures')}</h3>
      <p className="text-small">
        {t('summary', {
          market: symbol.replace('-', '/'),
          count: shown.length,
          interval: market(`intervals.${interval}`),
          from: price(sum.first),
          to: price(sum.last),
          change: formatPercent(sum.change.toFixed(6), { locale }),
          high: price(sum.high),
          highAt: time(sum.highAt),
          low: price(sum.low),
          lowAt: time(sum.lowAt),
        })}
      </p>
      <details>
        <summary className="min-h-11 content-center font-strong text-accent text-small">{t('table')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
        <section aria-label={t('table')} className="max-h-80 overflow-auto" tabIndex={0}>
          <table className="w-full border-collapse text-micro">
            <thead>
              <tr className="text-ink-3">
                {['time', 'open', 'high', 'low', 'close', 'volume'].map((name) => (
                  <th className="pb-1 text-end font-plain first:text-start" key={name} scope="col">
                    {t(`columns.${name as 'time'}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...shown].reverse().map((candle) => (
                <tr className="h-6 border-line border-t" key={candle.time}>
                  <th className="text-start font-plain text-ink-2" scope="row">
                    {time(candle.time)}
                  </th>
                  {[candle.open, candle.high, candle.low, candle.close].map((value, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the four figures of a candle have fixed places.
                    <td className="text-end" key={index}>
                      {price(value)}
                    </td>
                  ))}
                  <td className="text-end">{formatCompact(candle.volume.toFixed(4), locale)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </section>
  );
}
