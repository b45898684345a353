import { z } from 'zod';
import { marketField } from '../../../lib/protocol/fields';
import { MODES, type Mode } from '../../../lib/protocol/wire';
import type { Bus } from '../../platform/bus';
import { monotonicNow } from '../../platform/clock';
import type { Logger } from '../../platform/logger';
import type { Owners } from './matching.owners';

/** Called when a book is viewed; a promise resolves once the book is quoted. */
export type BookListener = (market: string, mode: Mode) => void | Promise<void>;
/** How long a first view waits for quotes; then it shows what there is. */
const LOOK_WAIT_MS = 500;
/** Throttle of the messages to the process that owns a book about viewers in another process. */
const TELL_GAP_MS = 2_000;

const messageSchema = z.strictObject({ market: marketField, mode: z.enum(MODES) });

export type BookViewers = {
  /** Records that a book is being viewed. */
  touch(market: string, mode: Mode): void;
  /** The same, and waits until the book is quoted, a moment at most: the first look shows no empty book, the first order finds a price. */
  look(market: string, mode: Mode): Promise<void>;
  /** Returns the function that ends the subscription. */
  onTouch(listener: BookListener): () => void;
};

type BookViewersDeps = {
  log: Logger;
  /** Markets that it doesn't know are nobody's. */
  isKnown(market: string): boolean;
  /** Whether this process writes a market; what it doesn't write is for its owner to quote. */
  isHere(market: string): boolean;
  tellOwner(market: string, mode: Mode): void;
};

/** Passes views of a book to the quoting listeners, in the process that owns the market. */
export function createBookViewers({ log, isKnown, isHere, tellOwner }: BookViewersDeps): BookViewers {
  const listeners = new Set<BookListener>();

  async function tell(market: string, mode: Mode): Promise<void> {
    if (!isKnown(market)) return;
    if (!isHere(market)) {
      tellOwner(market, mode);
      return;
    }
    try {
      await Promise.all([...listeners].map((listener) => listener(market, mode)));
    } catch (error) {
      log.error({ err: error, market }, 'a listener for looks failed');
    }
  }

  return {
    touch(market, mode) {
      void tell(market, mode);
    },
    async look(market, mode) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, LOOK_WAIT_MS);
      });
      await Promise.race([tell(market, mode), late]);
      clearTimeout(timer);
    },
    onTouch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Carries looks to the owners of books; `name` is what is traded, `leaseOf` names the lease of a market. */
export function createViewerRelay(deps: { bus: Bus; owners: Owners; name: string; processId: string; leaseOf(market: string): string }) {
  const { bus, owners, name, processId, leaseOf } = deps;
  const toldAt = new Map<string, number>();

  async function send(market: string, mode: Mode): Promise<void> {
    if (owners.find(leaseOf(market)) === null) await owners.look();
    const owner = owners.find(leaseOf(market));
    if (owner !== null && owner !== processId) bus.publish(`${name}-look.${owner}`, { market, mode });
  }

  return {
    tellOwner(market: string, mode: Mode): void {
      const key = `${market} ${mode}`;
      const now = monotonicNow();
      if (bus.isAlone || now - (toldAt.get(key) ?? Number.NEGATIVE_INFINITY) < TELL_GAP_MS) return;
      toldAt.set(key, now);
      void send(market, mode);
    },
    /** Hears of looks in other processes; returns the function that ends it. */
    start: ({ touch }: Pick<BookViewers, 'touch'>) =>
      bus.subscribe(`${name}-look.${processId}`, messageSchema, ({ market, mode }) => touch(market, mode)),
  };
}
