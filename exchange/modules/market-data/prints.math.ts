import { createHash } from 'node:crypto';

/** One line of the published prices, as call x.prints answers it. `time` is in ms, a whole second. */
export type Print = { seq: number; time: number; prices: string; previous: string; hash: string };

/** What stands before the first print. */
export const GENESIS_HASH = '0'.repeat(64);

/** Returns the canonical text of prices: `MARKET=price` in alphabetical order, joined by `;`. */
export function formatPrices(prices: ReadonlyMap<string, string>): string {
  const names = [...prices.keys()].sort();
  return names.map((name) => `${name}=${prices.get(name)}`).join(';');
}

/** Returns the prices of a canonical text by market. */
export function parsePrices(text: string): Map<string, string> {
  return new Map(
    text.split(';').map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/** Returns the hash of a print: SHA-256 over previous, seq, time and prices, one a line, in lower-case hex. */
export function hashPrint(print: Omit<Print, 'hash'>): string {
  return createHash('sha256').update(`${print.previous}\n${print.seq}\n${print.time}\n${print.prices}`).digest('hex');
}

/** Why a row breaks the chain. */
export type PrintFault = { seq: number; reason: 'seq' | 'previous' | 'time' | 'hash' };

/** Returns the first fault of rows that should follow `before` (time 0 when unknown), null when the chain holds. */
export function findPrintFault(before: { seq: number; hash: string; time: number }, prints: readonly Print[]): PrintFault | null {
  let last = before;
  for (const print of prints) {
    if (print.seq !== last.seq + 1) return { seq: print.seq, reason: 'seq' };
    if (print.previous !== last.hash) return { seq: print.seq, reason: 'previous' };
    if (print.time <= last.time) return { seq: print.seq, reason: 'time' };
    if (print.hash !== hashPrint(print)) return { seq: print.seq, reason: 'hash' };
    last = print;
  }
  return null;
}
