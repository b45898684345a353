import { toMode } from '../../../lib/protocol/fields';
import { type BookWire, book, lastTrades } from '../../../lib/protocol/markets';
import type { Mode } from '../../../lib/protocol/wire';
import { type CallContext, handle, type RegisteredCall, sessionOf } from '../../http/register-call';
import type { Database } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import type { Caller } from './matching.commands';
import type { BookViewers } from './matching.book-viewers';
import { listTrades, type OrderTable } from './matching.repository';
import type { MarketTerms } from './matching.terms';
import { formatAmount } from './matching.wire';

type Markets = { terms: ReadonlyMap<string, MarketTerms> };
type BookService = Markets & Pick<BookViewers, 'look'> & { getBook(market: string, mode: Mode): Promise<BookWire> };

/** Returns the calls that show the books and the last trades of one kind of market. */
export function createBookCalls(db: Database, table: OrderTable<unknown>, service: BookService): RegisteredCall[] {
  return [
    handle(book, async ({ market, is_cs }) => {
      await service.look(market, toMode(is_cs));
      return service.getBook(market, toMode(is_cs));
    }),
    handle(lastTrades, async ({ market, is_cs }) => {
      requireMarket(service, market);
      const trades = await listTrades(db.read, table, { market, mode: toMode(is_cs) });
      return trades.map(({ id, price, quantity, side, at }) => ({ id, price, num: formatAmount(quantity), side, time: at }));
    }),
  ];
}

/** Returns the terms of a market. @throws MARKET_UNKNOWN */
export function requireMarket({ terms }: Markets, market: string): MarketTerms {
  const found = terms.get(market);
  if (found === undefined) throw new DomainError('MARKET_UNKNOWN');
  return found;
}

/** Returns who asks, of a call that only a session may make. */
export function callerOf(context: CallContext): Caller {
  const { userId, mode } = sessionOf(context);
  return { userId, mode, arrivedAt: context.arrivedAt };
}
