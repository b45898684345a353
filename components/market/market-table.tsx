'use client';
import { useLocale, useTranslations } from 'next-intl';
import { memo, useCallback, useState } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { CoinBadge } from '@/components/money/coin-badge';
import { formatCompact, formatPrice, shownDirection } from '@/components/money/format';
import { Percent } from '@/components/money/percent';
import { Price } from '@/components/money/price';
import { Sparkline } from '@/components/money/sparkline';
import { Icon } from '@/components/ui/icon';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Link } from '../ui/link';
import type { Market } from '@/lib/dto/market';
import * as marketApi from '@/lib/api/market';
import { useRead } from '@/lib/query/use-read';
import { marketPath } from './market-link';
import { nextSort, sortMarkets, type Sort, type SortKey } from './market-sort';
import { priceDecimals } from '@/components/money/price-decimals';
import { SortMark } from './sort-bar';
import { useLiveTicker } from './use-live-market';

const COLUMNS = [
  ['name', 'name'],
  ['price', 'price'],
  ['change', 'change'],
  ['high24', null],
  ['low24', null],
  ['volume24', null],
  ['turnover24', 'volume'],
] as const;

/** All markets with every figure of the day; scrolls sideways in its own box where it doesn't fit. */
export function MarketTable() {
  const t = useTranslations('Market');
  const query = useRead(marketApi.markets, {});
  const [sort, setSort] = useState<Sort>(null);
  const [fits, setFits] = useState(false);
  const watch = useCallback((box: HTMLElement | null) => {
    if (box === null) return;
    const observer = new ResizeObserver(() => setFits(box.scrollWidth <= box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={12} label={t('loading')} />}>
      {({ markets }) => (
        <>
          <p className={`flex items-center justify-end gap-1 text-ink-3 text-micro lg:hidden ${fits ? 'invisible' : ''}`}>
            {t('tableHint')} <Icon name="forward" size={14} />
          </p>
          <div className="fade-end -mx-(--gutter)">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
            <section aria-label={t('tableTitle')} className="relative overflow-x-auto px-(--gutter)" ref={watch} tabIndex={0}>
              <table className="w-max min-w-full border-collapse text-small">
                <thead>
                  <tr className="border-line border-b">
                    {COLUMNS.map(([label, key]) => (
                      <HeadCell
                        key={label}
                        label={label}
                        onSort={key === null ? null : () => setSort((now) => nextSort(now, key))}
                        sort={sort}
                        sortKey={key}
                      />
                    ))}
                    <th className="sr-only" scope="col">
                      {t('day')}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {sortMarkets(markets, sort).map((market) => (
                    <TableRow key={market.symbol} market={market} />
                  ))}
                </tbody>
              </table>
            </section>
          </div>
        </>
      )}
    </LoadState>
  );
}

type HeadProps = { label: (typeof COLUMNS)[number][0]; sortKey: SortKey | null; sort: Sort; onSort: (() => void) | null };

function HeadCell({ label, sortKey, sort, onSort }: HeadProps) {
  const t = useTranslations('Market');
  const text = label === 'name' || label === 'price' || label === 'change' ? t(`sort.${label}`) : t(label);
  const state = sort?.key === sortKey && sortKey !== null ? (sort.descending ? 'down' : 'up') : 'none';
  const align = label === 'name' ? 'text-start sticky left-0 bg-surface-0' : 'text-end';
  return (
    <th
      aria-sort={state === 'none' ? undefined : state === 'down' ? 'descending' : 'ascending'}
      className={`px-1.5 font-plain text-ink-3 text-micro first:ps-0 lg:px-2 ${align}`}
      scope="col"
    >
      {onSort === null ? (
        text
      ) : (
        <button className="inline-flex min-h-11 items-center gap-1" onClick={onSort} type="button">
          {text}
          <SortMark state={state} />
        </button>
      )}
    </th>
  );
}

const TableRow = memo(function TableRow({ market }: { market: Market }) {
  const locale = useLocale();
  const ticker = useLiveTicker(market);
  const decimals = priceDecimals(market);
  const price = (value: string | null) => formatPrice(value, { locale, decimals });
  const cell = 'px-1.5 text-end whitespace-nowrap lg:px-2';
  return (
    <tr className="border-line border-b">
      <th className="sticky left-0 bg-surface-0 py-2 pe-2 text-start font-plain text-body" scope="row">
        <Link className="flex min-h-11 items-center gap-3" href={marketPath(market.base)} prefetch={false}>
          <CoinBadge coin={market.base} />
          <span>
            <b>{market.base}</b>
            <span className="text-ink-3">/{market.quote}</span>
          </span>
        </Link>
      </th>
      <td className={cell}>
        <Price className="font-strong" decimals={decimals} locale={locale} value={ticker.price} />
      </td>
      <td className={cell}>
        <Percent fraction={ticker.changeRate} locale={locale} />
      </td>
      <td className={cell} suppressHydrationWarning>
        {price(ticker.high)}
      </td>
      <td className={cell} suppressHydrationWarning>
        {price(ticker.low)}
      </td>
      <td className={cell} suppressHydrationWarning>
        {formatCompact(ticker.volume, locale)} {market.base}
      </td>
      <td className={cell} suppressHydrationWarning>
        {formatCompact(ticker.turnover, locale)} {market.quote}
      </td>
      <td className="ps-2">
        <span className="flex justify-end">
          <Sparkline direction={shownDirection(ticker.changeRate)} points={market.sparkline} width={72} />
        </span>
      </td>
    </tr>
  );
});
