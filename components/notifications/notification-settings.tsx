'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import * as api from '@/lib/api/notifications';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import type { NotificationGroup } from '@/lib/rules/notifications';
import { WriteNotice } from '../layout/write-notice';
import { PushHere } from './push-here';
import { QuietHours } from './quiet-hours';

type Way = 'isCounted' | 'isMailed' | 'isPushed';
const TEXTS = {
  isCounted: { title: 'settings', text: 'settingsText', always: 'always' },
  isMailed: { title: 'mails', text: 'mailsText', always: 'alwaysMailed' },
  isPushed: { title: 'push', text: 'pushText', always: 'alwaysPushed' },
} as const satisfies Record<Way, object>;

/** Which groups the bell counts, which are mailed and pushed, and when not; security always. */
export function NotificationSettings() {
  const t = useTranslations('Notifications');
  const { data } = useRead(api.notificationSettings, {});
  if (data === undefined) return null;
  return (
    <>
      <Groups groups={data.groups} way="isCounted" />
      <Groups groups={data.groups} way="isMailed" />
      {data.push.key === null ? null : (
        <Groups groups={data.groups} way="isPushed">
          <PushHere push={data.push} />
        </Groups>
      )}
      <QuietHours key={JSON.stringify(data.quiet)} quiet={data.quiet} />
      <p className="pt-3 text-ink-3 text-micro">{t('kept')}</p>
    </>
  );
}

type Group = { group: NotificationGroup; isCounted: boolean; isMailed: boolean; isPushed: boolean };

function Groups({ groups, way, children }: { groups: readonly Group[]; way: Way; children?: ReactNode }) {
  const t = useTranslations('Notifications');
  const change = useWrite(api.notificationSettingsChange, { of: way });
  const { title, text, always } = TEXTS[way];
  return (
    <section className="mt-6">
      <h2 className="hyphens-auto text-title">{t(title)}</h2>
      <p className="pt-1 text-ink-2 text-small">{t(text)}</p>
      {children}
      <ul className="pt-1">
        {groups.map(({ group, ...ways }) => (
          <li className="border-line border-b last:border-0" key={group}>
            <label className="flex min-h-13 items-center justify-between gap-4 py-1.5">
              <span>
                {t(`filters.${group}`)}
                {group === 'security' ? <span className="block text-ink-3 text-micro">{t(always)}</span> : null}
              </span>
              <input
                checked={ways[way]}
                className="size-5 shrink-0 accent-accent disabled:opacity-50"
                disabled={group === 'security' || change.isBusy}
                onChange={(event) => group !== 'security' && change.send({ group, [way]: event.target.checked }, t(`filters.${group}`))}
                type="checkbox"
              />
            </label>
          </li>
        ))}
      </ul>
      <WriteNotice write={change} />
    </section>
  );
}
