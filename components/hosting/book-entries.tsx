'use client';
import { useTranslations } from 'next-intl';
import { PagedList } from '@/components/layout/paged-list';
import { JournalLines } from '@/components/money/journal-card';
import * as hostingApi from '@/lib/api/hosting';
import { useContinued } from '@/lib/query/use-read';

/** Journals of a book's account, newest first: all, those of one of its orders, or those that led from the day before to a day. */
export function BookEntries({ plan, order, day }: { plan: string; order?: string; day?: number }) {
  const t = useTranslations('Hosting');
  const query = useContinued(hostingApi.hostingEntries, { plan, order, day: day === undefined ? undefined : String(day) });
  return (
    <div className="grid grid-cols-1 gap-5">
      <PagedList areCards empty={<p className="text-ink-2 text-small">{t('noEntries')}</p>} query={query} rowsOf={(page) => page.journals}>
        {(journal) => (
          <article key={journal.journalId}>
            <JournalLines group={journal} />
          </article>
        )}
      </PagedList>
    </div>
  );
}
