'use client';
import { useLocale, useTranslations } from 'next-intl';
import { type PointerEvent, useState } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { decimalsOf, formatAmount, formatPrice } from '@/components/money/format';
import { EmptyState } from '@/components/ui/empty-state';
import { Skeleton } from '@/components/ui/skeleton';
import type { Book, MarketRules } from '@/lib/dto/market';
import type { BookKind } from '@/lib/protocol/wire';
import { depthPath, restingTo, toDepth } from './depth-steps';
import { useLiveBook } from './use-live-book';

const BOX = { width: 400, height: 200 };
const PLACES = 4;

/** How much rests in the book down to each price, as a picture; the figures under a pointer, or of both sides whole, stand above it. */
export function DepthChart({ rules, kind }: { rules: MarketRules; kind: BookKind }) {
  const { book, query } = useLiveBook(rules.symbol, kind);
  return (
    <LoadState query={{ ...query, data: book }} skeleton={<Skeleton className="h-56 w-full" />}>
      {(data) => <Picture book={data} rules={rules} />}
    </LoadState>
  );
}

function Picture({ book, rules }: { book: Book; rules: MarketRules }) {
  const t = useTranslations('Terminal');
  const spot = useTranslations('Spot');
  const locale = useLocale();
  const [at, setAt] = useState<number | null>(null);
  const depth = toDepth(book);
  if (depth === null) return <EmptyState icon="chart" title={t('noDepth')} />;
  const { bids, asks, low, high, mid } = depth;
  const price = (value: number) => formatPrice(value.toFixed(decimalsOf(rules.tickSize)), { locale, decimals: decimalsOf(rules.tickSize) });
  const amount = (value: number) => `${formatAmount(value.toFixed(PLACES), { locale, decimalsMax: PLACES })}\u00a0${rules.base}`;
  const pointed = at === null ? null : low + at * (high - low);
  const bidText = t('depthTo', { price: price(pointed ?? low), amount: amount(restingTo(bids, pointed ?? low)) });
  const askText = t('depthTo', { price: price(pointed ?? high), amount: amount(restingTo(asks, pointed ?? high)) });
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setAt(Math.min(1, Math.max(0, (event.clientX - left) / width)));
  };
  return (
    <figure className="grid h-full grid-cols-1 grid-rows-[auto_minmax(10rem,1fr)_auto] gap-2 text-micro">
      <figcaption className="grid gap-0.5">
        {pointed === null || pointed < mid ? (
          <span className="text-up">
            {spot('bids')}: {bidText}
          </span>
        ) : null}
        {pointed === null || pointed >= mid ? (
          <span className="text-down">
            {spot('asks')}: {askText}
          </span>
        ) : null}
      </figcaption>
      <svg
        aria-hidden="true"
        className="size-full touch-pan-y"
        onPointerLeave={() => setAt(null)}
        onPointerMove={follow}
        preserveAspectRatio="none"
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      >
        <path className="fill-up-soft stroke-up" d={depthPath(bids, depth, BOX)} vectorEffect="non-scaling-stroke" />
        <path className="fill-down-soft stroke-down" d={depthPath(asks, depth, BOX)} vectorEffect="non-scaling-stroke" />
        {at === null ? null : (
          <path className="stroke-ink-2" d={`M${at * BOX.width},0V${BOX.height}`} strokeDasharray="3 3" vectorEffect="non-scaling-stroke" />
        )}
      </svg>
      <div aria-hidden="true" className="flex justify-between text-ink-3">
        <span>{price(low)}</span>
        <span className="font-strong text-ink-2">{price(mid)}</span>
        <span>{price(high)}</span>
      </div>
    </figure>
  );
}
