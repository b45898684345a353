import type { z } from 'zod';
import type { Platform } from '../../platform/app';
import { toWriteRefusal } from '../../platform/idempotency';
import type { Asked, Outcome } from './matching.commands';
import { createLookRelay, createLooks, type Looks } from './matching.looks';
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
};

export type SharedMarkets<Command, Answer> = Looks & {
  /** Has a command done by whoever writes the market; null: nobody has to, as for what is closed or doesn't exist. */
  route(market: string | null, command: Command): Promise<Outcome<Answer>>;
  /** Whether this process writes a market at the moment. */
  isHere(market: string): boolean;
  /** Returns the market of what a member named and this process doesn't have; null without asking where nobody else could have it. */
  locate(find: () => Promise<string | null>): Promise<string | null>;
  start(): void;
  stop(): void;
};

/** Markets that several processes serve and of which each is written by one: brings commands and looks to the process that writes it. */
export function createSharedMarkets<Command extends Asked & { kind: string }, Answer>(
  deps: SharedMarketsDeps<Command, Answer>,
): SharedMarkets<Command, Answer> {
  const { platform, name, processId, leaseOf, submit } = deps;
  const { db, log, bus } = platform;
  const known = new Map(deps.markets.map((market) => [leaseOf(market), market]));
  const owners = createOwners({ db, log, leases: [...known.keys()] });
  const relay = createLookRelay({ bus, owners, name, processId, leaseOf });
  const looks = createLooks({
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
    start() {
      ends = [routing.start(), relay.start(looks)];
    },
    stop() {
      for (const end of ends.splice(0)) end();
    },
  };
}
