'use client';
import { useLocale, useTranslations } from 'next-intl';
import { memo, useState } from 'react';
import { decimalsOf, formatAmount, formatPrice } from '@/components/money/format';
import { LoadState } from '@/components/layout/load-state';
import { Skeleton } from '@/components/ui/skeleton';
import type { MarketRules } from '@/lib/dto/market';
import type { BookKind, OrderSide } from '@/lib/protocol/wire';
import { roundToStep } from '@/lib/rules/decimal';
import { cumulate, depthShares, groupingsOf, groupLevels } from './book-depth';
import { BookGate } from './book-gate';
import { BookStrip } from './book-strip';
import { useLiveBook } from './use-live-book';
import { useOwnPrices } from './use-own-prices';

type Level = readonly [string, string];
type Props = { rules: MarketRules; kind?: BookKind; levels?: number; onPick?: (price: string) => void };

/** Bids and asks side by side, best first, with the depth behind them. The number of lines never changes, so nothing jumps. */
export function OrderBook(props: Props) {
  return (
    <BookGate>
      <BothSides {...props} />
    </BookGate>
  );
}

function BothSides({ rules, kind = 'spot', levels = 10, onPick }: Props) {
  const t = useTranslations('Spot');
  const { book, query } = useLiveBook(rules.symbol, kind);
  const own = useOwnPrices(rules.symbol, kind);
  const [group, setGroup] = useState(0);
  const [isSummed, setSummed] = useState(false);
  return (
    <LoadState query={{ ...query, data: book }} skeleton={<BookSkeleton label={t('loadingBook')} levels={levels} />}>
      {(data) => {
        const [bid, ask] = [data.bids[0]?.[0], data.asks[0]?.[0]];
        const groups = groupingsOf(ask ?? bid ?? '1', rules.tickSize);
        const step = groups[group] ?? rules.tickSize;
        const bids = (group === 0 ? data.bids : groupLevels(data.bids, step, 'down')).slice(0, levels);
        const asks = (group === 0 ? data.asks : groupLevels(data.asks, step, 'up')).slice(0, levels);
        const shares = depthShares(bids, asks);
        const common = { onPick, rows: levels, rules, decimals: decimalsOf(step), isSummed };
        const ownIn = (mode: 'up' | 'down') => new Set(own.map((price) => roundToStep(price, step, mode)));
        return (
          <div className="@container text-small">
            <BookStrip
              ask={ask}
              bid={bid}
              group={group}
              groups={groups}
              isSummed={isSummed}
              onGroup={setGroup}
              onSummed={setSummed}
              tickSize={rules.tickSize}
            />
            <div className="grid grid-cols-2 gap-x-3 @max-[15rem]:grid-cols-1">
              <Side {...common} levels={isSummed ? cumulate(bids) : bids} own={ownIn('down')} shares={shares.bids} side="buy" />
              <Side {...common} levels={isSummed ? cumulate(asks) : asks} own={ownIn('up')} shares={shares.asks} side="sell" />
            </div>
          </div>
        );
      }}
    </LoadState>
  );
}

function BookSkeleton({ levels, label }: { levels: number; label: string }) {
  return (
    <div aria-label={label} className="grid grid-cols-1 gap-2" role="status">
      {Array.from({ length: levels + 1 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move.
        <Skeleton className="h-4 w-full" key={index} />
      ))}
    </div>
  );
}

type SideProps = {
  side: OrderSide;
  levels: readonly Level[];
  shares: readonly number[];
  /** Prices at which own orders rest, moved to the same steps as the levels. */
  own: ReadonlySet<string>;
  rows: number;
  rules: MarketRules;
  decimals: number;
  isSummed: boolean;
  onPick?: (price: string) => void;
};

function Side({ side, levels, shares, own, rows, rules, decimals, isSummed, onPick }: SideProps) {
  const t = useTranslations('Spot');
  const isBid = side === 'buy';
  const quantityTitle = t(isSummed ? 'summedIn' : 'quantityIn', { coin: rules.base });
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">{isBid ? t('bids') : t('asks')}</caption>
      <thead>
        {/* A title on two lines would move one half of the book down: where there is no room for one, both halves have room for two. */}
        <tr className="h-8.5 align-bottom text-ink-3 text-micro @min-[20rem]:h-auto">
          {/* Of a narrow line the price takes the larger part. */}
          <th
            className={`pb-1 text-start font-plain @min-[20rem]:whitespace-nowrap ${isBid ? 'w-[42%] @min-[20rem]:w-[46%]' : 'w-[58%] @min-[20rem]:w-[54%]'}`}
            scope="col"
          >
            {isBid ? quantityTitle : t('ask')}
          </th>
          <th className="pb-1 text-end font-plain @min-[20rem]:whitespace-nowrap" scope="col">
            {/* What is too long for it goes over its start, where there is room. */}
            <span className="flex justify-end">{isBid ? t('bid') : quantityTitle}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, index) => (
          <LevelRow
            decimals={decimals}
            isBid={isBid}
            isOwn={own.has(levels[index]?.[0] ?? '')}
            // biome-ignore lint/suspicious/noArrayIndexKey: a line of the book is its place in it.
            key={index}
            onPick={onPick}
            price={levels[index]?.[0] ?? null}
            quantity={levels[index]?.[1] ?? null}
            rules={rules}
            share={shares[index] ?? 0}
          />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = {
  price: string | null;
  quantity: string | null;
  share: number;
  isBid: boolean;
  isOwn: boolean;
  decimals: number;
  rules: MarketRules;
  onPick?: (price: string) => void;
};

const LevelRow = memo(function LevelRow({ price, quantity, share, isBid, isOwn, decimals, rules, onPick }: RowProps) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const shownPrice = price === null ? '–' : formatPrice(price, { locale, decimals });
  const quantityDecimals = Math.min(decimalsOf(rules.stepSize), 4);
  const shownQuantity =
    quantity === null ? '–' : formatAmount(quantity, { locale, decimalsMin: quantityDecimals, decimalsMax: quantityDecimals });
  const colour = isBid ? 'text-up' : 'text-down';
  const quantityCell = (
    <td
      className={`text-ink-2 ${isBid ? 'text-start' : 'text-end'} ${isOwn ? (isBid ? 'ps-1.5' : 'pe-1.5') : ''}`}
      key="quantity"
      suppressHydrationWarning
    >
      {isOwn ? (
        <>
          <span aria-hidden="true" className={`absolute inset-y-1 w-[3px] rounded-full bg-accent ${isBid ? 'start-0' : 'end-0'}`} />
          <span className="sr-only">{t('yourOrderHere')} </span>
        </>
      ) : null}
      {shownQuantity}
    </td>
  );
  const priceCell = (
    <td className={`font-strong ${isBid ? 'text-end' : 'text-start'} ${colour}`} key="price" suppressHydrationWarning>
      {/* An SVG instead of a styled box: its width is an attribute, which a strict style policy lets pass. */}
      <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full" preserveAspectRatio="none" viewBox="0 0 100 1">
        <rect fill="currentColor" height="0.92" opacity="0.13" width={share} x={isBid ? 100 - share : 0} />
      </svg>
      {onPick && price !== null ? (
        <button
          aria-label={t('usePrice', { price: shownPrice })}
          className="min-h-6 before:absolute before:inset-0"
          onClick={() => onPick(price)}
          type="button"
        >
          {shownPrice}
        </button>
      ) : (
        shownPrice
      )}
    </td>
  );
  return <tr className="relative h-6">{isBid ? [quantityCell, priceCell] : [priceCell, quantityCell]}</tr>;
});
