'use client';
import { useTranslations } from 'next-intl';
import { type ComponentType, useEffect, useState } from 'react';
import { ErrorState } from '../ui/empty-state';

/** A line that is gone for a moment is back after this. */
const AGAIN_AFTER_MS = 1_000;

/**
 * Returns code that comes later; for `dynamic`. What can't be loaded is asked for once more by itself, and then stands in its own place with a way to
 * try again: as an error of `dynamic` it would take the whole page away. Never fails.
 */
export async function loadPart<Props extends object>(load: () => Promise<ComponentType<Props>>): Promise<ComponentType<Props>> {
  try {
    return await load().catch(() => pause().then(load));
  } catch {
    return (props) => <MissingPart load={load} props={props} />;
  }
}

/** As `loadPart`, for what only adds to what is there: nothing stands in its place until the page is opened again. */
export async function loadExtra<Props extends object>(load: () => Promise<ComponentType<Props>>): Promise<ComponentType<Props>> {
  try {
    return await load().catch(() => pause().then(load));
  } catch {
    return () => null;
  }
}

const ignore = () => undefined;

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
}

/** Says that a part is missing, and becomes it once it can be loaded. A tab that is older than what is served now is opened anew. */
function MissingPart<Props extends object>({ load, props }: { load: () => Promise<ComponentType<Props>>; props: Props }) {
  const t = useTranslations('Common');
  const [part, setPart] = useState<{ Part: ComponentType<Props> } | null>(null);
  const [isRetrying, setRetrying] = useState(false);
  // Another place may have loaded it meanwhile.
  useEffect(() => void load().then((Part) => setPart({ Part }), ignore), [load]);
  const retry = async () => {
    setRetrying(true);
    try {
      setPart({ Part: await load() });
    } catch {
      if (navigator.onLine) window.location.reload();
    }
    setRetrying(false);
  };
  if (part !== null) return <part.Part {...props} />;
  return <ErrorState isRetrying={isRetrying} onRetry={retry} retryLabel={t('tryAgain')} title={t('loadFailed')} />;
}
