'use client';
import { useRouter } from 'next/navigation';
import { startTransition, useCallback } from 'react';
import { useWhenUp } from '@/components/layout/use-when-up';
import { readErrorTexts } from '@/lib/i18n/read-error-texts';
import { FailureWords } from '../failure-words';

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
    <main className="column grid min-h-dvh place-content-center">
      <div className="grid justify-items-center gap-2 px-4 py-10 text-center" role="alert">
        <FailureWords onRetry={retry} texts={texts} />
      </div>
    </main>
  );
}
