'use client';
import { useRouter } from 'next/navigation';
import { startTransition, useCallback } from 'react';
import { useWhenUp } from '@/components/layout/use-when-up';
import { brand } from '@/lib/brand';
import { readErrorTexts } from '@/lib/i18n/read-error-texts';
import { FailureWords } from '../failure-words';

/** Stands where a screen threw: what happened, a way to try again, which it also does by itself, and the way home. */
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
  useWhenUp(retry);
  return (
    <>
      <header className="column flex min-h-14 items-center">
        {/* A plain link: the page is loaded anew, whatever failed in this one. */}
        <a className="flex min-h-11 items-center font-strong text-[1.1875rem] tracking-[-0.03em]" href="/tab1">
          {brand.wordmark}
        </a>
      </header>
      <main className="column grid min-h-[70dvh] place-content-center">
        <div className="grid justify-items-center gap-2 px-4 py-10 text-center" role="alert">
          <FailureWords onRetry={retry} texts={texts} />
        </div>
      </main>
    </>
  );
}
