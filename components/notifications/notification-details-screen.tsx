'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { useMember } from '@/components/layout/member-context';
import { OtherAccount } from '@/components/layout/other-account';
import { LocalTime } from '@/components/money/local-time';
import { buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Link } from '../ui/link';
import * as api from '@/lib/api/notifications';
import type { Notification } from '@/lib/dto/notifications';
import { useCodeText } from '@/lib/query/use-code-text';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import { findSubject } from '@/lib/rules/notifications';
import { leadTo } from './lead-to';
import { useNotificationText } from './use-notification-text';

/** One notification; opening it marks it as read. */
export function NotificationDetailsScreen({ id }: { id: string }) {
  const t = useTranslations('Notifications');
  const query = useRead(api.notification, { id });
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={3} label={t('loading')} />}>
      {(notification) => <Details notification={notification} />}
    </LoadState>
  );
}

function Details({ notification }: { notification: Notification }) {
  const t = useTranslations('Notifications');
  const locale = useLocale();
  const codeText = useCodeText();
  const { title, text } = useNotificationText()(notification);
  const { id, isRead, values, at } = notification;
  const { send } = useWrite(api.markNotificationsRead, { of: id });
  const isSent = useRef(isRead);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    send({ id }, title);
  }, [id, send, title]);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card>
        <h2 className="hyphens-auto text-title">{title}</h2>
        <p className="pt-1 text-ink-3 text-micro">
          <LocalTime iso={at} locale={locale} />
        </p>
        <p className="pt-3" suppressHydrationWarning>
          {text}
        </p>
        {values.reason === undefined || notification.kind === 'withdrawal' ? null : (
          <p className="pt-2 text-ink-2">
            {t('reason')}: {codeText(values.reason)}
          </p>
        )}
      </Card>
      <SubjectLink notification={notification} />
    </div>
  );
}

/** The way to what it is about, where that is an account's own only from that account. */
function SubjectLink({ notification }: { notification: Notification }) {
  const t = useTranslations('Notifications');
  const { mode, features } = useMember();
  const found = findSubject(notification.kind, notification.values);
  if (found === null) return null;
  if (notification.mode !== null && notification.mode !== mode)
    return <OtherAccount mode={notification.mode}>{t('otherAccount')}</OtherAccount>;
  const way = leadTo(found, features);
  if (way === null) return null;
  return (
    <Link className={buttonClass({ variant: 'ghost' })} href={way.href}>
      {t(way.text, way.values)}
    </Link>
  );
}
