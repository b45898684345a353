'use client';
import { useEffect } from 'react';
import type { Health } from '@/lib/dto/app';

/** The first try comes soon, for most breaks are short; the last ones seldom, so as not to press on an exchange that is starting. */
const WAIT_MIN_MS = 2_000;
const WAIT_MAX_MS = 20_000;
const WAIT_GROWTH = 1.5;
/** The server says within two seconds how things stand; a line that is silent for longer is asked on anew. */
const ANSWER_MAX_MS = 5_000;

/** Whether the app answers and reaches the exchange; asked first, because a page that can't be asked for again leaves its address. */
async function isUp(): Promise<boolean> {
  try {
    const answer = await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MAX_MS) });
    const { upstream }: Health = await answer.json();
    return upstream === 'up';
  } catch {
    return false;
  }
}

/** Asks until the server answers and calls `onUp` then, again and again while what failed isn't there; a hidden tab waits. `onUp` stays the same function. */
export function useWhenUp(onUp: () => void): void {
  useEffect(() => {
    let waitMs = WAIT_MIN_MS;
    let timer: ReturnType<typeof setTimeout>;
    // Which line of questions goes on: one that has just begun takes the place of whichever still waits for an answer.
    let line = 0;
    const ask = async () => {
      const own = line;
      const isBack = document.visibilityState === 'visible' && (await isUp());
      if (own !== line) return;
      if (isBack) onUp();
      timer = setTimeout(ask, waitMs);
      waitMs = Math.min(waitMs * WAIT_GROWTH, WAIT_MAX_MS);
    };
    const askSoon = () => {
      waitMs = WAIT_MIN_MS;
      line += 1;
      clearTimeout(timer);
      timer = setTimeout(ask, 0);
    };
    timer = setTimeout(ask, waitMs);
    window.addEventListener('online', askSoon);
    document.addEventListener('visibilitychange', askSoon);
    return () => {
      line += 1;
      clearTimeout(timer);
      window.removeEventListener('online', askSoon);
      document.removeEventListener('visibilitychange', askSoon);
    };
  }, [onUp]);
}
