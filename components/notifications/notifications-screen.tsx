'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useMember } from '@/components/layout/member-context';
import { WriteNotice } from '@/components/layout/write-notice';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Chips, CLOSE_CHIPS } from '@/components/ui/segmented-control';
import { Link } from '../ui/link';
import * as api from '@/lib/api/notifications';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import { NOTIFICATION_GROUPS } from '@/lib/rules/notifications';
import { useNotificationEvents } from '@/lib/stream/hooks';
import { NotificationList } from './notification-list';
import { NotificationSettings } from './notification-settings';

const FILTERS = ['all', 'unread', ...NOTIFICATION_GROUPS] as const;

/** All that the user was told of, with a filter, and what the bell counts. */
export function NotificationsScreen() {
  const t = useTranslations('Notifications');
  useNotificationEvents();
  const { features } = useMember();
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>('all');
  const count = useRead(api.unreadNotifications, {});
  const mark = useWrite(api.markNotificationsRead);
  return (
    <div className="pair">
      <div className="grid grid-cols-1 gap-2">
        <Chips
          className={CLOSE_CHIPS}
          label={t('filter')}
          onChange={setFilter}
          options={FILTERS.map((value) => ({ value, label: t(`filters.${value}`) }))}
          value={filter}
        />
        {(count.data?.unread ?? 0) === 0 ? null : (
          <div className="flex justify-end">
            <Button isBusy={mark.isBusy} onClick={() => mark.send({ id: 'all' }, t('markAll'))} size="small" variant="quiet">
              {t('markAll')}
            </Button>
          </div>
        )}
        <WriteNotice hasAgain write={mark} />
        <NotificationList filter={filter === 'all' ? {} : filter === 'unread' ? { unread: '1' } : { group: filter }} key={filter} />
      </div>
      <div className="max-md:mt-1">
        {features.includes('alerts') ? (
          <Link className="flex min-h-13 items-center justify-between gap-4 border-line border-y py-1.5" href="/alerts">
            {t('alerts')}
            <Icon name="forward" size={18} />
          </Link>
        ) : null}
        <NotificationSettings />
      </div>
    </div>
  );
}
