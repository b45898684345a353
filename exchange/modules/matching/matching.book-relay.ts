import { z } from 'zod';
import { book, type BookWire } from '../../../lib/protocol/markets';
import { decimalField, marketField } from '../../../lib/protocol/fields';
import { MODES, type Mode } from '../../../lib/protocol/wire';
import type { Bus } from '../../platform/bus';
import { monotonicNow } from '../../platform/clock';
import type { Owners } from './matching.owners';

/** How long the owner of a book is waited for; the database has the same levels, it is only slower. */
const BOOK_WAIT_MS = 1_000;
/** Best prices are told once a second; older ones are nobody's. */
const TOPS_KEPT_MS = 5_000;
const MARKETS_MAX = 1_000;

const ofBook = z.strictObject({ market: marketField, mode: z.enum(MODES) });
const topsMessage = z
  .array(z.strictObject({ market: marketField, bid: decimalField.nullable(), ask: decimalField.nullable() }))
  .max(MARKETS_MAX);

/** Best prices of a market, null on a side that nobody quotes. */
export type Top = { bid: string | null; ask: string | null };

/** Carries books to the processes that don't write them; `name` is what is traded. */
export function createBookRelay(deps: { bus: Bus; owners: Owners; name: string; processId: string; leaseOf(market: string): string }) {
  const { bus, owners, name, processId, leaseOf } = deps;
  const tops = new Map<string, Top & { heardAt: number }>();
  return {
    /** Returns the book as its owner has it in memory, null when none answers. */
    async ask(market: string, mode: Mode): Promise<BookWire | null> {
      if (bus.isAlone) return null;
      if (owners.find(leaseOf(market)) === null) await owners.look();
      const owner = owners.find(leaseOf(market));
      if (owner === null || owner === processId) return null;
      try {
        const found = await bus.request(
          `${name}-book.${owner}`,
          { market, mode },
          { timeoutMs: BOOK_WAIT_MS, answer: book.answer.nullable() },
        );
        if (found !== null) return found;
      } catch {
        // Counted by the bus.
      }
      // Who asks next finds the new owner.
      void owners.look();
      return null;
    },
    /** Tells the others the best prices of the books that this process writes. */
    tellTops(list: readonly (Top & { market: string })[]): void {
      if (!bus.isAlone && list.length > 0) bus.publish(`${name}-tops`, list);
    },
    /** Returns the best prices that the owner of a market told last, null when it has been silent. */
    findTop(market: string): Top | null {
      const top = tops.get(market);
      return top === undefined || monotonicNow() - top.heardAt > TOPS_KEPT_MS ? null : { bid: top.bid, ask: top.ask };
    },
    /** Begins to answer; `read` returns a book that this process writes, null where it doesn't. Returns the function that ends it. */
    start(read: (market: string, mode: Mode) => Promise<BookWire | null>): () => void {
      const ends = [
        bus.serve(`${name}-book.${processId}`, ofBook, ({ market, mode }) => read(market, mode)),
        bus.subscribe(`${name}-tops`, topsMessage, (list) => {
          const heardAt = monotonicNow();
          for (const { market, ...top } of list) tops.set(market, { ...top, heardAt });
        }),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
