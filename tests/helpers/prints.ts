import { formatPrices, GENESIS_HASH, hashPrint, type Print } from '../../exchange/modules/market-data/prints.math';
import { insertPrint } from '../../exchange/modules/market-data/prints.repository';
import type { Database } from '../../exchange/platform/db';

/** A chain of prints of ETH-USDT that a test makes by hand. */
export function createPrints(db: Database) {
  const listeners = new Set<(print: Print) => void>();
  let last: Print = { seq: 0, time: 0, prices: '', previous: '', hash: GENESIS_HASH };
  return {
    onPrint(listener: (print: Print) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Stores the print of a second and, where `isHeard`, tells who listens. */
    async print(now: number, price: string, isHeard: boolean): Promise<Print> {
      const time = now - (now % 1_000);
      const draft = { seq: last.seq + 1, time, prices: formatPrices(new Map([['ETH-USDT', price]])), previous: last.hash };
      last = { ...draft, hash: hashPrint(draft) };
      await insertPrint(db.read, last);
      if (isHeard) for (const listener of listeners) listener(last);
      return last;
    },
  };
}
