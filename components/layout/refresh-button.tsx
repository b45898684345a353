'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { IconButton } from '../ui/button';
import { Icon } from '../ui/icon';

/** The sign turns at least this long, so that a quick answer is seen as well. */
const TURN_MS_MIN = 500;

/** Reads everything on the screen anew; a screen without reads of its own is rendered again by the server. */
export function RefreshButton({ className = '' }: { className?: string }) {
  const t = useTranslations('Layout');
  const client = useQueryClient();
  const router = useRouter();
  const [isReading, setReading] = useState(false);
  const [isRendering, startRendering] = useTransition();
  const refresh = async () => {
    const hasReads = client.getQueryCache().findAll({ type: 'active' }).length > 0;
    if (!hasReads) startRendering(() => router.refresh());
    setReading(true);
    await Promise.all([client.invalidateQueries(), new Promise((resolve) => setTimeout(resolve, TURN_MS_MIN))]);
    setReading(false);
  };
  const isBusy = isReading || isRendering;
  // Not disabled while it reads: that would take the focus away from it.
  return (
    <IconButton
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      className={className}
      label={t('refresh')}
      onClick={() => !isBusy && void refresh()}
    >
      <span className={isBusy ? 'spin' : ''}>
        <Icon name="refresh" size={20} />
      </span>
    </IconButton>
  );
}
