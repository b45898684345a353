'use client';
import { useTranslations } from 'next-intl';
import { useServerNow } from '@/lib/stream/use-server-now';

const SECOND_MS = 1_000;
const RADIUS = 9;
const ROUND = 2 * Math.PI * RADIUS;

/** Returns the time that a quote has left in ms, by the server's clock; this device's before the first event of the stream. */
export function useQuoteLeft(quote: { expiresAt: string } | null): number {
  const now = useServerNow();
  return quote === null ? 0 : Math.max(0, Date.parse(quote.expiresAt) - (now ?? Date.now()));
}

/** The seconds of a quote as a ring that empties. */
export function QuoteRing({ leftMs, ofMs }: { leftMs: number; ofMs: number }) {
  const t = useTranslations('Convert');
  const share = Math.min(1, leftMs / ofMs);
  return (
    <span className="inline-flex items-center gap-2 text-ink-2 text-small tabular-nums">
      <svg aria-hidden="true" className="-rotate-90 text-accent" fill="none" height="22" viewBox="0 0 22 22" width="22">
        <circle className="text-surface-3" cx="11" cy="11" r={RADIUS} stroke="currentColor" strokeWidth="3" />
        <circle
          cx="11"
          cy="11"
          r={RADIUS}
          stroke="currentColor"
          strokeDasharray={`${share * ROUND} ${ROUND}`}
          strokeLinecap="round"
          strokeWidth="3"
        />
      </svg>
      {t('secondsLeft', { count: Math.ceil(leftMs / SECOND_MS) })}
    </span>
  );
}
