'use client';
import { useTranslations } from 'next-intl';
import * as api from '@/lib/api/notifications';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';

/** Which groups the bell counts; security always. */
export function NotificationSettings() {
  const t = useTranslations('Notifications');
  const { data } = useRead(api.notificationSettings, {});
  const change = useWrite(api.notificationSettingsChange);
  if (data === undefined) return null;
  return (
    <section className="mt-6">
      <h2 className="text-title">{t('settings')}</h2>
      <p className="pt-1 text-ink-2 text-small">{t('settingsText')}</p>
      <ul className="pt-1">
        {data.groups.map(({ group, isCounted }) => (
          <li className="border-line border-b last:border-0" key={group}>
            <label className="flex min-h-13 items-center justify-between gap-4 py-1.5">
              <span>
                {t(`filters.${group}`)}
                {group === 'security' ? <span className="block text-ink-3 text-micro">{t('always')}</span> : null}
              </span>
              <input
                checked={isCounted}
                className="size-5 shrink-0 accent-accent disabled:opacity-50"
                disabled={group === 'security' || change.isBusy}
                onChange={(event) => group !== 'security' && change.send({ group, isCounted: event.target.checked }, t(`filters.${group}`))}
                type="checkbox"
              />
            </label>
          </li>
        ))}
      </ul>
      <p className="pt-3 text-ink-3 text-micro">{t('kept')}</p>
    </section>
  );
}
