'use client';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { useEffect, useRef } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { useMember } from '@/components/layout/member-context';
import { OtherAccount } from '@/components/layout/other-account';
import { LocalTime } from '@/components/money/local-time';
import { buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { SkeletonRows } from '@/components/ui/skeleton';
import * as api from '@/lib/api/notifications';
import type { Notification } from '@/lib/dto/notifications';
import { useCodeText } from '@/lib/query/use-code-text';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import { findSubject, type NotificationSubject } from '@/lib/rules/notifications';
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
  const { mode } = useMember();
  const found = findSubject(notification.kind, notification.values);
  if (found === null) return null;
  if (notification.mode !== null && notification.mode !== mode)
    return <OtherAccount mode={notification.mode}>{t('otherAccount')}</OtherAccount>;
  const [href, label] = leadTo(found, t);
  return (
    <Link className={buttonClass({ variant: 'ghost' })} href={href}>
      {label}
    </Link>
  );
}

const baseOf = (market: string) => market.split('-')[0] ?? market;

type Texts = ReturnType<typeof useTranslations<'Notifications'>>;

/** Returns where a subject stands, and what leads to it. */
function leadTo(found: NonNullable<NotificationSubject>, t: Texts): [href: string, label: string] {
  if (found.subject === 'contracts') return ['/secondorder', t('toContracts')];
  if (found.subject === 'position') return [`/perpetualorder?coin=${baseOf(found.market)}`, t('toPosition')];
  if (found.subject === 'market')
    return [`/marketInfo?coin=${found.product === 'spot' ? found.market : `${baseOf(found.market)}&type=perpetual`}`, t('toMarket')];
  if (found.subject === 'invitations') return ['/invite', t('toInvite')];
  if (found.subject === 'announcements') return ['/tab1', t('toAnnouncements')];
  if (found.subject === 'support') return ['/support', t('toSupport')];
  if (found.subject === 'presale') return ['/saleCoin', t('toPresale')];
  if (found.subject === 'vip') return ['/account', t('toVip')];
  if (found.subject === 'proofs') return ['/uploadProof', t('toProofs')];
  if (found.subject === 'identity') return ['/verification', t('toVerification')];
  if (found.subject === 'sessions') return ['/sessions', t('toSessions')];
  if (found.subject === 'data') return ['/data', t('toData')];
  if (found.subject === 'withdrawals') return ['/tab4?active=2', t('toWithdrawals')];
  if (found.subject === 'deposits') return ['/tab4?active=0', t('toDeposits')];
  if (found.subject === 'loan') return [`/setloandetails?id=${found.id}`, t('toLoan')];
  if (found.subject === 'hosting') return ['/record?active=6', t('toHosting')];
  if (found.subject === 'staking') return ['/pledgehistory', t('toStaking')];
  if (found.subject === 'coin') return [`/walletDetails?coin=${found.asset}`, t('toCoin', { asset: found.asset })];
  return [`/orderdetails?${found.product === 'perpetual' ? 'type=perpetual&' : ''}id=${found.id}`, t('toOrder')];
}
