'use client';
import { useTranslations } from 'next-intl';
import type { Contract } from '@/lib/dto/options';
import { useServerNow } from '@/lib/stream/use-server-now';

/** Returns the time to the delivery in ms (null while it is not known) and the share of the duration that is over. */
export function useTimeLeft(contract: Contract): { leftMs: number | null; doneShare: number } {
  const now = useServerNow();
  const leftMs = contract.deliversAt === null || now === null ? null : Date.parse(contract.deliversAt) - now;
  const doneShare = leftMs === null ? 0 : Math.min(1, Math.max(0, 1 - leftMs / (contract.seconds * 1_000)));
  return { leftMs, doneShare };
}

/** Seconds to the delivery, or what the contract waits for; `isShort` the seconds alone. */
export function Countdown({ contract, leftMs, isShort = false }: { contract: Contract; leftMs: number | null; isShort?: boolean }) {
  const t = useTranslations('Options');
  if (isShort) return leftMs === null || leftMs <= 0 ? '…' : String(Math.ceil(leftMs / 1_000));
  if (contract.deliversAt === null) return t('waiting');
  if (leftMs === null) return '…';
  return leftMs > 0 ? t('seconds', { count: Math.ceil(leftMs / 1_000) }) : t('settling');
}
