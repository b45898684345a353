'use client';
import { useSyncExternalStore } from 'react';
import { serverNow } from './clock-offset';

const TICK_MS = 250;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let shown: number | null = null;

function tick(): void {
  shown = serverNow();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_MS);
  // Whoever comes later sees what the others see; the first one must not see an old reading.
  if (listeners.size === 1) queueMicrotask(tick);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
    shown = null;
  };
}

/**
 * Returns the server's time in ms as far as the stream shows it, null before the first event. One clock for the whole page, four times a
 * second: two countdowns to one instant never differ.
 */
export function useServerNow(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
}
