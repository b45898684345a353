'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { Book, Ticker, Trade } from '../dto/market';
import { queryKeys } from '../query/keys';
import type { LineState } from './connection';
import { ALL, bookStore, lineStore, onAccountEvent, onReturn, tickerListStore, tickerStore, tradeStore, wantChannel } from './stream';
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
export function useBook(symbol: string): Book | undefined {
  useChannel(`book:${symbol}`);
  return useTopic(bookStore, symbol);
}

/** Returns the last trades of one market seen on the stream, newest first, or undefined before the first event. */
export function useTrades(symbol: string): readonly Trade[] | undefined {
  useChannel(`trades:${symbol}`);
  return useTopic(tradeStore, symbol);
}

/** Returns the state of the line: undefined until something was asked for. */
export function useLineState(): LineState | undefined {
  return useTopic(lineStore, ALL);
}

/** Reads orders, balances and records again when the stream says that they changed, and everything when the line came back. */
export function useAccountEvents(): void {
  const client = useQueryClient();
  useChannel('account');
  useEffect(() => {
    const again = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey });
    const stopEvents = onAccountEvent((event) => {
      if (event.changed.includes('orders')) again(queryKeys.ordersAll());
      if (!event.changed.includes('balances')) return;
      for (const key of [queryKeys.balances(), queryKeys.home(), queryKeys.recordsAll()]) again(key);
    });
    const stopReturn = onReturn(() => void client.invalidateQueries());
    return () => {
      stopEvents();
      stopReturn();
    };
  }, [client]);
}
