'use client';
import { useCallback, useSyncExternalStore } from 'react';

/** A taste, nothing that matters: a browser that drops its storage loses the stars only. */
const STORAGE_KEY = 'candor.favourite-markets';
const FAVOURITES_MAX = 100;
const NONE: readonly string[] = [];
const listeners = new Set<() => void>();
let known: readonly string[] | null = null;

function read(): readonly string[] {
  if (known !== null) return known;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    known = Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, FAVOURITES_MAX) : NONE;
  } catch {
    // Storage that is full, blocked or spoilt by another hand is the same as an empty one.
    known = NONE;
  }
  return known;
}

function write(next: readonly string[]): void {
  known = next;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  } catch {
    // The stars then last as long as the tab.
    known = next;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the starred markets of this browser and a function that turns one star on or off. */
export function useFavourites(): { favourites: readonly string[]; toggle: (symbol: string) => void } {
  const favourites = useSyncExternalStore(subscribe, read, () => NONE);
  const toggle = useCallback((symbol: string) => {
    const now = read();
    write(now.includes(symbol) ? now.filter((one) => one !== symbol) : [...now, symbol].slice(-FAVOURITES_MAX));
  }, []);
  return { favourites, toggle };
}
