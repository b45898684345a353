import type { Contract, Proof } from '@/lib/dto/options';
import { decimalsOf } from '@/components/money/format';
import { compareDecimals, formatScaled, toScaled } from '../../lib/rules/decimal';
import {
  calculateDelivery,
  calculateProfit,
  decideOutcome,
  findStrikePrint,
  formatPrintText,
  type OptionPrint,
  readPrintPrice,
} from '../../lib/rules/options';

const MONEY_SCALE = 8;

/** What the recomputation found; `used` are the five prints of the delivery price. */
export type CheckedProof =
  | { verdict: 'good'; used: readonly OptionPrint[]; strikeSeq: number | null }
  | { verdict: 'none' }
  | { verdict: 'bad'; fault: 'hash' | 'chain' | 'strike' | 'delivery' | 'result' | 'payout' };

async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the first break: a hash that isn't the one of its row, or a row that doesn't follow from the one before. */
async function findChainFault(prints: readonly OptionPrint[]): Promise<'hash' | 'chain' | null> {
  let before: OptionPrint | null = null;
  for (const print of prints) {
    if ((await hashText(formatPrintText(print))) !== print.hash) return 'hash';
    if (before !== null && print.seq === before.seq + 1 && print.previous !== before.hash) return 'chain';
    if (before !== null && (print.seq <= before.seq || print.time <= before.time)) return 'chain';
    before = print;
  }
  return null;
}

/** Returns the prints that the mean leaves out: of the five the highest and the lowest, the first of them where prices are equal. */
export function findLeftOut(used: readonly OptionPrint[], market: string): ReadonlySet<number> {
  const sorted = [...used].sort((a, b) =>
    compareDecimals(readPrintPrice(a.prices, market) ?? '0', readPrintPrice(b.prices, market) ?? '0'),
  );
  return new Set([sorted[0]?.seq, sorted.at(-1)?.seq].filter((seq) => seq !== undefined));
}

/** A price is proved only when no row is missing between the first and the last print that it needs. */
function isUnbroken(prints: readonly OptionPrint[]): boolean {
  return prints.every((print, index) => index === 0 || print.seq === (prints[index - 1]?.seq ?? 0) + 1);
}

const isPrice = (found: string, said: string | null) => said !== null && compareDecimals(found, said) === 0;

/** Returns what the result of a contract with both prices should have paid. */
function expectedPayout({ stake, ratio }: Contract, result: 'won' | 'lost' | 'refunded'): string {
  const units = toScaled(stake, MONEY_SCALE) ?? 0n;
  if (result === 'lost') return '0';
  return formatScaled(result === 'won' ? units + calculateProfit({ stake: units, ratio }) : units, MONEY_SCALE);
}

/**
 * Recomputes a settled contract from its prints alone: hashes, chain, purchase price, delivery price, result and payout.
 *
 * `none` when the stake came back because prints were missing: then there is nothing to recompute.
 */
export async function checkProof({ contract, tickSize, prints }: Proof): Promise<CheckedProof> {
  const chainFault = await findChainFault(prints);
  if (chainFault !== null) return { verdict: 'bad', fault: chainFault };
  if (contract.reason === 'no_strike' || contract.reason === 'no_delivery') return { verdict: 'none' };
  const { symbol: market, strike, strikeAt, deliversAt } = contract;
  if (strike === null || strikeAt === null || deliversAt === null) return { verdict: 'bad', fault: 'strike' };
  const strikeMs = Date.parse(strikeAt);
  const first = prints.filter((print) => print.time <= strikeMs);
  const found = findStrikePrint({ prints: first, market, acceptedAt: Date.parse(contract.acceptedAt) });
  const price = found?.prices.split(';').find((pair) => pair.startsWith(`${market}=`));
  if (found === null || found.time !== strikeMs || !isUnbroken(first)) return { verdict: 'bad', fault: 'strike' };
  if (price === undefined || !isPrice(price.slice(market.length + 1), strike)) return { verdict: 'bad', fault: 'strike' };
  const deliversMs = Date.parse(deliversAt);
  const delivery = calculateDelivery({ prints, market, deliversAt: deliversMs, tickScale: decimalsOf(tickSize) });
  if (delivery === null || !isUnbroken(delivery.proving) || !isPrice(delivery.price, contract.delivery)) {
    return { verdict: 'bad', fault: 'delivery' };
  }
  if (strikeMs + contract.seconds * 1_000 !== deliversMs) return { verdict: 'bad', fault: 'delivery' };
  const { result } = decideOutcome({ direction: contract.direction, strike, delivery: delivery.price });
  if (result !== contract.state) return { verdict: 'bad', fault: 'result' };
  if (compareDecimals(expectedPayout(contract, result), contract.paid) !== 0) return { verdict: 'bad', fault: 'payout' };
  return { verdict: 'good', used: delivery.used, strikeSeq: found.seq };
}
