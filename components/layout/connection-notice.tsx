'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useConnectionState } from '@/lib/stream/hooks';

/** A shorter interruption shows no notice. */
const SHOW_AFTER_MS = 2_000;

/** Notice while the stream of live prices is interrupted; an overlay, so that nothing moves. Mounted once in the member layout. */
export function ConnectionNotice() {
  const t = useTranslations('Common');
  const isDown = useConnectionState() === 'down';
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isDown) return setShown(false);
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDown]);
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-[calc(5rem+env(safe-area-inset-top))] z-40 mx-auto grid max-w-5xl justify-items-end px-(--gutter)"
      role="status"
    >
      {isShown ? (
        <p className="page flex items-center gap-2 rounded-full border border-line bg-surface-2 px-4 py-2 text-ink-1 text-small">
          <span aria-hidden="true" className="size-1.5 rounded-full border border-warn" />
          {t('lineDown')}
        </p>
      ) : null}
    </div>
  );
}
