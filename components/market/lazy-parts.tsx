'use client';
import dynamic from 'next/dynamic';
import { loadPart } from '@/components/layout/lazy-part';
import { Skeleton } from '@/components/ui/skeleton';

const PickList = dynamic(() => loadPart(() => import('./pick-list').then((module) => module.PickList)), {
  ssr: false,
  loading: () => <Skeleton className="h-[60dvh] w-full rounded-card" />,
});
const nothing = () => undefined;

/** All markets in the pane of a terminal. */
export function LazyMarkets({ symbol, path, suffix }: { symbol: string; path: string; suffix: string }) {
  return <PickList current={symbol} onPick={nothing} path={path} suffix={suffix} />;
}

/** Ways of trading, price and figures of the day, where a phone shows less. */
export const LazyMarketHead = dynamic(() => loadPart(() => import('./market-head').then((module) => module.MarketHead)), {
  ssr: false,
  loading: () => <Skeleton className="h-24 w-full rounded-card" />,
});
