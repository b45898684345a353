import type { TickerWire } from '../../lib/protocol/markets';
import type { MarksWire } from '../../lib/protocol/perpetual';
import type { AccountChange, BookKind, Mode, OrderSide } from '../../lib/protocol/wire';
import type { Logger } from './logger';

export type TradeEvent = { id: string; price: string; num: string; side: OrderSide; time: number };

/** Something that a stream may have to tell. `book` and `account` say only what changed: read it from its module. `type` spot unless said. */
export type ExchangeEvent =
  | { kind: 'tickers'; rows: TickerWire[]; at: number }
  | { kind: 'book'; market: string; mode: Mode; type?: BookKind }
  | { kind: 'trades'; market: string; mode: Mode; type?: BookKind; trades: TradeEvent[] }
  | { kind: 'marks'; mode: Mode; marks: MarksWire }
  | { kind: 'account'; userId: string; mode: Mode; changed: AccountChange[]; market: string | null }
  /** What other processes told may have been missed: whoever follows reads everything again. */
  | { kind: 'gap' };

/** Whether something happened in this process or was told by another one. */
export type EventOrigin = 'here' | 'elsewhere';

export type EventHub = {
  publish(event: ExchangeEvent, origin?: EventOrigin): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: ExchangeEvent, origin: EventOrigin) => void): () => void;
};

/** Returns a hub inside this process. A listener that throws is logged and does not keep the others from hearing. */
export function createEventHub(log: Logger): EventHub {
  const listeners = new Set<(event: ExchangeEvent, origin: EventOrigin) => void>();
  return {
    publish(event, origin = 'here') {
      for (const listener of listeners) {
        try {
          listener(event, origin);
        } catch (error) {
          log.error({ err: error, kind: event.kind }, 'an event listener failed');
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
