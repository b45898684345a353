'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Book, Ticker, Trade } from '../dto/market';
import type { Mark } from '../dto/perpetual';
import { type AccountChange, type BookKind, FEED_DEAD_MS, FEED_STALE_MS } from '../protocol/wire';
import { CREDIT, EARNING, TRADING_STATE } from '../api/define';
import { topicKey } from '../query/reads';
import { ageMs } from './clock-offset';
import type { ConnectionState } from './connection';
import {
  ALL,
  bookStore,
  bookTopic,
  connectionStore,
  markStore,
  onAccountEvent,
  onReturn,
  onUp,
  tickerListStore,
  tickerStore,
  tradeStore,
  wantChannel,
} from './stream';
import type { TopicStore } from './topic-store';

const nothing = () => undefined;

function useTopic<Value>(store: TopicStore<Value>, topic: string): Value | undefined {
  const subscribe = useCallback((listener: () => void) => store.subscribe(topic, listener), [store, topic]);
  const read = useCallback(() => store.get(topic), [store, topic]);
  // While a server-rendered page is taken over it must show what the server showed, so the first reading there is empty.
  return useSyncExternalStore(subscribe, read, nothing);
}

function useChannel(channel: string): void {
  useEffect(() => wantChannel(channel), [channel]);
}

/** Returns the newest ticker of one market, or undefined before the first event; renders only when that market moves. */
export function useTicker(symbol: string): Ticker | undefined {
  useChannel('tickers');
  return useTopic(tickerStore, symbol);
}

/** Returns the newest tickers of all markets by symbol, or undefined before the first event; renders once a tick. */
export function useTickers(): ReadonlyMap<string, Ticker> | undefined {
  useChannel('tickers');
  return useTopic(tickerListStore, ALL);
}

/** Returns the newest order book of one market in the session's mode, or undefined before the first event. */
export function useBook(symbol: string, kind: BookKind = 'spot'): Book | undefined {
  useChannel(`${kind === 'spot' ? '' : 'perpetual-'}book:${symbol}`);
  return useTopic(bookStore, bookTopic(symbol, kind));
}

/** Returns the last trades of one market seen on the stream, newest first, or undefined before the first event. */
export function useTrades(symbol: string, kind: BookKind = 'spot'): readonly Trade[] | undefined {
  useChannel(`${kind === 'spot' ? '' : 'perpetual-'}trades:${symbol}`);
  return useTopic(tradeStore, bookTopic(symbol, kind));
}

/** Returns the newest mark price of one perpetual market in the session's mode, or undefined before the first event. */
export function useMark(symbol: string): Mark | undefined {
  useChannel('marks');
  return useTopic(markStore, symbol);
}

/** Returns the state of the line: undefined until something was asked for. */
export function useConnectionState(): ConnectionState | undefined {
  return useTopic(connectionStore, ALL);
}

/** Reads orders, balances and records again when the stream says that they changed, and everything when the line came back. */
export function useAccountEvents(): void {
  const client = useQueryClient();
  useChannel('account');
  useEffect(() => {
    const again = (topics: readonly string[]) => {
      for (const topic of topics) void client.invalidateQueries({ queryKey: topicKey(topic) });
    };
    const stopEvents = onAccountEvent((event) => {
      if (event.changed.includes('orders')) again(TRADING_STATE);
      if (event.changed.includes('balances')) again(CREDIT);
      if (event.changed.includes('staking')) again(EARNING);
      if (event.changed.includes('loans')) again(['loans']);
      if (event.changed.includes('deposits')) again(['deposits']);
      if (event.changed.includes('rewards')) again(['rewards']);
      if (event.changed.includes('presale')) again(['presale']);
    });
    const stopReturn = onReturn(() => void client.invalidateQueries());
    return () => {
      stopEvents();
      stopReturn();
    };
  }, [client]);
}

/** Reads notifications again when the stream says that there are new ones, and when the line came back. */
export function useNotificationEvents(): void {
  useTopicEvents('notifications');
}

/** Reads a topic again when the stream says that it changed, and when the line came up: what happened between the page's reading and that was told to nobody. */
export function useTopicEvents(topic: AccountChange): void {
  const client = useQueryClient();
  useChannel('account');
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey: topicKey(topic) });
    const stopEvents = onAccountEvent((event) => event.changed.includes(topic) && again());
    const stopUp = onUp(again);
    return () => {
      stopEvents();
      stopUp();
    };
  }, [client, topic]);
}

export type Feed = { state: Ticker['state']; ageMs: number | null };
/** Often enough for an age in tenths of a second to look alive, seldom enough to cost nothing. */
const AGE_TICK_MS = 500;

/** Judges a ticker now: the server's own word, or worse when nothing newer has arrived for too long. */
export function judgeFeed(ticker: Pick<Ticker, 'state' | 'updatedAt'>, nowMs: number = Date.now()): Feed {
  const age = ageMs(Date.parse(ticker.updatedAt), nowMs);
  // The age of a halted market is that of its last confirmed price.
  if (ticker.state === 'halted') return { state: 'halted', ageMs: age };
  if (ticker.state === 'dead' || age > FEED_DEAD_MS) return { state: 'dead', ageMs: age };
  if (ticker.state === 'stale' || age > FEED_STALE_MS) return { state: 'stale', ageMs: age };
  return { state: 'fresh', ageMs: age };
}

/** Returns how old the price of a market is, in milliseconds (null until the page is taken over), and whether it may be traded on; renders twice a second. */
export function useFeedAge(ticker: Ticker): Feed {
  const [feed, setFeed] = useState<Feed>({ state: ticker.state, ageMs: null });
  useEffect(() => {
    const judge = () => setFeed(judgeFeed(ticker));
    judge();
    const timer = setInterval(judge, AGE_TICK_MS);
    return () => clearInterval(timer);
  }, [ticker]);
  return feed;
}

/** Returns only the state of a market's feed; renders when the state changes. */
export function useFeedState(ticker: Ticker): Ticker['state'] {
  const [state, setState] = useState(ticker.state);
  useEffect(() => {
    const judge = () => setState(judgeFeed(ticker).state);
    judge();
    const timer = setInterval(judge, AGE_TICK_MS);
    return () => clearInterval(timer);
  }, [ticker]);
  return state;
}
