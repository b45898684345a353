import { describe, expect, it } from 'vitest';
import { ACCOUNT_CHANGES } from '../../protocol/wire';
import { parseChannels } from './channels';
import { ClientQueue } from './client-queue';
import { type Listener, StreamHub } from './hub';
import { type StreamMessage, toMessage, topics } from './messages';
import { createSseReader, writeSse } from './sse-reader';

const session = { userId: '7', username: 'ada', mode: 'demo', upstream: 'x', epoch: '' } as const;
const account = (id: string, userId = '7'): StreamMessage => ({
  topic: topics.account(userId, 'demo'),
  event: 'account',
  data: { changed: ['orders'], symbol: 'BTC-USDT' },
  id,
});
const tick = (price: string): StreamMessage => ({
  topic: topics.tickers,
  event: 'tickers',
  data: { tickers: [{ price } as never] },
  id: null,
});
const trade = (id: string): StreamMessage => ({
  topic: topics.trades('BTC-USDT', 'demo', 'spot'),
  event: 'trades',
  data: { symbol: 'BTC-USDT', kind: 'spot', trades: [{ id } as never] },
  id,
});

function client(topicNames: string[]) {
  const seen: StreamMessage[] = [];
  const listener: Listener = { topics: new Set(topicNames), receive: (message) => void seen.push(message) };
  return { listener, seen };
}
function sink(room: number) {
  const sent: string[] = [];
  return {
    sent,
    desiredSize: room,
    enqueue(bytes: Uint8Array) {
      sent.push(new TextDecoder().decode(bytes));
    },
  };
}

describe('channels', () => {
  it("belong to the session's own user and mode", () =>
    expect([...parseChannels('tickers,marks,book:BTC-USDT,perpetual-book:BTC-USDT,account', session)]).toEqual([
      'upstream',
      'tickers',
      'marks demo',
      'book BTC-USDT demo spot',
      'book BTC-USDT demo perpetual',
      'account 7 demo',
    ]));
  it('are of the real account for visitors', () =>
    expect([...parseChannels('trades:ETH-USDT', null)]).toEqual(['upstream', 'trades ETH-USDT real spot']));
  it.each([
    ['account', 'SESSION_REQUIRED'],
    ['account:8', 'REQUEST_INVALID'],
    ['book', 'REQUEST_INVALID'],
    ['book:BTC-USDT:real', 'REQUEST_INVALID'],
    ['book:../x', 'REQUEST_INVALID'],
    ['perpetual-tickers', 'REQUEST_INVALID'],
    ['perpetual-book', 'REQUEST_INVALID'],
    ['', 'REQUEST_INVALID'],
    [Array(31).fill('tickers').join(), 'REQUEST_INVALID'],
  ])('security: %.20s is refused', (text, code) => {
    expect(() => parseChannels(text, null)).toThrow(code);
  });
});

describe("reading the exchange's stream", () => {
  it('puts events together however they are cut', () => {
    const read = createSseReader();
    const text = `: hello\n\n${writeSse({ id: '5', event: 'account', data: { userid: '7', is_cs: '1', changed: ['balances'], market: null } })}event: resync\ndata: {}\n\n`;
    const events = [...text].flatMap((letter) => read(letter));
    expect(events.map(toMessage)).toEqual([
      { topic: 'account 7 demo', event: 'account', data: { changed: ['balances'], symbol: null }, id: '5' },
      'resync',
    ]);
  });
  it('error: gives up an event without end', () => expect(() => createSseReader()('x'.repeat(600_000))).toThrow(RangeError));
});

describe('hub', () => {
  it('security: gives account events to their user alone', () => {
    const hub = new StreamHub();
    const ada = client([topics.account('7', 'demo')]);
    const bob = client([topics.account('8', 'demo')]);
    hub.join(ada.listener, null);
    hub.join(bob.listener, null);
    hub.publish(account('1'));
    expect([ada.seen.filter((m) => m.event === 'account').length, bob.seen.filter((m) => m.event === 'account').length]).toEqual([1, 0]);
  });
  it('gives the latest prices at once, and nothing after leaving', () => {
    const hub = new StreamHub();
    hub.setState('up');
    hub.publish(tick('1'));
    hub.publish(tick('2'));
    const ada = client([topics.tickers]);
    hub.join(ada.listener, null);
    hub.leave(ada.listener);
    hub.publish(tick('3'));
    expect(ada.seen.map((m) => m.data)).toEqual([{ state: 'up' }, { tickers: [{ price: '2' }] }]);
  });
  it('repeats what came after the last event seen, and says "read again" when that is too long ago', () => {
    const hub = new StreamHub();
    for (const id of ['1', '2', '3']) hub.publish(account(id));
    const known = client([topics.account('7', 'demo')]);
    hub.join(known.listener, '1');
    const lost = client([topics.account('7', 'demo')]);
    hub.join(lost.listener, 'gone');
    expect(known.seen.map((m) => m.id)).toEqual(['2', '3']);
    expect(lost.seen.at(-1)?.data).toEqual({ changed: ACCOUNT_CHANGES, symbol: null });
  });
  it('tells everyone when the line breaks and when events may be missing', () => {
    const hub = new StreamHub();
    const ada = client([topics.upstream]);
    hub.join(ada.listener, null);
    hub.setState('up');
    hub.resync();
    expect(ada.seen.map((m) => (m.data as { state: string }).state)).toEqual(['up', 'down', 'up']);
  });
});

describe('a slow client', () => {
  it('gets the latest prices only, and all trades and changes in one', () => {
    const slow = sink(0);
    const queue = new ClientQueue(slow);
    for (let i = 1; i <= 1_000; i += 1) queue.push(tick(String(i)));
    for (let i = 1; i <= 80; i += 1) queue.push(trade(String(i)));
    queue.push(account('1'));
    queue.push(account('2'));
    expect([slow.sent.length, queue.size]).toEqual([0, 3]);
    slow.desiredSize = 1;
    queue.flush();
    const [prices, trades, changes] = slow.sent;
    expect(prices).toBe('event: tickers\ndata: {"tickers":[{"price":"1000"}]}\n\n');
    expect(JSON.parse(trades?.split('data: ')[1] ?? '').trades).toHaveLength(50);
    expect(changes).toContain('id: 2\n');
  });
  it('gets no heartbeat while something waits', () => {
    const slow = sink(0);
    const queue = new ClientQueue(slow);
    queue.beat();
    queue.push(tick('1'));
    queue.beat();
    expect(slow.sent).toEqual([]);
  });
});
