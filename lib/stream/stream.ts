import type { Book, Ticker, Trade } from '../dto/market';
import type { Mark } from '../dto/perpetual';
import type { StreamEvents } from '../dto/stream';
import { type BookKind, TRADES_MAX } from '../protocol/wire';
import { readSession, SESSION_LOST_EVENT } from '../query/api-client';
import { doubtServerTime, guessServerTime, noteServerTime } from './clock-offset';
import { browserTabs, canShare } from './browser-tabs';
import { createConnection, type Connection, type ConnectionDeps, type ConnectionState } from './connection';
import { createSharedConnection, type SharedConnection } from './shared-connection';
import { createTopicStore } from './topic-store';

/** Topic of a market's book and trades: the symbol, or `perpetual:` and the symbol. */
export function bookTopic(symbol: string, kind: BookKind): string {
  return kind === 'spot' ? symbol : `perpetual:${symbol}`;
}

/** Topic under which the whole list and the line's state are kept. */
export const ALL = '*';

export const tickerStore = createTopicStore<Ticker>();
export const tickerListStore = createTopicStore<ReadonlyMap<string, Ticker>>();
export const bookStore = createTopicStore<Book>();
export const tradeStore = createTopicStore<readonly Trade[]>();
export const markStore = createTopicStore<Mark>();
export const connectionStore = createTopicStore<ConnectionState>();

type AccountEvent = StreamEvents['account'];
const accountListeners = new Set<(event: AccountEvent) => void>();
const returnListeners = new Set<() => void>();
const upListeners = new Set<() => void>();

/** Calls `listener` whenever something of the signed-in user changed; returns the way out. */
export function onAccountEvent(listener: (event: AccountEvent) => void): () => void {
  accountListeners.add(listener);
  return () => accountListeners.delete(listener);
}

/** Calls `listener` when the line is up again after it was down or the tab was hidden: something may have been missed. */
export function onReturn(listener: () => void): () => void {
  returnListeners.add(listener);
  return () => returnListeners.delete(listener);
}

let flushAsked = false;
function flushSoon(): void {
  if (flushAsked) return;
  flushAsked = true;
  // One paint, one round of rendering, however many events came in between.
  requestAnimationFrame(() => {
    flushAsked = false;
    for (const store of [tickerStore, tickerListStore, bookStore, tradeStore, markStore]) store.flush();
  });
}

/** A stream begins with how things stand, however long they stood: only a price that moved under the eyes says what time it is. */
function noteTicker(known: Ticker | undefined, updatedMs: number): void {
  if (known === undefined) guessServerTime(updatedMs);
  else if (Date.parse(known.updatedAt) !== updatedMs) noteServerTime(updatedMs);
}

function receiveTickers(tickers: readonly Ticker[]): void {
  for (const ticker of tickers) {
    const known = tickerStore.get(ticker.symbol);
    if (known !== undefined && known.updatedAt === ticker.updatedAt && known.state === ticker.state) continue;
    noteTicker(known, Date.parse(ticker.updatedAt));
    tickerStore.set(ticker.symbol, ticker);
  }
  const all = new Map(tickerListStore.get(ALL));
  for (const ticker of tickers) all.set(ticker.symbol, ticker);
  tickerListStore.set(ALL, all);
}

function receiveMarks({ at, marks }: StreamEvents['marks']): void {
  noteServerTime(Date.parse(at));
  for (const mark of marks) markStore.set(mark.symbol, mark);
}

function receiveTrades(symbol: string, trades: readonly Trade[]): void {
  const known = tradeStore.get(symbol) ?? [];
  const ids = new Set(known.map((trade) => trade.id));
  const fresh = trades.filter((trade) => !ids.has(trade.id));
  if (fresh.length === 0) return;
  const merged = [...fresh, ...known].sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));
  tradeStore.set(symbol, merged.slice(0, TRADES_MAX));
}

function receive<K extends keyof StreamEvents>(name: K, value: StreamEvents[K]): void {
  if (name === 'time') guessServerTime(Date.parse((value as StreamEvents['time']).at));
  else if (name === 'tickers') receiveTickers((value as StreamEvents['tickers']).tickers);
  else if (name === 'book') bookStore.set(bookTopic((value as Book).symbol, (value as Book).kind), value as Book);
  else if (name === 'marks') receiveMarks(value as StreamEvents['marks']);
  else if (name === 'trades') {
    const { symbol, kind, trades } = value as StreamEvents['trades'];
    receiveTrades(bookTopic(symbol, kind), trades);
  } else if (name === 'account') for (const listener of accountListeners) listener(value as AccountEvent);
  flushSoon();
}

/** Listens to the line's coming up: the first time too, for what happened since the page was read, and whenever it came back. */
export function onUp(listener: () => void): () => void {
  upListeners.add(listener);
  return () => upListeners.delete(listener);
}

let missedSomething = false;
let hasBeenUp = false;
function noteState(state: ConnectionState): void {
  if (connectionStore.get(ALL) === state) return;
  connectionStore.set(ALL, state);
  connectionStore.flush();
  if (state === 'down') missedSomething = true;
  if (state !== 'up') return;
  if (!hasBeenUp || missedSomething) for (const listener of upListeners) listener();
  hasBeenUp = true;
  if (!missedSomething) return;
  missedSomething = false;
  for (const listener of returnListeners) listener();
}

/** Between two questions who is signed in: an exchange that is down refuses streams as well. */
const ASK_SESSION_MS = 5_000;
let askedAt = Number.NEGATIVE_INFINITY;

/** A stream is opened by the browser without telling why it failed. Whose session has ended is led to sign in, and the stream rests. */
async function askSession(made: Connection): Promise<void> {
  if (!made.wants('account') || Date.now() - askedAt < ASK_SESSION_MS) return;
  askedAt = Date.now();
  // Without an answer nothing is known, and the stream is tried again as before.
  const session = await readSession().catch(() => null);
  if (session === null || session.signedIn) return;
  made.pause();
  window.dispatchEvent(new CustomEvent(SESSION_LOST_EVENT, { detail: { code: 'SESSION_EXPIRED' } }));
}

/** Clients that lost the same server don't all come back in the same moment. */
function spread(ms: number): number {
  return ms < SPREAD_FROM_MS ? ms : ms * (1 + Math.random() / 4);
}
const SPREAD_FROM_MS = 1_000;

let connection: SharedConnection | null = null;
/** The session that this tab shows: the server opens no stream of another one for it. */
let shared: string | null = null;

function connect(hear: Pick<ConnectionDeps, 'onEvent' | 'onState'>): Connection {
  const made: Connection = createConnection({
    open(channels) {
      const query = new URLSearchParams({ channels: channels.join(','), ...(shared === null ? {} : { of: shared }) });
      return new EventSource(`/api/stream?${query}`) as never;
    },
    ...hear,
    onRefused: () => void askSession(made),
    setTimer: (run, ms) => setTimeout(run, spread(ms)),
    clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  });
  return made;
}

function theConnection(): SharedConnection {
  if (connection !== null) return connection;
  const made = createSharedConnection({
    connect,
    onEvent: receive,
    onState: noteState,
    tabs: browserTabs,
    tab: crypto.randomUUID(),
    now: Date.now,
    every: (run, ms) => void setInterval(run, ms),
    random: Math.random,
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') {
      made.pause();
      missedSomething = true;
      doubtServerTime();
    } else made.resume();
  });
  // A page that is left for good or put into the browser's memory gives its place up at once.
  window.addEventListener('pagehide', () => made.pause());
  window.addEventListener('pageshow', () => {
    if (document.visibilityState === 'visible') made.resume();
  });
  connection = made;
  return made;
}

/** Shares one stream with the other tabs that show the same session and account; `key` names both. Without the browser's help each tab has its own. */
export function shareStream(key: string): void {
  shared = key;
  if (canShare()) theConnection().share(key);
}

/** Asks for a channel of the tab's one event stream (`tickers`, `account`, `book:BTC-USDT`, `trades:BTC-USDT`); call the answer to let go. */
export function wantChannel(channel: string): () => void {
  return theConnection().want(channel);
}

/**
 * Closes the stream while the tab's account is being changed: the server refuses one of an account that was left, and the browser notes that as an error.
 * Returns what opens it again, for a change that comes to nothing; a page that is drawn anew opens its own.
 */
export function restStream(): () => void {
  const made = theConnection();
  made.pause();
  missedSomething = true;
  return () => made.resume();
}
