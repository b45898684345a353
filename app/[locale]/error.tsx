'use client';
import { useRouter } from 'next/navigation';
import { startTransition, useCallback, useEffect } from 'react';
import type { Health } from '@/lib/dto/app';
import { readErrorTexts } from '@/lib/i18n/read-error-texts';
import { FailureWords } from '../failure-words';

/** How often the screen asks whether the exchange answers again. */
const HEALTH_POLL_MS = 3_000;

export default function ScreenError({ reset }: { error: Error; reset: () => void }) {
  const texts = readErrorTexts();
  const router = useRouter();
  const retry = useCallback(
    () =>
      startTransition(() => {
        router.refresh();
        reset();
      }),
    [router, reset],
  );
  // The screen comes back by itself once the exchange is reachable.
  useEffect(() => {
    const timer = setInterval(() => {
      fetch('/api/health', { cache: 'no-store' })
        .then((answer): Promise<Health> => answer.json())
        .then(
          ({ upstream }) => (upstream === 'up' ? retry() : undefined),
          () => undefined,
        );
    }, HEALTH_POLL_MS);
    return () => clearInterval(timer);
  }, [retry]);
  return (
    <main className="column grid min-h-dvh place-content-center">
      <div className="grid justify-items-center gap-2 px-4 py-10 text-center" role="alert">
        <FailureWords onRetry={retry} texts={texts} />
      </div>
    </main>
  );
}
