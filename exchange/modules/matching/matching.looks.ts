import type { Mode } from '../../../lib/protocol/wire';
import type { Logger } from '../../platform/logger';

/** May answer with a promise: that the book will be as it should be for whoever looks. */
export type BookListener = (market: string, mode: Mode) => void | Promise<void>;
/** How long a first look waits for the book to be quoted; then it shows what there is. */
const LOOK_WAIT_MS = 500;

export type Looks = {
  /** Says that somebody looks at a book. */
  touch(market: string, mode: Mode): void;
  /** The same, and waits until the book is quoted, a moment at most: the first look shows no empty book, the first order finds a price. */
  look(market: string, mode: Mode): Promise<void>;
  /** Returns the function that ends the subscription. */
  onTouch(listener: BookListener): () => void;
};

/** Tells whoever quotes that somebody looks at a book. Markets that `isKnown` doesn't know are nobody's. */
export function createLooks({ log, isKnown }: { log: Logger; isKnown(market: string): boolean }): Looks {
  const listeners = new Set<BookListener>();

  async function tell(market: string, mode: Mode): Promise<void> {
    if (!isKnown(market)) return;
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
