'use client';
import { ErrorState } from '@/components/ui/empty-state';

/** What a page could not read, inside the frame: the other pages stay within reach. Nothing was changed by looking. */
export default function DeskError({ reset }: { error: Error; reset: () => void }) {
  return (
    <ErrorState
      isPage
      onRetry={reset}
      retryLabel="Try again"
      text="The exchange refused or did not answer. Nothing was changed."
      title="This page can't be shown"
    />
  );
}
