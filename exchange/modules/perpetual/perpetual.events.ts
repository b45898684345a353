import type { Platform } from '../../platform/app';
import type { TradeEvent } from '../../platform/events';
import type { BatchResult } from './perpetual.batch';
import type { PerpetualBook } from './perpetual.book';
import { formatUnits8 } from './perpetual.wire';

/** Tells the stream what a committed batch changed. What happened outside the book (a takeover, a deleveraging) is no trade of the market. */
export function publishCommit({ events }: Platform, { fills, touched, at }: BatchResult, changed: readonly PerpetualBook[]): void {
  for (const { terms, mode } of changed) events.publish({ kind: 'book', market: terms.symbol, mode, type: 'perpetual' });
  const groups = new Map<string, TradeEvent[]>();
  for (const fill of fills) {
    if (fill.source !== 'book') continue;
    const key = `${fill.market} ${fill.mode}`;
    const group = groups.get(key) ?? [];
    const side = fill.isTakerBuy ? 'buy' : 'sell';
    group.push({ id: fill.id, price: fill.price, num: formatUnits8(fill.quantity), side, time: at });
    groups.set(key, group);
  }
  for (const [key, trades] of groups) {
    const [market = '', mode] = key.split(' ');
    events.publish({ kind: 'trades', market, mode: mode === 'demo' ? 'demo' : 'real', type: 'perpetual', trades });
  }
  const accounts = new Map(touched.map((account) => [`${account.owner}:${account.mode}:${account.market}`, account]));
  for (const { owner, mode, market } of accounts.values()) {
    events.publish({ kind: 'account', userId: String(owner), mode, changed: ['orders', 'balances'], market });
  }
}
