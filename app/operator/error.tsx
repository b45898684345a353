'use client';
import { ErrorState } from '@/components/ui/empty-state';

/** What a page could not read; nothing was changed by looking. */
export default function ConsoleError({ reset }: { error: Error; reset: () => void }) {
  return (
    <main className="grid min-h-dvh place-content-center">
      <ErrorState
        isPage
        onRetry={reset}
        retryLabel="Try again"
        text="The exchange refused or did not answer. Nothing was changed."
        title="This page can't be shown"
      />
    </main>
  );
}
