'use client';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { TradePanes, type WideParts } from '@/components/layout/trade-panes';
import { decimalsOf, formatAge } from '@/components/money/format';
import { Percent } from '@/components/money/percent';
import { Price } from '@/components/money/price';
import { FreshnessDot } from '@/components/ui/freshness-dot';
import { Icon } from '@/components/ui/icon';
import { Link } from '../ui/link';
import type { Market } from '@/lib/dto/market';
import type { PerpetualMarketTerms } from '@/lib/dto/perpetual';
import { useAccountEvents, useFeedAge } from '@/lib/stream/hooks';
import { MarkStrip } from './mark-strip';
import { PositionsPanel } from './positions-panel';
import { useIndexTicker } from './use-perpetual';

type Props = { market: Market; terms: PerpetualMarketTerms; kinds: ReactNode; book: ReactNode; ticket: ReactNode; wide: WideParts };

/** Ticket with prices and the book above, then position and open orders; a terminal on a wide screen. The ways to trade, book and gated ticket are slots. */
export function PerpetualScreen({ market, terms, kinds, book, ticket, wide }: Props) {
  useAccountEvents();
  return (
    <TradePanes
      book={book}
      chart={null}
      head={
        <>
          {kinds}
          <IndexPrice market={market} terms={terms} />
          <MarkStrip terms={terms} />
        </>
      }
      orders={<PositionsPanel symbol={market.symbol} />}
      ticket={ticket}
      wide={wide}
    />
  );
}

function IndexPrice({ market, terms }: Pick<Props, 'market' | 'terms'>) {
  const t = useTranslations('Spot');
  const money = useTranslations('Money');
  const locale = useLocale();
  const ticker = useIndexTicker(market);
  const { state, ageMs } = useFeedAge(ticker);
  const age = ageMs === null ? '' : formatAge(ageMs, locale);
  return (
    <div className="two-ends items-center">
      <div>
        <Price className="font-strong text-title" decimals={decimalsOf(terms.tickSize)} locale={locale} value={ticker.price} />
        <div className="flex flex-wrap items-center gap-x-3">
          <Percent fraction={ticker.changeRate} locale={locale} />
          <FreshnessDot
            label={state === 'fresh' ? age || t('live') : state === 'halted' ? money('halted') : t('delayed', { age })}
            state={state}
          />
        </div>
      </div>
      <Link
        className="inline-flex min-h-11 items-center gap-1.5 text-accent text-small"
        href={`/marketInfo?coin=${market.base}&type=perpetual`}
      >
        <Icon name="market" size={18} />
        {t('chart')}
      </Link>
    </div>
  );
}
