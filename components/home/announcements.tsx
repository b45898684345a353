'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { LocalTime } from '@/components/money/local-time';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import * as marketApi from '@/lib/api/market';
import { useRead } from '@/lib/query/use-read';

/** Shown at first; a tap shows the rest. */
const SHOWN_AT_FIRST = 5;

/** Pinned announcements, open, and the newest ones, folded to their titles; nothing at all when there is none. */
export function Announcements() {
  const t = useTranslations('Home');
  const common = useTranslations('Common');
  const locale = useLocale();
  const [isAll, setAll] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  // The button is gone then: reading goes on with the first of those that it brought.
  useEffect(() => {
    if (isAll) list.current?.children[SHOWN_AT_FIRST]?.querySelector('summary')?.focus();
  }, [isAll]);
  const { data } = useRead(marketApi.announcements, { locale });
  const all = data?.announcements ?? [];
  const shown = isAll ? all : all.slice(0, SHOWN_AT_FIRST);
  if (shown.length === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-1">
      <h2 className="text-title">{t('announcements')}</h2>
      <div ref={list}>
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
      {all.length > shown.length ? (
        <div className="grid justify-items-center pt-3">
          <Button onClick={() => setAll(true)} size="small" variant="ghost">
            {common('more')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
