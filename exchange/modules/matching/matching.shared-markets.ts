import type { z } from 'zod';
import type { BookWire } from '../../../lib/protocol/markets';
import type { Mode } from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import { toWriteRefusal } from '../../platform/idempotency';
import { createBookRelay, type Top } from './matching.book-relay';
import type { UserCommandBase, Outcome } from './matching.commands';
import { createViewerRelay, createBookViewers, type BookViewers } from './matching.book-viewers';
import { createOwners } from './matching.owners';
import { createRouting, type Routing } from './matching.routing';

type SharedMarketsDeps<Command, Answer> = {
  platform: Platform;
  /** What is traded: the topic of the messages. */
  name: string;
  /** The owner in this process' leases. */
  processId: string;
  markets: readonly string[];
  leaseOf(market: string): string;
  /** Whether this process writes the market of a lease at the moment. */
  isHere(lease: string): boolean;
  /** Reads a command as another process sent it, and says how it is sent; as it is when missing. */
  schema: z.ZodType<Command>;
  encode?(command: Omit<Command, 'deadline'>): unknown;
  submit(command: Command): Promise<Outcome<Answer>>;
  /** Returns a book that this process writes. */
  readBook(market: string, mode: Mode): Promise<BookWire>;
};

export type SharedMarkets<Command, Answer> = BookViewers & {
  /** Has a command done by whoever writes the market; null: nobody has to, as for what is closed or doesn't exist. */
  route(market: string | null, command: Command): Promise<Outcome<Answer>>;
  /** Whether this process writes a market at the moment. */
  isHere(market: string): boolean;
  /** Returns the market of what a member named and this process doesn't have; null without asking where nobody else could have it. */
  locate(find: () => Promise<string | null>): Promise<string | null>;
  /** Returns a book of another process as it has it in memory, null when none answers. */
  askBook(market: string, mode: Mode): Promise<BookWire | null>;
  /** Tells the others the best prices of the books that this process writes. */
  tellTops(list: readonly (Top & { market: string })[]): void;
  /** Returns the best prices that another process told, null when it has been silent. */
  findTop(market: string): Top | null;
  start(): void;
  stop(): void;
};

/** Markets that several processes serve and of which each is written by one: brings commands and looks to the process that writes it. */
export function createSharedMarkets<Command extends UserCommandBase & { kind: string }, Answer>(
  deps: SharedMarketsDeps<Command, Answer>,
): SharedMarkets<Command, Answer> {
  const { platform, name, processId, leaseOf, submit } = deps;
  const { db, log, bus } = platform;
  const known = new Map(deps.markets.map((market) => [leaseOf(market), market]));
  const owners = createOwners({ db, log, leases: [...known.keys()] });
  const relay = createViewerRelay({ bus, owners, name, processId, leaseOf });
  const books = createBookRelay({ bus, owners, name, processId, leaseOf });
  const looks = createBookViewers({
    log,
    isKnown: (market) => known.has(leaseOf(market)),
    isHere: (market) => bus.isAlone || deps.isHere(leaseOf(market)),
    tellOwner: relay.tellOwner,
  });
  const routing: Routing<Command, Answer> = createRouting({
    ...deps,
    owners,
    // The book is quoted where it is written; to cancel, nobody needs a price.
    async prepare(lease, { kind, caller }) {
      if (kind !== 'cancel') await looks.look(known.get(lease) ?? '', caller.mode);
    },
    submit,
  });
  let ends: (() => void)[] = [];
  return {
    ...looks,
    route: (market, command) => routing.route(market === null ? null : leaseOf(market), command),
    isHere: (market) => deps.isHere(leaseOf(market)),
    async locate(find) {
      if (bus.isAlone) return null;
      try {
        return await find();
      } catch (error) {
        throw toWriteRefusal(error);
      }
    },
    askBook: books.ask,
    tellTops: books.tellTops,
    findTop: books.findTop,
    start() {
      const read = async (market: string, mode: Mode) => {
        if (!deps.isHere(leaseOf(market))) return null;
        await looks.look(market, mode);
        return deps.readBook(market, mode);
      };
      ends = [routing.start(), relay.start(looks), books.start(read)];
    },
    stop() {
      for (const end of ends.splice(0)) end();
    },
  };
}
