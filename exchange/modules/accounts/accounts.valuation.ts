import type { DecimalString, Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { fromUnits, mulDiv, toUnits } from '../../platform/decimal';
import { type BalanceRow, type BalancesSince, getAssetScale, getBalances, getBalancesSince } from '../ledger/ledger';

/** Prices in USDT of one unit of an asset; null while none is known. */
export type Prices = {
  getPrice(asset: string): DecimalString | null;
  /** The price at 00:00 UTC of today. */
  getOpenToday(asset: string): Promise<DecimalString | null>;
  /** Change over 24 h as a fraction, signed. */
  getChangeRate(asset: string): DecimalString | null;
};

const USDT_SCALE = 8;
const PRICE_SCALE = 8;
const DAY_MS = 24 * 60 * 60_000;
/** A ratio is shown with two decimals of percent; six are enough for any sum of them. */
const RATIO_SCALE = 6;

/** Returns an amount of an asset in USDT base units, rounded down towards zero. An asset without a price counts as zero. */
export function calculateValue(input: { asset: string; units: bigint; price: DecimalString | null }): bigint {
  const scale = getAssetScale(input.asset);
  if (input.asset === 'USDT') return input.units;
  if (input.price == null) return 0n;
  return mulDiv(input.units * 10n ** BigInt(USDT_SCALE), toUnits(input.price, PRICE_SCALE), 10n ** BigInt(scale + PRICE_SCALE), 'down');
}

export type ValuedBalance = BalanceRow & { value: bigint };

/** Returns balances with their value at the index price, in USDT base units, and the sum. */
export async function valueBalances(
  tx: Tx,
  prices: Prices,
  input: { userId: string; mode: Mode },
): Promise<{ rows: ValuedBalance[]; total: bigint }> {
  return addValues(await getBalances(tx, input), prices);
}

function addValues(balances: readonly BalanceRow[], prices: Prices): { rows: ValuedBalance[]; total: bigint } {
  const rows = balances.map((row) => ({
    ...row,
    value: calculateValue({ asset: row.asset, units: row.available + row.locked + row.margin, price: prices.getPrice(row.asset) }),
  }));
  return { rows, total: rows.reduce((sum, row) => sum + row.value, 0n) };
}

/** What a profit came of, in USDT base units: prices, fills and fees of coins, perpetual and seconds contracts, and what is staked or hosted. */
export type ProfitParts = { coins: bigint; perpetual: bigint; seconds: bigint; earn: bigint };

/** How the codes of journals begin that change what an account has in a product; what no other one changes is that of its coins. */
const PRODUCTS = { PERPETUAL_: 'perpetual', OPTION_: 'seconds', STAKING_: 'earn' } as const;

function splitProfit(profit: bigint, changes: BalancesSince['changes'], prices: Prices, gained: bigint): ProfitParts {
  const parts = { coins: 0n, perpetual: 0n, seconds: 0n, earn: gained };
  for (const { code, asset, units } of changes) {
    const product = Object.entries(PRODUCTS).find(([start]) => code.startsWith(start))?.[1];
    if (product !== undefined) parts[product] += calculateValue({ asset, units, price: prices.getPrice(asset) });
  }
  return { ...parts, coins: profit - parts.perpetual - parts.seconds - parts.earn };
}

/**
 * Returns the value of all balances, and today's profit in USDT base units (may be negative) and as a fraction of what was there: the value now,
 * less the value at 00:00 UTC at the prices of then, less what came in from outside since. Balances and sums are of one moment. What is hosted counts
 * beside the balances, with what it has gained since. `parts` add up to the profit to the last digit.
 */
export async function calculateTodayProfit(
  tx: Tx,
  prices: Prices,
  input: { userId: string; mode: Mode; now: number; externalCodes: readonly string[]; hosted: { worth: bigint; gained: bigint } },
): Promise<{ total: bigint; profit: bigint; parts: ProfitParts; ratio: DecimalString }> {
  const dayStart = input.now - (input.now % DAY_MS);
  const since = await getBalancesSince(tx, { ...input, dayStart });
  const { hosted } = input;
  const total = addValues(since.balances, prices).total + hosted.worth;
  // Money that went into a book or came back is outside money to the balances: this is its other side.
  let before = hosted.worth - hosted.gained;
  for (const [asset, units] of since.before) {
    if (units === 0n) continue;
    const price = (await prices.getOpenToday(asset)) ?? prices.getPrice(asset);
    before += calculateValue({ asset, units, price });
  }
  for (const [asset, units] of since.external) before += calculateValue({ asset, units, price: prices.getPrice(asset) });
  const profit = total - before;
  const ratio = before > 0n ? fromUnits(mulDiv(profit, 10n ** BigInt(RATIO_SCALE), before, 'down'), RATIO_SCALE) : '0';
  return { total, profit, parts: splitProfit(profit, since.changes, prices, hosted.gained), ratio };
}

/** Returns what amounts are worth at the index price together, in USDT base units; nothing for none. */
export function sumValues(prices: Prices, amounts: ReadonlyMap<string, bigint> = new Map()): bigint {
  return [...amounts].reduce((sum, [asset, units]) => sum + calculateValue({ asset, units, price: prices.getPrice(asset) }), 0n);
}

/** Returns a part of a whole as a fraction, rounded down; 0 of nothing. */
export function toShare(part: bigint, whole: bigint): DecimalString {
  return whole > 0n ? fromUnits(mulDiv(part, 10n ** BigInt(RATIO_SCALE), whole, 'down'), RATIO_SCALE) : '0';
}

/** Returns USDT base units as a decimal. */
export function toUsdt(units: bigint): DecimalString {
  return fromUnits(units, USDT_SCALE);
}

/** Returns a signed fraction as percent: '-0.0123' is '-1.23'. */
export function toPercent(rate: DecimalString): DecimalString {
  return fromUnits(toUnits(rate, 16), 14);
}
