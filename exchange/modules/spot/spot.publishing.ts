import type { Mode } from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import type { TradeEvent } from '../../platform/events';
import { formatSteps, formatTicks } from '../matching/matching';
import type { BatchResult } from './spot.batch';
import type { BookEntry } from './spot.state';

/** Says to who listens what a committed batch changed: books, prints of trades, and accounts. */
export function publishCommit({ events }: Platform, { fills, touched, at }: BatchResult, changed: BookEntry[]): void {
  for (const { terms, mode } of changed) events.publish({ kind: 'book', market: terms.symbol, mode });
  const trades = new Map<string, { market: string; mode: Mode; trades: TradeEvent[] }>();
  for (const { fill, terms, mode } of fills) {
    const key = `${terms.symbol}:${mode}`;
    const group = trades.get(key) ?? { market: terms.symbol, mode, trades: [] };
    const side = fill.isTakerBuy ? 'buy' : 'sell';
    group.trades.push({ id: fill.id, price: formatTicks(terms, fill.price), num: formatSteps(terms, fill.steps), side, time: at });
    trades.set(key, group);
  }
  for (const group of trades.values()) events.publish({ kind: 'trades', ...group });
  const accounts = new Map(touched.map((account) => [`${account.owner}:${account.mode}:${account.market}`, account]));
  for (const { owner, mode, market } of accounts.values()) {
    events.publish({ kind: 'account', userId: String(owner), mode, changed: ['orders', 'balances'], market });
  }
}
