'use client';
import { useTranslations } from 'next-intl';
import * as api from '@/lib/api/support';
import { useRead } from '@/lib/query/use-read';
import { useTopicEvents } from '@/lib/stream/hooks';

/** Badge with the number of unread support answers; nothing at zero. */
export function SupportBadge() {
  const t = useTranslations('Layout');
  useTopicEvents('support');
  const unread = useRead(api.supportUnread, {}).data?.unread ?? 0;
  if (unread === 0) return null;
  return (
    <span className="rounded-full bg-accent px-2 font-strong text-micro text-surface-0">
      <span aria-hidden="true">{unread}</span>
      <span className="sr-only">{t('supportUnread', { count: unread })}</span>
    </span>
  );
}
