import { notFound } from 'next/navigation';
import { cache } from 'react';
import { findSymbol } from '@/components/market/market-sort';
import { findTab, offeredTabs } from '@/components/records/record-tabs';
import { getBalances } from '@/lib/bff/account/get-balances';
import { getFeatures } from '@/lib/bff/app/get-features';
import { getMarkets } from '@/lib/bff/market/get-markets';
import { getPerpetualOrder } from '@/lib/bff/perpetual/orders';
import { getOrderDetail } from '@/lib/bff/spot/get-order-detail';
import type { Market } from '@/lib/dto/market';
import { AppError } from '@/lib/errors/app-error';
import { requireSession } from '@/lib/session/session';

/** What pages ask for before they show anything; where it isn't there, each of these ends in "not found". */
export type Asked = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const ORDER_ID = /^[1-9][0-9]{0,17}$/;
const REFERENCE_LENGTH_MAX = 80;

/** Once a request, however many ask. */
const readBalances = cache(async () => getBalances({ session: await requireSession() }));
const readSpotOrder = cache(async (id: string) => getOrderDetail({ session: await requireSession() }, { id }));
const readPerpetualOrder = cache(async (id: string) => getPerpetualOrder({ session: await requireSession() }, { id }));

/** Returns all features of the exchange, this one among them. */
export async function requireFeature(name: string): Promise<readonly string[]> {
  const { features } = await getFeatures();
  if (!features.includes(name)) notFound();
  return features;
}

/** Returns the market that `coin` (BTC or BTC-USDT) names, the first one without it, and all of them. */
export async function requireMarket({ searchParams }: Asked): Promise<{ market: Market; markets: Market[] }> {
  const [{ coin }, { markets }] = await Promise.all([searchParams, getMarkets()]);
  if (markets.length === 0) throw new AppError('LEGACY_MALFORMED', { detail: 'no markets' });
  const symbols = markets.map((one) => one.symbol);
  const symbol = coin === undefined ? symbols[0] : findSymbol(String(coin), symbols);
  const market = markets.find((one) => one.symbol === symbol);
  if (market === undefined) notFound();
  return { market, markets };
}

/** Returns the market asked for, of a product that the exchange offers. */
export async function requireProductMarket(product: string, asked: Asked): Promise<{ market: Market; markets: Market[] }> {
  const [found] = await Promise.all([requireMarket(asked), requireFeature(product)]);
  return found;
}

/** Returns a coin that is owned or traded here, with all balances. */
export async function requireCoin({ searchParams }: Asked) {
  const [{ coin }, balances, { markets }] = await Promise.all([searchParams, readBalances(), getMarkets()]);
  const known = new Set([
    ...balances.balances.map((balance) => balance.asset),
    ...markets.flatMap((market) => [market.base, market.quote]),
  ]);
  if (typeof coin !== 'string' || !known.has(coin)) notFound();
  return { coin, balances, isTraded: markets.some((market) => market.base === coin) };
}

/** Returns one of the user's orders in the mode in use: of spot, or with `type` perpetual of a contract. */
export async function requireOrder({ searchParams }: Asked) {
  const { id, type } = await searchParams;
  if (typeof id !== 'string' || !ORDER_ID.test(id)) notFound();
  try {
    return type === 'perpetual'
      ? ({ id, isPerpetual: true, order: await readPerpetualOrder(id) } as const)
      : ({ id, isPerpetual: false, order: await readSpotOrder(id) } as const);
  } catch (error) {
    if (error instanceof AppError && (error.code === 'ORDER_NOT_FOUND' || error.code === 'FEATURE_NOT_OFFERED')) notFound();
    throw error;
  }
}

/** Returns the kind of records that `active` names, the first one without it, and what the exchange offers. */
export async function requireTab({ searchParams }: Asked) {
  const [{ active }, { features }] = await Promise.all([searchParams, getFeatures()]);
  const tab = Array.isArray(active) ? null : findTab(offeredTabs(features), active);
  return { features, tab: tab ?? notFound() };
}

/** Returns the reference of ledger entries that is asked for. */
export async function requireReference({ searchParams }: Asked): Promise<string> {
  const { ref, id } = await searchParams;
  const reference = ref ?? id;
  const isReference = typeof reference === 'string' && reference !== '' && reference.length <= REFERENCE_LENGTH_MAX;
  return isReference ? reference : notFound();
}
