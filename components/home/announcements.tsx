'use client';
import { useLocale, useTranslations } from 'next-intl';
import { LocalTime } from '@/components/money/local-time';
import { Icon } from '@/components/ui/icon';
import * as marketApi from '@/lib/api/market';
import { useRead } from '@/lib/query/use-read';

const SHOWN_MAX = 5;

/** Pinned announcements, open, and the newest ones, folded to their titles; nothing at all when there is none. */
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
          <details className="border-line border-b" key={announcement.id} open={announcement.isPinned}>
            <summary className="two-ends min-h-14 items-center py-2">
              <span className="flex min-w-0 items-center gap-2">
                {announcement.isPinned ? (
                  <span className="shrink-0 text-accent">
                    <Icon name="pin" size={16} />
                    <span className="sr-only">{t('pinned')}</span>
                  </span>
                ) : null}
                {announcement.title}
              </span>
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
