'use client';
import { useLocale, useTranslations } from 'next-intl';
import { LocalTime } from '@/components/money/local-time';
import * as marketApi from '@/lib/api/market';
import { useRead } from '@/lib/query/use-read';

const SHOWN_MAX = 5;

/** The newest announcements, each folded to its title; nothing at all when there is none. */
export function Announcements() {
  const t = useTranslations('Home');
  const locale = useLocale();
  const { data } = useRead(marketApi.announcements, { locale });
  const shown = data?.announcements.slice(0, SHOWN_MAX) ?? [];
  if (shown.length === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-1">
      <h2 className="text-title">{t('announcements')}</h2>
      <div>
        {shown.map((announcement) => (
          <details className="border-line border-b" key={announcement.id}>
            <summary className="two-ends min-h-14 items-center py-2">
              <span className="min-w-0">{announcement.title}</span>
              <span className="text-ink-3 text-micro">
                <LocalTime iso={announcement.at} locale={locale} style="date" />
              </span>
            </summary>
            <p className="whitespace-pre-line pb-4 text-ink-2 text-small">{announcement.text}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
