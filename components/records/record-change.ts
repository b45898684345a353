import type { AccountRecord } from '@/lib/dto/lists';
import { addDecimals, compareDecimals, subtractDecimals } from '@/lib/rules/decimal';

/** The key of the text that says what a part of an account holds after an entry. */
export const AFTER = { available: 'after', locked: 'afterHeld', margin: 'afterMargin' } as const;

type Change = { asset: string; amount: string };
/** What a record did in one line: what was traded with its fee inside, if it was a trade, and how each coin changed, as signed decimals. */
export type RecordChange = { trade: { side: 'buy' | 'sell'; asset: string; quantity: string } | null; changes: Change[] };

/** Every market is quoted in it. */
const QUOTE = 'USDT';
const TRADES = new Set(['SPOT_FILL']);

/** The entry of which a record of one coin says what is left after it: that of what can be spent, else the first; null for several coins. */
export function readMoved({ entries }: Pick<AccountRecord, 'entries'>): AccountRecord['entries'][number] | null {
  if (new Set(entries.map(({ asset }) => asset)).size > 1) return null;
  return entries.find(({ part }) => part === 'available') ?? entries[0] ?? null;
}

/**
 * Returns what a record comes to: the sum of its lines by coin. Where nothing came or went, as when money is held, it is the line of what can be
 * spent, else the first.
 */
export function readChange({ type, fee, entries }: Pick<AccountRecord, 'type' | 'fee' | 'entries'>): RecordChange {
  const sums = new Map<string, string>();
  for (const { asset, amount } of entries) sums.set(asset, addDecimals(sums.get(asset) ?? '0', amount));
  const changes = [...sums].flatMap(([asset, amount]) => (compareDecimals(amount, '0') === 0 ? [] : [{ asset, amount }]));
  const moved = entries.find(({ part }) => part === 'available') ?? entries[0];
  if (changes.length === 0) return { trade: null, changes: moved === undefined ? [] : [{ asset: moved.asset, amount: moved.amount }] };
  const base = changes.find(({ asset }) => asset !== QUOTE);
  const quote = changes.find(({ asset }) => asset === QUOTE);
  if (!TRADES.has(type) || base === undefined || quote === undefined) return { trade: null, changes };
  const isBuy = compareDecimals(base.amount, '0') > 0;
  const net = isBuy ? base.amount : subtractDecimals('0', base.amount);
  const quantity = isBuy && fee?.asset === base.asset ? addDecimals(net, fee.amount) : net;
  return { trade: { side: isBuy ? 'buy' : 'sell', asset: base.asset, quantity }, changes: [quote] };
}
