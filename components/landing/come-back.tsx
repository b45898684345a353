'use client';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** Seldom enough not to press on an exchange that is starting, often enough that nobody reaches for the reload button. */
const ASK_AGAIN_MS = 6_000;

/** Asks the server for the page again, in place, until it has what is missing; a hidden tab waits. */
export function ComeBack() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh();
    }, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
