'use client';
import * as perpetualApi from '@/lib/api/perpetual';
import * as spotApi from '@/lib/api/spot';
import type { BookKind } from '@/lib/protocol/wire';
import { useRead } from '@/lib/query/use-read';

/** Returns the prices at which own orders rest in a book, as far as they are known. */
export function useOwnPrices(symbol: string, kind: BookKind): readonly string[] {
  const spot = useRead(spotApi.orders, { symbol, state: 'open' }, { enabled: kind === 'spot' }).data?.orders;
  const perpetual = useRead(perpetualApi.perpetualOpen, { symbol }, { enabled: kind === 'perpetual' }).data?.orders;
  return ((kind === 'spot' ? spot : perpetual) ?? []).flatMap(({ price, status }) =>
    price === null || status === 'waiting' ? [] : [price],
  );
}
