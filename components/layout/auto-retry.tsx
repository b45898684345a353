'use client';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import type { Health } from '@/lib/dto/app';

/** The first try comes soon, for most breaks are short; the last ones seldom, so as not to press on an exchange that is starting. */
const WAIT_MIN_MS = 2_000;
const WAIT_MAX_MS = 20_000;
const WAIT_GROWTH = 1.5;

/** Whether the app answers and reaches the exchange; asked first, because a page that can't be asked for again leaves its address. */
async function isUp(): Promise<boolean> {
  try {
    const answer = await fetch('/api/health', { cache: 'no-store' });
    const { upstream }: Health = await answer.json();
    return upstream === 'up';
  } catch {
    return false;
  }
}

/** Polls the server and refreshes the page in place until what failed is there; a hidden tab waits. */
export function AutoRetry() {
  const router = useRouter();
  useEffect(() => {
    let waitMs = WAIT_MIN_MS;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const ask = async () => {
      if (document.visibilityState === 'visible' && (await isUp()) && !isOver) router.refresh();
      if (isOver) return;
      timer = setTimeout(ask, waitMs);
      waitMs = Math.min(waitMs * WAIT_GROWTH, WAIT_MAX_MS);
    };
    const askSoon = () => {
      waitMs = WAIT_MIN_MS;
      clearTimeout(timer);
      timer = setTimeout(ask, 0);
    };
    timer = setTimeout(ask, waitMs);
    window.addEventListener('online', askSoon);
    document.addEventListener('visibilitychange', askSoon);
    return () => {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener('online', askSoon);
      document.removeEventListener('visibilitychange', askSoon);
    };
  }, [router]);
  return null;
}
