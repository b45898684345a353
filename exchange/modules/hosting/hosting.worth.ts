import type { Mode } from '../../../lib/protocol/wire';
import { toScaled } from '../../../lib/rules/decimal';
import type { Tx } from '../../platform/db';
import { RetryTransaction } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { getAssetScale, getBalances } from '../ledger/ledger';

/** A short or long of the book on a perpetual market: quantity in base units of the coin, cost and margin in base units of USDT. */
export type OpenPosition = { id: string; market: string; side: 'long' | 'short'; quantity: bigint; cost: bigint; margin: bigint };
/** Reads the open positions of an account in a transaction. */
export type ReadOpenPositions = (tx: Tx, owner: { userId: string; mode: Mode }) => Promise<OpenPosition[]>;
/** Index and mark of a market (decimals); `isFresh` false: nothing is decided by it. */
export type Marks = ReadonlyMap<string, { index: string; mark: string; isFresh: boolean }>;

/** What a book consists of, as decimals: cash, coins at the index, margin, and what its positions would realise at the mark. */
export type BookParts = {
  cash: string;
  coins: { asset: string; quantity: string; index: string; value: string }[];
  margin: string;
  positions: { market: string; side: 'long' | 'short'; quantity: string; cost: string; mark: string; result: string }[];
};
export type Worth = { parts: BookParts; value: bigint; cash: bigint; coins: ReadonlyMap<string, bigint>; positions: OpenPosition[] };

const SCALE = 8;
const ONE = 10n ** BigInt(SCALE);
const QUOTE = 'USDT';

/** quantity × price in base units of USDT, rounded down. */
export function valueAt(quantity: bigint, price: string): bigint {
  const product = quantity * (toScaled(price, SCALE) ?? 0n);
  return product < 0n ? (product - ONE + 1n) / ONE : product / ONE;
}

/** Returns what a position would realise at a price, in base units of USDT; may be negative. */
export function resultOf({ side, quantity, cost }: OpenPosition, mark: string): bigint {
  const value = valueAt(quantity, mark);
  return side === 'long' ? value - cost : cost - value;
}

/**
 * Returns what an account has and what it is worth: cash + coins at the index + margin + unrealised at the mark, each rounded down. null while a price
 * that is needed isn't fresh. Whoever asks sees to it that the account doesn't trade meanwhile.
 */
export async function readWorth(
  tx: Tx,
  { owner, marks, readOpenPositions }: { owner: { userId: string; mode: Mode }; marks: Marks; readOpenPositions: ReadOpenPositions },
): Promise<Worth | null> {
  const before = await readOpenPositions(tx, owner);
  const balances = await getBalances(tx, owner);
  const positions = await readOpenPositions(tx, owner);
  // Funding and liquidations come when they come: between two equal looks at the positions nothing has.
  if (fingerprint(before) !== fingerprint(positions)) throw new RetryTransaction('a position of the book changed while it was valued');
  const quote = balances.find(({ asset }) => asset === QUOTE);
  const cash = (quote?.available ?? 0n) + (quote?.locked ?? 0n);
  const margin = balances.reduce((sum, row) => sum + row.margin, 0n);
  let value = cash + margin;
  const parts: BookParts = { cash: fromUnits(cash, SCALE), coins: [], margin: fromUnits(margin, SCALE), positions: [] };
  const coins = new Map<string, bigint>();
  for (const { asset, available, locked } of balances) {
    const quantity = available + locked;
    if (asset === QUOTE || quantity === 0n) continue;
    const mark = marks.get(`${asset}-${QUOTE}`);
    if (mark === undefined || !mark.isFresh) return null;
    const worth = valueAt(quantity, mark.index);
    value += worth;
    coins.set(asset, quantity);
    const show = fromUnits(quantity, getAssetScale(asset));
    parts.coins.push({ asset, quantity: show, index: mark.index, value: fromUnits(worth, SCALE) });
  }
  for (const position of positions) {
    const mark = marks.get(position.market);
    if (mark === undefined || !mark.isFresh) return null;
    const result = resultOf(position, mark.mark);
    value += result;
    const { market, side, quantity, cost } = position;
    const shown = { quantity: fromUnits(quantity, SCALE), cost: fromUnits(cost, SCALE), result: fromUnits(result, SCALE) };
    parts.positions.push({ market, side, mark: mark.mark, ...shown });
  }
  return { parts, value: value > 0n ? value : 0n, cash: quote?.available ?? 0n, coins, positions };
}

/** Returns what parts are worth together, in base units of USDT: the same sum, from what was written down. */
export function sumParts({ cash, coins, margin, positions }: BookParts): bigint {
  const units = (text: string) => toScaled(text.replace('-', ''), SCALE) ?? 0n;
  const signed = (text: string) => (text.startsWith('-') ? -units(text) : units(text));
  const held = coins.reduce((sum, { quantity, index }) => sum + valueAt(units(quantity), index), 0n);
  const open = positions.reduce((sum, { side, quantity, cost, mark }) => {
    const value = valueAt(units(quantity), mark);
    return sum + (side === 'long' ? value - signed(cost) : signed(cost) - value);
  }, 0n);
  const total = signed(cash) + signed(margin) + held + open;
  return total > 0n ? total : 0n;
}

function fingerprint(positions: readonly OpenPosition[]): string {
  return positions.map(({ id, quantity, cost, margin }) => `${id}:${quantity}:${cost}:${margin}`).join();
}
