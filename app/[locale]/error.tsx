'use client';
import { useRouter } from 'next/navigation';
import { startTransition, useCallback, useEffect } from 'react';
import type { Health } from '@/lib/dto/app';
import { readErrorTexts } from '@/lib/i18n/read-error-texts';

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
      {/* Looks like ErrorState, without its parts: this file stands beside every page and would bring a second copy of buttons and icons. */}
      <div className="grid justify-items-center gap-2 px-4 py-10 text-center" role="alert">
        <span className="mb-1 grid size-12 place-items-center rounded-full bg-warn-soft text-warn">
          <svg
            aria-hidden="true"
            fill="none"
            height={22}
            stroke="currentColor"
            strokeLinecap="round"
            strokeWidth="1.8"
            viewBox="0 0 24 24"
            width={22}
          >
            <path d="M12 4 2.500 20h19zM12 10v4.500m0 2.500h.01" />
          </svg>
        </span>
        <h1 className="font-strong">{texts.title}</h1>
        <p className="max-w-[38ch] text-ink-2 text-small">{texts.text}</p>
        <button
          className="mt-2 inline-flex min-h-11 items-center justify-center rounded-full bg-surface-2 px-4 py-1 text-center font-strong text-ink-1 text-small leading-tight transition-opacity active:opacity-80"
          onClick={retry}
          type="button"
        >
          {texts.retry}
        </button>
      </div>
    </main>
  );
}
