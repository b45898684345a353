import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { findSymbol } from '@/components/market/market-sort';
import { findTab, offeredTabs } from '@/components/records/record-tabs';
import { getFeatures } from '@/lib/bff/app/get-features';
import type { Market } from '@/lib/dto/market';
import { isOfABook } from '@/components/records/record-address';
import type { BookKind } from '@/lib/protocol/wire';
import { AppError } from '@/lib/errors/app-error';
import { PAGES, type PageRoute, type PageRow } from '@/lib/pages/pages';
import { findRules } from '@/lib/rules/help';
import { requireSession } from '@/lib/session/session';
import { compareDecimals, normaliseDecimal } from '@/lib/rules/decimal';
import * as accountApi from '@/lib/bff/account/account.endpoints';
import * as notificationsApi from '@/lib/bff/notifications/notifications.endpoints';
import * as hostingApi from '@/lib/bff/hosting/hosting.endpoints';
import * as loansApi from '@/lib/bff/loans/loans.endpoints';
import * as marketApi from '@/lib/bff/market/market.endpoints';
import * as spotApi from '@/lib/bff/spot/spot.endpoints';
import * as perpetualApi from '@/lib/bff/perpetual/perpetual.endpoints';
import { ask } from '@/lib/bff/operation';

/** What a page was asked for. Where what it needs isn't there, each of these ends in "not found". */
export type Asked = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const ROW_ID = /^[1-9][0-9]{0,17}$/;
const REFERENCE_LENGTH_MAX = 80;
const AMOUNT_LENGTH_MAX = 39;

/** Once a request, however many ask. */
const readBalances = cache(async () => ask(accountApi.balances, {}, await requireSession()));
const readSpotOrder = cache(async (id: string) => ask(spotApi.order, { id }, await requireSession()));
const readPerpetualOrder = cache(async (id: string) => ask(perpetualApi.perpetualOrder, { id }, await requireSession()));
const readNotification = cache(async (id: string) => ask(notificationsApi.notification, { id }, await requireSession()));

const readLoan = cache(async (id: string) => ask(loansApi.loan, { id }, await requireSession()));

const readBook = cache(async (plan: string) => ask(hostingApi.hostingBook, { plan }, await requireSession()));

/** Returns all features of the exchange, this one among them. */
async function requireFeature(name: string): Promise<readonly string[]> {
  const { features } = await getFeatures();
  if (!features.includes(name)) notFound();
  return features;
}

/** Returns the market that `coin` (BTC or BTC-USDT) names, the first one without it, and all of them. */
async function requireMarket({ searchParams }: Asked): Promise<{ market: Market; markets: Market[] }> {
  const [{ coin }, { markets }] = await Promise.all([searchParams, ask(marketApi.markets, {}, null)]);
  if (markets.length === 0) throw new AppError('LEGACY_MALFORMED', { detail: 'no markets' });
  const symbols = markets.map((one) => one.symbol);
  const symbol = coin === undefined ? symbols[0] : findSymbol(String(coin), symbols);
  const market = markets.find((one) => one.symbol === symbol);
  if (market === undefined) notFound();
  return { market, markets };
}

/** Returns what `requireMarket` does; a ticket that has a page of its own is shown there. */
async function requireMarketInfo(asked: Asked): Promise<{ market: Market; markets: Market[] }> {
  const [found, { type }] = await Promise.all([requireMarket(asked), asked.searchParams]);
  if (type === 'option' && (await getFeatures()).features.includes('option')) redirect(`/optionOrder?coin=${found.market.symbol}`);
  return found;
}

/** Returns a coin that is owned or traded here, with all balances. */
async function requireCoin({ searchParams }: Asked) {
  const [{ coin }, balances, { markets }] = await Promise.all([searchParams, readBalances(), ask(marketApi.markets, {}, null)]);
  const known = new Set([
    ...balances.balances.map((balance) => balance.asset),
    ...markets.flatMap((market) => [market.base, market.quote]),
  ]);
  if (typeof coin !== 'string' || !known.has(coin)) notFound();
  return { coin, balances, isTraded: markets.some((market) => market.base === coin) };
}

/** Returns one of the user's orders in the mode in use: of spot, or with `type` perpetual of a contract. */
async function requireOrder({ searchParams }: Asked) {
  const { id, type } = await searchParams;
  if (typeof id !== 'string' || !ROW_ID.test(id)) notFound();
  try {
    return type === 'perpetual'
      ? ({ id, isPerpetual: true, order: await readPerpetualOrder(id) } as const)
      : ({ id, isPerpetual: false, order: await readSpotOrder(id) } as const);
  } catch (error) {
    if (error instanceof AppError && (error.code === 'ORDER_NOT_FOUND' || error.code === 'FEATURE_NOT_OFFERED')) notFound();
    throw error;
  }
}

/** Returns one of the user's notifications. */
async function requireNotification({ searchParams }: Asked) {
  const { id } = await searchParams;
  if (typeof id !== 'string' || !ROW_ID.test(id)) notFound();
  try {
    return await readNotification(id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') notFound();
    throw error;
  }
}

/** Returns the kind of records that `active` names, the first one without it, and what the exchange offers. */
async function requireTab({ searchParams }: Asked) {
  const [{ active }, { features }] = await Promise.all([searchParams, getFeatures()]);
  const tab = Array.isArray(active) ? null : findTab(offeredTabs(features), active);
  return { features, tab: tab ?? notFound() };
}

/** Returns the reference of ledger entries that is asked for, and of which book it is where both have one of that name: spot, unless it is said. */
async function requireReference({ searchParams }: Asked): Promise<{ reference: string; of?: BookKind }> {
  const { ref, id, of } = await searchParams;
  const reference = ref ?? id;
  if (typeof reference !== 'string' || reference === '' || reference.length > REFERENCE_LENGTH_MAX) notFound();
  return isOfABook(reference) ? { reference, of: of === 'perpetual' ? 'perpetual' : 'spot' } : { reference };
}

/** Returns the rules that `active` names; whether what they are about is offered is the page's to say. */
async function requireRules({ searchParams }: Asked) {
  return findRules((await searchParams).active) ?? notFound();
}

/** Returns the loan that `loanid` names and the amount `num` of it. */
async function requireLoanTerms({ searchParams }: Asked) {
  const [{ num, loanid }, { products }] = await Promise.all([searchParams, ask(loansApi.loanProducts, {}, null)]);
  const product = products.find(({ id }) => id === loanid);
  const amount = typeof num === 'string' && num.length <= AMOUNT_LENGTH_MAX ? normaliseDecimal(num) : null;
  if (product === undefined || amount === null) notFound();
  if (compareDecimals(amount, product.min) < 0 || compareDecimals(amount, product.max) > 0) notFound();
  return { product, amount };
}

/** Returns what can be earned with, and whether the address asks for hosting. */
async function requireEarning({ searchParams }: Asked) {
  const [{ active }, { features }] = await Promise.all([searchParams, getFeatures()]);
  return { features, isHosting: active === 'hosting' };
}

/** Returns the open book of the plan that is asked for. */
async function requireBook({ searchParams }: Asked) {
  const { plan } = await searchParams;
  if (typeof plan !== 'string' || !ROW_ID.test(plan)) notFound();
  try {
    return await readBook(plan);
  } catch (error) {
    if (error instanceof AppError && error.code === 'STAKING_TERM_UNKNOWN') notFound();
    throw error;
  }
}

/** Returns one of the user's loans, null where the account in use has none of that number: the page says so, and leads to those that there are. */
async function findLoan({ searchParams }: Asked) {
  const { id } = await searchParams;
  if (typeof id !== 'string' || !ROW_ID.test(id)) return null;
  try {
    return await readLoan(id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'LOAN_NOT_FOUND') return null;
    if (error instanceof AppError && error.code === 'FEATURE_NOT_OFFERED') notFound();
    throw error;
  }
}

/** What each page needs to be there, besides its feature. */
const NEEDS = {
  marketInfo: requireMarketInfo,
  coin: requireMarket,
  alerts: requireMarket,
  spotorder: requireMarket,
  perpetualorder: requireMarket,
  optionOrder: requireMarket,
  walletDetails: requireCoin,
  orderdetails: requireOrder,
  notifydetails: requireNotification,
  loandetails: requireLoanTerms,
  setloandetails: findLoan,
  tab2: requireEarning,
  hostingbook: requireBook,
  record: requireTab,
  recorddetails: requireReference,
  web_view: requireRules,
} as const satisfies { [R in PageRoute]?: (asked: Asked) => Promise<unknown> };

export type NeedOf<R extends PageRoute> = R extends keyof typeof NEEDS ? Awaited<ReturnType<(typeof NEEDS)[R]>> : undefined;

/** Reads what a page needs before it shows anything; ends in "not found" where that, or its feature, isn't there. */
export async function readNeed<R extends PageRoute>(route: R, asked: Asked): Promise<NeedOf<R>> {
  const { feature }: PageRow = PAGES[route];
  const need: ((asked: Asked) => Promise<unknown>) | undefined = Object.hasOwn(NEEDS, route)
    ? NEEDS[route as keyof typeof NEEDS]
    : undefined;
  const [found] = await Promise.all([need?.(asked), feature === undefined ? null : requireFeature(feature)]);
  return found as NeedOf<R>;
}
