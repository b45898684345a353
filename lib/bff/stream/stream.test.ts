import { describe, expect, it } from 'vitest';
import { ACCOUNT_CHANGES } from '../../protocol/wire';
import { parseChannels } from './channels';
import { createBookInterest } from './book-interest';
import { ClientQueue } from './client-queue';
import { type Listener, StreamHub } from './hub';
import { type StreamMessage, toMessage, topics } from './messages';
import { pollPrices } from './polled-line';
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
  const LISTED = new Set(['BTC-USDT', 'ETH-USDT', 'SOL-USDT', 'XRP-USDT', 'ADA-USDT']);
  const isListed = (symbol: string) => Promise.resolve(LISTED.has(symbol));
  it("belong to the session's own user and mode", async () =>
    expect([...(await parseChannels('tickers,marks,book:BTC-USDT,perpetual-book:BTC-USDT,account', session, isListed))]).toEqual([
      'upstream',
      'tickers',
      'marks demo',
      'book BTC-USDT demo spot',
      'book BTC-USDT demo perpetual',
      'account 7 demo',
    ]));
  it('are of the real account for visitors', async () =>
    expect([...(await parseChannels('trades:ETH-USDT', null, isListed))]).toEqual(['upstream', 'trades ETH-USDT real spot']));
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
    ['book:AAA-USDT', 'MARKET_UNKNOWN'],
    ['trades:AAA-USDT', 'MARKET_UNKNOWN'],
    [[...LISTED].map((symbol) => `book:${symbol}`).join(), 'REQUEST_INVALID'],
  ])('security: %.20s is refused', async (text, code) => {
    await expect(parseChannels(text, null, isListed)).rejects.toThrow(code);
  });
  it('are taken while nobody knows what is listed, as no screen may depend on the list', async () =>
    expect([...(await parseChannels('book:NEW-USDT', null, () => Promise.resolve(null)))]).toContain('book NEW-USDT real spot'));
});

describe('security: what the exchange is asked for books that are looked at', () => {
  const topicsOf = (count: number) => Array.from({ length: count }, (_, index) => topics.book(`A${index}-USDT`, 'real', 'spot'));
  it('is once for each book however many open it, and a few questions at a time', async () => {
    let now = 0;
    const asked: string[] = [];
    const answers: (() => void)[] = [];
    const interest = createBookInterest({
      ask: ({ market }) => {
        asked.push(market);
        return new Promise<void>((resolve) => answers.push(resolve));
      },
      onFailure: () => undefined,
      now: () => now,
    });
    for (let stream = 0; stream < 900; stream += 1) interest.open(topicsOf(30));
    await expect.poll(() => asked.length).toBe(4);
    for (let answered = 0; answered < 30; answered += 1) {
      await expect.poll(() => answers.length).toBeGreaterThan(answered);
      answers[answered]?.();
    }
    expect([asked.length, new Set(asked).size]).toEqual([30, 30]);
    interest.open(topicsOf(1));
    now = 10_000;
    interest.open(topicsOf(1));
    await expect.poll(() => asked.length).toBe(31);
    interest.renew([...topicsOf(1), topics.tickers]);
    await expect.poll(() => asked.length).toBe(32);
  });
  it('is bounded by a line, however many books are named', async () => {
    let asked = 0;
    const interest = createBookInterest({
      ask: async () => {
        asked += 1;
      },
      onFailure: () => undefined,
    });
    interest.renew(topicsOf(27_000));
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toBe(204);
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

describe('a backend without a stream', () => {
  const price = (at: number) => Promise.resolve([{ price: String(at) } as never]);
  it('has its prices read again and again, and its members told to read what is theirs', async () => {
    const hub = new StreamHub();
    const ada = client([topics.upstream, topics.tickers, topics.account('7', 'demo')]);
    hub.join(ada.listener, null);
    await pollPrices(hub, { readTickers: () => price(1), signal: new AbortController().signal, everyMs: 1 });
    expect(ada.seen[0]?.data).toEqual({ state: 'up' });
    expect(ada.seen.filter(({ event }) => event === 'tickers').map(({ data }) => data)).toHaveLength(10);
    expect(ada.seen.at(-1)).toMatchObject({ event: 'account', data: { changed: ACCOUNT_CHANGES } });
  });
  it('error: says nothing of an answer that came after everybody left, and passes on that there was none', async () => {
    const hub = new StreamHub();
    const left = new AbortController();
    const ada = client([topics.tickers]);
    hub.join(ada.listener, null);
    left.abort();
    await pollPrices(hub, { readTickers: () => price(1), signal: left.signal });
    expect(ada.seen).toEqual([]);
    const fails = { readTickers: () => Promise.reject(new Error('away')), signal: new AbortController().signal };
    await expect(pollPrices(hub, fails)).rejects.toThrow('away');
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
