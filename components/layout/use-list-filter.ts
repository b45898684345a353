'use client';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { EVERY_MARKET, type ListFilter, readListFilter, toRange } from './read-list-filter';
import { useAddressParams } from './use-address-params';

const PARTS = ['from', 'to', 'market', 'asset', 'kind'] as const;

/** A list's filter, which lives in the address: it can be shared, and the way back takes the last change back. */
export type ListFilterState<Kind extends string> = {
  filter: ListFilter<Kind>;
  /** The list's input: instants, market, coin and kind, where they are said. */
  asked: { from?: string; to?: string; symbol?: string; asset?: string; kind?: Kind };
  /** How many parts are said. */
  count: number;
  change(next: Partial<ListFilter<Kind>>): void;
};

/** Tells whether the address narrows a list. */
export function useHasListFilter(): boolean {
  const params = useSearchParams();
  return PARTS.some((part) => params.has(part));
}

/** `symbol` is the market whose list it is unless the address names another; null is every market, undefined a list without markets. */
export function useListFilter<Kind extends string>(kinds: readonly Kind[], symbol: string | null | undefined): ListFilterState<Kind> {
  const [params, changeAddress] = useAddressParams();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the address when it is called.
  return useMemo(() => {
    const said = readListFilter(params, kinds);
    // A market that another list of the page is narrowed to narrows none without markets.
    const filter = symbol === undefined ? { ...said, market: null } : said;
    const market = filter.market === EVERY_MARKET ? null : (filter.market ?? symbol ?? null);
    return {
      filter,
      asked: {
        ...toRange(filter),
        ...(market !== null && { symbol: market }),
        ...(filter.asset !== null && { asset: filter.asset }),
        ...(filter.kind !== null && { kind: filter.kind }),
      },
      count: PARTS.filter((part) => filter[part] !== null).length,
      change: (next) => changeAddress(next, 'push'),
    };
  }, [params, kinds, symbol]);
}
