'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { CoinBadge } from '@/components/money/coin-badge';
import { Percent } from '@/components/money/percent';
import { Price } from '@/components/money/price';
import { priceDecimals } from '@/components/money/price-decimals';
import { useCoinName } from '@/components/money/use-coin-name';
import { Field } from '@/components/ui/field';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Link } from '../ui/link';
import type { Market } from '@/lib/dto/market';
import * as marketApi from '@/lib/api/market';
import { useRead } from '@/lib/query/use-read';
import { matchesSearch } from './market-sort';
import { useLiveTicker } from './use-live-market';

/** All markets with a search; a tap goes to `path` with the coin and `suffix`. */
export function PickList({ current, path, suffix, onPick }: { current: string; path: string; suffix: string; onPick: () => void }) {
  const t = useTranslations('Market');
  const query = useRead(marketApi.markets, {});
  const nameOf = useCoinName();
  const [search, setSearch] = useState('');
  return (
    <div className="grid min-h-[60dvh] content-start gap-1 xl:min-h-0">
      <Field
        aria-keyshortcuts="/"
        autoComplete="off"
        label={t('search')}
        maxLength={20}
        onChange={(event) => setSearch(event.target.value)}
        placeholder="BTC"
        type="search"
        value={search}
      />
      <LoadState query={query} skeleton={<SkeletonRows label={t('loading')} />}>
        {({ markets }) => {
          const matching = markets.filter((market) => matchesSearch({ symbol: market.symbol, name: nameOf(market.base) }, search));
          if (matching.length === 0) return <p className="py-6 text-center text-ink-2 text-small">{t('noMatch')}</p>;
          return (
            <ul>
              {matching.map((market) => (
                <PickRow
                  href={`${path}?coin=${market.base}${suffix}`}
                  isCurrent={market.symbol === current}
                  key={market.symbol}
                  market={market}
                  name={nameOf(market.base)}
                  onPick={onPick}
                />
              ))}
            </ul>
          );
        }}
      </LoadState>
    </div>
  );
}

type PickRowProps = { market: Market; name: string | null; href: string; isCurrent: boolean; onPick: () => void };

function PickRow({ market, name, href, isCurrent, onPick }: PickRowProps) {
  const locale = useLocale();
  const ticker = useLiveTicker(market);
  return (
    <li className="@container border-line border-b">
      <Link
        aria-current={isCurrent ? 'true' : undefined}
        className="flex min-h-14 flex-wrap items-center gap-x-3"
        href={href}
        onClick={onPick}
        prefetch={false}
        replace
      >
        <CoinBadge coin={market.base} size="small" />
        <span className="min-w-0 flex-1 basis-[4rem]">
          <span className="drop-end">
            <b className={isCurrent ? 'text-accent' : ''}>{market.base}</b>
            <span className="text-ink-3">/{market.quote}</span>
          </span>
          {name === null ? null : <span className="block truncate text-ink-3 text-micro">{name}</span>}
        </span>
        <span className="ms-auto flex items-center gap-x-3 @max-[17rem]:flex-col @max-[17rem]:items-end">
          <Price className="font-strong text-small" decimals={priceDecimals(market)} locale={locale} value={ticker.price} />
          <span className="flex min-w-16 justify-end">
            <Percent fraction={ticker.changeRate} locale={locale} />
          </span>
        </span>
      </Link>
    </li>
  );
}
