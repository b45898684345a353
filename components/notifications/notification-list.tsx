'use client';
import { useLocale, useTranslations } from 'next-intl';
import { PagedList } from '@/components/layout/paged-list';
import { LocalTime } from '@/components/money/local-time';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '../ui/link';
import * as api from '@/lib/api/notifications';
import type { InputOf } from '@/lib/api/define';
import type { Notification } from '@/lib/dto/notifications';
import { useContinued } from '@/lib/query/use-read';
import { useNotificationText } from './use-notification-text';

/** Notifications, newest first; each leads to its own page. */
export function NotificationList({ filter }: { filter: Omit<InputOf<typeof api.notifications>, 'after'> }) {
  const t = useTranslations('Notifications');
  const query = useContinued(api.notifications, filter);
  const empty =
    filter.unread === undefined ? (
      <EmptyState
        action={
          <Link className={buttonClass({ size: 'small', variant: 'ghost' })} href="/market">
            {t('toMarket')}
          </Link>
        }
        icon="bell"
        text={t('emptyText')}
        title={t('empty')}
      />
    ) : (
      <EmptyState icon="check" title={t('emptyUnread')} />
    );
  return (
    <PagedList empty={empty} query={query} rowsOf={(page) => page.notifications} skeletonRows={6}>
      {(notification) => <NotificationRow key={notification.id} notification={notification} />}
    </PagedList>
  );
}

function NotificationRow({ notification }: { notification: Notification }) {
  const t = useTranslations('Notifications');
  const layout = useTranslations('Layout');
  const locale = useLocale();
  const { id, at, isRead, mode } = notification;
  const { title, text } = useNotificationText()(notification);
  return (
    <li className="border-line border-b">
      <Link className="flex min-h-16 items-start gap-3 py-2.5" href={`/notifydetails?id=${id}`} prefetch={false}>
        <span aria-hidden="true" className={`mt-2 size-2 shrink-0 rounded-full ${isRead ? '' : 'bg-accent'}`} />
        <span className="min-w-0 flex-1">
          <span className="block hyphens-auto font-strong leading-snug">
            {title}
            {isRead ? null : <span className="sr-only">, {t('unread')}</span>}
          </span>
          <span className="block text-ink-2 text-small" suppressHydrationWarning>
            {text}
          </span>
          <span className="block pt-0.5 text-ink-3 text-micro">
            <LocalTime iso={at} locale={locale} />
            {mode === null ? null : ` · ${layout(`mode.${mode}`)}`}
          </span>
        </span>
      </Link>
    </li>
  );
}
