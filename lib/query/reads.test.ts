import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { balances, home, records } from '../api/account';
import { actList } from '../api/lists';
import { markets } from '../api/market';
import { fundingPayments, positions } from '../api/perpetual';
import { riskLimits, riskLimitsPause } from '../api/risk-limits';
import { order, orders, placeOrder } from '../api/spot';
import type { Order } from '../dto/spot';
import { continuedOptions, pagesOptions, readOptions, topicKey } from './reads';

afterEach(() => vi.unstubAllGlobals());

describe('what a write makes stale', () => {
  const client = new QueryClient();
  const keys = {
    balances: readOptions(balances, {}).queryKey,
    home: readOptions(home, {}).queryKey,
    markets: readOptions(markets, {}).queryKey,
    open: readOptions(orders, { symbol: 'BTC-USDT', state: 'open' }).queryKey,
    one: readOptions(order, { id: '1' }).queryKey,
    positions: readOptions(positions, {}).queryKey,
    payments: pagesOptions(fundingPayments, {}).queryKey,
    records: pagesOptions(records, { asset: 'BTC' }).queryKey,
    riskLimits: readOptions(riskLimits, { product: 'option' }).queryKey,
  };
  it.each([
    [placeOrder, ['balances', 'one', 'open', 'payments', 'positions', 'records', 'riskLimits']],
    [riskLimitsPause, ['riskLimits']],
  ])('is everything that shows its topics, and nothing else', async ({ makesStale = [] }, expected) => {
    for (const key of Object.values(keys)) client.setQueryData<unknown>(key, {});
    for (const topic of makesStale) await client.invalidateQueries({ queryKey: topicKey(topic) });
    const stale = Object.entries(keys).filter(([, key]) => client.getQueryState(key)?.isInvalidated);
    expect(stale.map(([name]) => name).sort()).toEqual(expected);
  });
});

it('two inputs are two answers, and a list read by pages is a third', () => {
  const hashes = [
    readOptions(orders, { state: 'open' }).queryKey,
    readOptions(orders, { state: 'all' }).queryKey,
    pagesOptions(orders, { state: 'all' }).queryKey,
  ].map((key) => JSON.stringify(key));
  expect(new Set(hashes).size).toBe(3);
});

it('a list is asked page by page until one says that no other follows', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json({ orders: [], hasMore: asked.length < 2 });
  });
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...pagesOptions(orders, { state: 'closed' }), pages: 5 });
  expect(asked).toEqual(['/api/spot/orders?state=closed&page=1', '/api/spot/orders?state=closed&page=2']);
  expectTypeOf(pages[0]).toEqualTypeOf<{ orders: Order[]; hasMore: boolean } | undefined>();
});

it('of a list of 60 pages the last 50 are kept and read anew, and the way back leads to its newest row', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    const after = Number(new URL(path, 'http://x').searchParams.get('after') ?? 0);
    asked.push(String(after));
    return Response.json({ acts: [], next: after === 59 ? null : String(after + 1) });
  });
  const list = new InfiniteQueryObserver(new QueryClient(), continuedOptions(actList, {}));
  await list.refetch();
  for (let page = 1; page < 60; page += 1) await list.fetchNextPage();
  expect(list.getCurrentResult()).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  expect(list.getCurrentResult().data?.pages).toHaveLength(50);
  asked.length = 0;
  await list.refetch();
  expect(asked).toEqual(Array.from({ length: 50 }, (_, page) => String(page + 10)));
  for (let page = 9; page >= 0; page -= 1) await list.fetchPreviousPage();
  expect(asked.slice(50)).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1', '0']);
  expect(list.getCurrentResult()).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
});

it('types are those of the definition', () => {
  expectTypeOf(readOptions(orders, {}).queryFn).returns.resolves.toEqualTypeOf<{ orders: Order[]; hasMore: boolean }>();
  // @ts-expect-error: no such state
  readOptions(orders, { state: 'gone' });
  // @ts-expect-error: an order needs its id
  readOptions(order, {});
  // @ts-expect-error: no list
  pagesOptions(balances, {});
});
