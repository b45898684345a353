'use client';
import { useLocale, useTranslations } from 'next-intl';
import { memo, useState } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { usePickedPrice } from '@/components/layout/picked-price';
import { decimalsOf, formatAmount, formatPrice } from '@/components/money/format';
import { Skeleton } from '@/components/ui/skeleton';
import type { MarketRules } from '@/lib/dto/market';
import type { BookKind } from '@/lib/protocol/wire';
import { roundToStep } from '@/lib/rules/decimal';
import { cumulate, depthShares, groupingsOf, groupLevels } from './book-depth';
import { BookStrip } from './book-strip';
import { useLiveBook } from './use-live-book';
import { useOwnPrices } from './use-own-prices';
import { useRowsThatFit } from './use-rows-that-fit';

type Level = readonly [string, string];
type Props = { rules: MarketRules; kind: BookKind };

/** Lines of each side at most; a pane shows as many as it has room for, so that no key comes to one that isn't seen. */
const ROWS_MAX = 22;

/** Asks above, bids below, best prices at the spread between them. */
export function BookLadder({ rules, kind }: Props) {
  const t = useTranslations('Spot');
  const { book, query } = useLiveBook(rules.symbol, kind);
  const own = useOwnPrices(rules.symbol, kind);
  const { pick } = usePickedPrice();
  const [group, setGroup] = useState(0);
  const { rows, box } = useRowsThatFit(ROWS_MAX);
  const [isSummed, setSummed] = useState(false);
  return (
    <LoadState query={{ ...query, data: book }} skeleton={<Skeleton className="h-full w-full" />}>
      {(data) => {
        const [bid, ask] = [data.bids[0]?.[0], data.asks[0]?.[0]];
        const groups = groupingsOf(ask ?? bid ?? '1', rules.tickSize);
        const step = groups[group] ?? rules.tickSize;
        const bids = (group === 0 ? data.bids : groupLevels(data.bids, step, 'down')).slice(0, rows);
        const asks = (group === 0 ? data.asks : groupLevels(data.asks, step, 'up')).slice(0, rows);
        const shares = depthShares(bids, asks);
        const ownIn = (mode: 'up' | 'down') => new Set(own.map((price) => roundToStep(price, step, mode)));
        const common = { rules, decimals: decimalsOf(step), isSummed, onPick: pick };
        return (
          <div className="grid h-full grid-cols-1 grid-rows-[auto_minmax(0,1fr)_auto_minmax(0,1fr)] text-micro">
            <div aria-hidden="true" className="flex justify-between pb-1 text-ink-3">
              <span>{t('priceIn', { coin: rules.quote })}</span>
              <span>{t(isSummed ? 'summedIn' : 'quantityIn', { coin: rules.base })}</span>
            </div>
            <div className="flex flex-col justify-end overflow-hidden" ref={box}>
              <Half {...common} levels={asks} own={ownIn('up')} shares={shares.asks} side="ask" />
            </div>
            <div className="my-1 border-line border-y pt-1.5">
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
            </div>
            <div className="overflow-hidden">
              <Half {...common} levels={bids} own={ownIn('down')} shares={shares.bids} side="bid" />
            </div>
          </div>
        );
      }}
    </LoadState>
  );
}

type HalfProps = {
  side: 'bid' | 'ask';
  levels: readonly Level[];
  shares: readonly number[];
  /** Prices at which own orders rest, moved to the same steps as the levels. */
  own: ReadonlySet<string>;
  rules: MarketRules;
  decimals: number;
  isSummed: boolean;
  onPick(price: string): void;
};

function Half({ side, levels, shares, own, rules, decimals, isSummed, onPick }: HalfProps) {
  const t = useTranslations('Spot');
  const rows = (isSummed ? cumulate(levels) : levels).map(([price, quantity], index) => ({ price, quantity, share: shares[index] ?? 0 }));
  if (side === 'ask') rows.reverse();
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">{t(side === 'bid' ? 'bids' : 'asks')}</caption>
      <tbody>
        {rows.map((row) => (
          <Row
            {...row}
            decimals={decimals}
            isBid={side === 'bid'}
            isOwn={own.has(row.price)}
            key={row.price}
            onPick={onPick}
            rules={rules}
          />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = {
  price: string;
  quantity: string;
  share: number;
  isBid: boolean;
  isOwn: boolean;
  decimals: number;
  rules: MarketRules;
  onPick(price: string): void;
};

const Row = memo(function Row({ price, quantity, share, isBid, isOwn, decimals, rules, onPick }: RowProps) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const shown = formatPrice(price, { locale, decimals });
  const places = Math.min(decimalsOf(rules.stepSize), 4);
  return (
    <tr className="relative h-6 hover:bg-surface-2">
      <td className={`font-strong ${isBid ? 'text-up' : 'text-down'}`}>
        <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full" preserveAspectRatio="none" viewBox="0 0 100 1">
          <rect fill="currentColor" height="0.92" opacity="0.13" width={share} x={100 - share} />
        </svg>
        <button
          aria-label={t('usePrice', { price: shown })}
          className="min-h-6 before:absolute before:inset-0"
          onClick={() => onPick(price)}
          type="button"
        >
          {isOwn ? <span aria-hidden="true" className="me-1.5 inline-block h-3 w-[3px] rounded-full bg-accent align-middle" /> : null}
          {shown}
        </button>
        {isOwn ? <span className="sr-only"> {t('yourOrderHere')}</span> : null}
      </td>
      <td className="text-end text-ink-2">{formatAmount(quantity, { locale, decimalsMin: places, decimalsMax: places })}</td>
    </tr>
  );
});
