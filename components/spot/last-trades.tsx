'use client';
import { useLocale, useTranslations } from 'next-intl';
import { LoadState } from '@/components/layout/load-state';
import { decimalsOf, formatAmount, formatPrice } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { EmptyState } from '@/components/ui/empty-state';
import { Skeleton } from '@/components/ui/skeleton';
import type { MarketRules } from '@/lib/dto/market';
import type { BookKind } from '@/lib/protocol/wire';
import { BookGate } from './book-gate';
import { useLiveTrades } from './use-live-book';

const SHOWN_MAX = 20;
type Props = { rules: MarketRules; kind?: BookKind };

/** The last trades of a market, newest first; the arrow says which side took. */
export function LastTrades(props: Props) {
  return (
    <BookGate>
      <Trades {...props} />
    </BookGate>
  );
}

function Trades({ rules, kind }: Props) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const { trades, query } = useLiveTrades(rules.symbol, kind);
  return (
    <LoadState query={{ ...query, data: trades }} skeleton={<Skeleton className="h-64 w-full" />}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState icon="trade" text={t('noTradesText')} title={t('noTrades')} />
        ) : (
          <div className="@container">
            <table className="w-full border-collapse text-small lg:text-micro">
              <thead>
                <tr className="text-ink-3 text-micro">
                  <th className="pb-1 text-start font-plain" scope="col">
                    {t('price')}
                  </th>
                  <th className="pb-1 text-end font-plain" scope="col">
                    {t('quantityIn', { coin: rules.base })}
                  </th>
                  <th className="pb-1 text-end font-plain max-lg:@max-[15rem]:hidden" scope="col">
                    {t('time')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.slice(0, SHOWN_MAX).map((trade) => (
                  <tr className="h-6" key={trade.id}>
                    <td className={`font-strong ${trade.takerSide === 'buy' ? 'text-up' : 'text-down'}`} suppressHydrationWarning>
                      <span aria-hidden="true">{trade.takerSide === 'buy' ? '↑ ' : '↓ '}</span>
                      <span className="sr-only">{trade.takerSide === 'buy' ? t('bought') : t('sold')} </span>
                      {formatPrice(trade.price, { locale, decimals: decimalsOf(rules.tickSize) })}
                    </td>
                    <td className="text-end text-ink-2" suppressHydrationWarning>
                      {formatAmount(trade.quantity, { locale, decimalsMax: decimalsOf(rules.stepSize) })}
                      <span className="hidden text-ink-3 max-lg:@max-[15rem]:block">
                        <LocalTime iso={trade.at} locale={locale} style="clock" />
                      </span>
                    </td>
                    <td className="whitespace-nowrap ps-2 text-end text-ink-3 max-lg:@max-[15rem]:hidden">
                      <LocalTime iso={trade.at} locale={locale} style="clock" />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </LoadState>
  );
}
