import { afterEach, expect, it, vi } from 'vitest';
import { createEventRelay } from './event-relay';
import { createEventHub, type ExchangeEvent } from './events';
import { createLogger } from './logger';
import { createMetrics } from './metrics';
import { createTestNetwork } from './test-bus';

const log = createLogger('silent');
const trade = (id: string) => ({ id, price: '1', num: '1', side: 'buy' as const, time: 1 });
const trades = (...ids: string[]): ExchangeEvent => ({ kind: 'trades', market: 'BTC-USDT', mode: 'demo', trades: ids.map(trade) });
const account: ExchangeEvent = { kind: 'account', userId: '7', mode: 'demo', changed: ['orders'], market: 'BTC-USDT' };

function createProcesses() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  const network = createTestNetwork();
  const join = () => {
    const bus = network.join();
    const events = createEventHub(log);
    const heard: string[] = [];
    events.subscribe((event, origin) => {
      const what = event.kind === 'trades' ? `trades ${event.trades.map(({ id }) => id).join(' ')}` : event.kind;
      heard.push(`${origin} ${what}`);
    });
    const relay = createEventRelay({ bus, events, metrics: createMetrics(log) });
    relay.start();
    return { bus, events, heard, relay };
  };
  return { network, a: join(), b: join(), c: join() };
}
afterEach(() => void vi.useRealTimers());

it('what happens in one process is heard once in each, in its order, and not sent back', () => {
  const { a, b, c } = createProcesses();
  a.events.publish(trades('1'));
  a.events.publish(account);
  a.events.publish(account);
  vi.advanceTimersByTime(20);
  b.events.publish(trades('2'));
  vi.advanceTimersByTime(20);
  expect(a.heard).toEqual(['here trades 1', 'here account', 'here account', 'elsewhere trades 2']);
  expect(b.heard).toEqual(['elsewhere trades 1', 'elsewhere account', 'here trades 2']);
  expect(c.heard).toEqual(['elsewhere trades 1', 'elsewhere account', 'elsewhere trades 2']);
});

it('prices of which every process has its own are not sent', () => {
  const { a, b } = createProcesses();
  a.events.publish({ kind: 'tickers', rows: [], at: 1 });
  vi.advanceTimersByTime(20);
  expect(b.heard).toEqual([]);
});

it('a process that missed something hears of a gap: with the next event, or within a second without one', () => {
  const { network, a, b, c } = createProcesses();
  a.events.publish(trades('1'));
  vi.advanceTimersByTime(20);
  network.cut(b.bus, true);
  a.events.publish(trades('2'));
  vi.advanceTimersByTime(20);
  network.cut(b.bus, false);
  vi.advanceTimersByTime(1_000);
  expect(b.heard).toEqual(['elsewhere trades 1', 'elsewhere gap']);
  network.cut(b.bus, true);
  a.events.publish(trades('3'));
  vi.advanceTimersByTime(20);
  network.cut(b.bus, false);
  a.events.publish(trades('4'));
  vi.advanceTimersByTime(20);
  expect(b.heard.slice(2)).toEqual(['elsewhere gap', 'elsewhere trades 4']);
  expect(c.heard).toEqual(['elsewhere trades 1', 'elsewhere trades 2', 'elsewhere trades 3', 'elsewhere trades 4']);
});

it('a process that falls silent leaves a gap, one that stops does not', () => {
  const { network, a, b, c } = createProcesses();
  vi.advanceTimersByTime(1_000);
  a.relay.stop();
  vi.advanceTimersByTime(15_000);
  expect(b.heard).toEqual([]);
  network.cut(c.bus, true);
  vi.advanceTimersByTime(15_000);
  expect(b.heard).toEqual(['elsewhere gap']);
});

it('bounded: many trades of one moment are cut to what a stream shows, many events go in messages of their own', () => {
  const { a, b } = createProcesses();
  a.events.publish(trades(...Array.from({ length: 500 }, (_, index) => String(index))));
  for (let user = 1; user <= 2_000; user += 1) a.events.publish({ ...account, userId: String(user) } as ExchangeEvent);
  vi.advanceTimersByTime(20);
  expect(b.heard[0]?.split(' ')).toHaveLength(52);
  expect(b.heard.filter((what) => what === 'elsewhere account')).toHaveLength(2_000);
  for (let user = 1; user <= 10_001; user += 1) a.events.publish({ ...account, userId: String(user) } as ExchangeEvent);
  vi.advanceTimersByTime(20);
  expect(b.heard.filter((what) => what === 'elsewhere gap')).toHaveLength(1);
});
