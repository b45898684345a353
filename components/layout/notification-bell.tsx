'use client';
import { useLocale, useTranslations } from 'next-intl';
import { unreadNotifications } from '@/lib/api/notifications';
import { useRead } from '@/lib/query/use-read';
import { writeParts } from '@/lib/rules/punctuation';
import { useNotificationEvents } from '@/lib/stream/hooks';
import { Icon } from '../ui/icon';
import { Link } from '../ui/link';

/** Larger counts are shown as more than this. */
const SHOWN_MAX = 99;

/** The way to the notifications, with the count of those that are unread; it follows the stream. */
export function NotificationBell() {
  const t = useTranslations('Layout');
  const locale = useLocale();
  useNotificationEvents();
  const { data } = useRead(unreadNotifications, {});
  const unread = data?.unread ?? 0;
  return (
    <Link
      aria-label={writeParts([t('menuRows.notifications'), ...(unread === 0 ? [] : [t('unread', { count: unread })])], locale)}
      // The count lies on the bell on purpose.
      className="relative grid size-11 shrink-0 place-items-center text-ink-2 [&>svg]:absolute"
      href="/notifiCations"
      prefetch={false}
    >
      <Icon name="bell" size={20} />
      {unread === 0 ? null : (
        <span
          aria-hidden="true"
          className="absolute top-1 right-0 min-w-4.5 rounded-full bg-accent px-1 text-center font-strong text-[0.6875rem] text-surface-0 leading-[1.125rem]"
        >
          {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
        </span>
      )}
    </Link>
  );
}
