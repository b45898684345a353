import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookWire } from '../../../lib/protocol/markets';
import type { ExchangeEvent } from '../../platform/events';
import { createLogger } from '../../platform/logger';
import { CLIENT_BYTES_MAX, STALL_MAX_MS, type StreamClient } from './stream.client';
import { RING_FRAMES_MAX } from './stream.ring';
import { BOOK_GAP_MS, createStreamService, INTEREST_MS, type StreamService } from './stream.service';

const START = Date.UTC(2026, 5, 17);
let service: StreamService;
let seq = 0;
let touched: string[] = [];

class FakeSocket {
  text = '';
  isFull = false;
  isClosed = false;
  write = (text: string) => {
    this.text += text;
    return !this.isFull;
  };
  close = () => {
    this.isClosed = true;
  };
  get events(): { event: string; id: string | null; data: Record<string, unknown> }[] {
    return this.text
      .split('\n\n')
      .filter((block) => block.startsWith('event: '))
      .map((block) => ({
        event: /^event: (.*)$/m.exec(block)![1]!,
        id: /^id: (.*)$/m.exec(block)?.[1] ?? null,
        data: JSON.parse(/^data: (.*)$/m.exec(block)![1]!),
      }));
  }
  named = (event: string) => this.events.filter((one) => one.event === event);
}

const account = (userId: string, changed: ('orders' | 'balances')[] = ['orders']): ExchangeEvent => ({
  kind: 'account',
  userId,
  mode: 'demo',
  changed,
  market: 'BTC-USDT',
});
const trades = (...ids: string[]): ExchangeEvent => ({
  kind: 'trades',
  market: 'BTC-USDT',
  mode: 'real',
  trades: ids.map((id) => ({ id, price: '1', num: '1', side: 'buy', time: START })),
});

function connect(lastId: string | null = null): { socket: FakeSocket; client: StreamClient } {
  const socket = new FakeSocket();
  return { socket, client: service.connect(socket, lastId) };
}

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  seq = 0;
  touched = [];
  service = createStreamService({
    clock: { now: () => Date.now() },
    log: createLogger('silent'),
    epoch: 'e1',
    touch: ({ market, mode, type }) => touched.push(`${type} ${market} ${mode}`),
    getBook: ({ market, mode }): Promise<BookWire> => {
      seq += 1;
      return Promise.resolve({ market, is_cs: mode === 'demo' ? '1' : '0', seq, at: Date.now(), bids: [], asks: [] });
    },
  });
});
afterEach(() => {
  service.close();
  vi.useRealTimers();
});

describe('stream', () => {
  it('tells account changes and trades with rising ids, trades newest first', () => {
    const { socket } = connect();
    service.accept(account('7'));
    service.accept(trades('1', '2'));
    expect(socket.events.map(({ event, id }) => [event, id])).toEqual([
      ['ready', 'e1-0'],
      ['account', 'e1-1'],
      ['trades', 'e1-2'],
    ]);
    expect(socket.named('account')[0]!.data).toEqual({ userid: '7', is_cs: '1', changed: ['orders'], market: 'BTC-USDT' });
    expect((socket.named('trades')[0]!.data.trades as { id: string }[]).map(({ id }) => id)).toEqual(['2', '1']);
  });

  it('repeats exactly what came after the last id', () => {
    for (const user of ['1', '2', '3']) service.accept(account(user));
    const { socket } = connect('e1-1');
    expect(socket.events.map(({ event, id }) => [event, id])).toEqual([
      ['account', 'e1-2'],
      ['account', 'e1-3'],
      ['ready', 'e1-3'],
    ]);
  });

  it.each([
    { name: 'an id of an earlier process', id: 'e0-5' },
    { name: 'an id from the future', id: 'e1-999999' },
    { name: 'an id that is no longer kept', id: 'e1-1' },
    { name: 'nonsense', id: '\n; drop' },
  ])('asks to read everything again after $name', ({ id }) => {
    for (let i = 0; i < RING_FRAMES_MAX + 2; i += 1) service.accept(account('1'));
    const { socket } = connect(id);
    expect(socket.events.map(({ event }) => event)).toEqual(['resync', 'ready']);
  });

  it('gives the newest tickers at once to whoever comes', () => {
    service.accept({ kind: 'tickers', rows: [], at: 1 });
    service.accept({ kind: 'tickers', rows: [], at: 2 });
    expect(
      connect()
        .socket.named('tickers')
        .map(({ data }) => data.at),
    ).toEqual([2]);
  });
});

describe('books of the stream', () => {
  const changeBook = () => service.accept({ kind: 'book', market: 'BTC-USDT', mode: 'demo' });

  it('are silent until somebody asks, and then begin at once and touch the book', async () => {
    const { socket } = connect();
    changeBook();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(socket.named('book')).toEqual([]);
    expect(service.addInterest({ market: 'BTC-USDT', mode: 'demo', type: 'spot' })).toBe(Date.now() + INTEREST_MS);
    await vi.advanceTimersByTimeAsync(0);
    expect(socket.named('book')).toMatchObject([{ data: { market: 'BTC-USDT', is_cs: '1', seq: 1 } }]);
    expect(touched).toEqual(['spot BTC-USDT demo']);
  });

  it(`come at most every ${BOOK_GAP_MS} ms, and the last change is never lost`, async () => {
    const { socket } = connect();
    service.addInterest({ market: 'BTC-USDT', mode: 'demo', type: 'spot' });
    for (let i = 0; i < 100; i += 1) {
      changeBook();
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(BOOK_GAP_MS);
    const times = socket.named('book').map(({ data }) => data.at as number);
    expect(times.length).toBeGreaterThanOrEqual(5);
    for (const [i, at] of times.slice(1).entries()) expect(at - times[i]!).toBeGreaterThanOrEqual(BOOK_GAP_MS);
    expect(times.at(-1)).toBeGreaterThanOrEqual(START + 990);
  });

  it('tells the spot book of a market from the perpetual one', async () => {
    const { socket } = connect();
    service.addInterest({ market: 'BTC-USDT', mode: 'demo', type: 'perpetual' });
    await vi.advanceTimersByTimeAsync(1_000);
    const before = socket.named('book').length;
    changeBook();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(socket.named('book')).toHaveLength(before);
    service.accept({ kind: 'book', market: 'BTC-USDT', mode: 'demo', type: 'perpetual' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(socket.named('book')).toHaveLength(before + 1);
  });

  it('end when nobody has asked again for two minutes', async () => {
    const { socket } = connect();
    service.addInterest({ market: 'BTC-USDT', mode: 'demo', type: 'spot' });
    await vi.advanceTimersByTimeAsync(INTEREST_MS + 1);
    const before = socket.named('book').length;
    changeBook();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(socket.named('book')).toHaveLength(before);
  });

  it('error: one that was still being read when nobody wanted it any more is told to nobody who comes later', async () => {
    let answer: (book: BookWire) => void = () => undefined;
    service.close();
    const getBook = () => new Promise<BookWire>((resolve) => (answer = resolve));
    service = createStreamService({ clock: { now: () => Date.now() }, log: createLogger('silent'), epoch: 'e2', getBook });
    service.addInterest({ market: 'BTC-USDT', mode: 'demo', type: 'spot' });
    await vi.advanceTimersByTimeAsync(INTEREST_MS + 1);
    service.beat();
    answer({ market: 'BTC-USDT', is_cs: '1', seq: 1, at: START, bids: [], asks: [] });
    await vi.advanceTimersByTimeAsync(0);
    expect(connect().socket.named('book')).toEqual([]);
  });
});

describe('a slow reader', () => {
  it('gets the latest of each key when it reads again, in the order of ids, with nothing of an account lost', () => {
    const { socket, client } = connect();
    socket.isFull = true;
    service.accept({ kind: 'tickers', rows: [], at: 1 });
    socket.text = '';
    service.accept(account('1', ['orders']));
    service.accept(account('2'));
    service.accept({ kind: 'tickers', rows: [], at: 2 });
    service.accept({ kind: 'tickers', rows: [], at: 3 });
    service.accept(account('1', ['balances']));
    expect(socket.text).toBe('');
    socket.isFull = false;
    client.drain(Date.now());
    expect(socket.events.map(({ event, id }) => [event, id])).toEqual([
      ['account', 'e1-2'],
      ['tickers', null],
      ['account', 'e1-3'],
    ]);
    expect(socket.named('tickers')[0]!.data.at).toBe(3);
    expect(socket.named('account')[1]!.data.changed).toEqual(['orders', 'balances']);
  });

  it(`is cut when more than ${CLIENT_BYTES_MAX} bytes wait for it`, () => {
    const { socket, client } = connect();
    socket.isFull = true;
    let sent = 0;
    while (!socket.isClosed && sent < 100_000) {
      sent += 1;
      service.accept(account(String(sent)));
    }
    expect(client.isClosed).toBe(true);
    expect(sent).toBeLessThan(CLIENT_BYTES_MAX / 80);
  });

  it('is cut when it takes nothing for 15 s; one that reads hears a beat', () => {
    const [slow, quick] = [connect(), connect()];
    slow.socket.isFull = true;
    service.accept(account('1'));
    vi.setSystemTime(START + STALL_MAX_MS + 1);
    service.beat();
    expect(slow.socket.isClosed).toBe(true);
    expect(quick.socket.text.endsWith(': beat\n\n')).toBe(true);
    expect(service.countClients()).toBe(1);
  });
});
