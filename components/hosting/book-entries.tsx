'use client';
import { useTranslations } from 'next-intl';
import { PagedList } from '@/components/layout/paged-list';
import { JournalLines } from '@/components/money/journal-card';
import * as hostingApi from '@/lib/api/hosting';
import type { HostingOrder } from '@/lib/dto/hosting';
import { useContinued } from '@/lib/query/use-read';
import { candleAddress } from './candle-address';
import { Link } from '../ui/link';

type Props = { plan: string; order?: string; day?: number; fillsOf?: Pick<HostingOrder, 'market' | 'leg'> };
/** Codes of what a fill books. */
const FILLS: ReadonlySet<string> = new Set(['SPOT_FILL', 'PERPETUAL_FILL']);

/**
 * Journals of a book's account, newest first: all, those of one of its orders, or those that led from the day before to a day. With what an order traded,
 * each of its fills leads to its candle.
 */
export function BookEntries({ plan, order, day, fillsOf }: Props) {
  const t = useTranslations('Hosting');
  const query = useContinued(hostingApi.hostingEntries, { plan, order, day: day === undefined ? undefined : String(day) });
  return (
    <div className="grid grid-cols-1 gap-5">
      <PagedList areCards empty={<p className="text-ink-2 text-small">{t('noEntries')}</p>} query={query} rowsOf={(page) => page.journals}>
        {(journal) => (
          <article key={journal.journalId}>
            <JournalLines group={journal} />
            {fillsOf === undefined || !FILLS.has(journal.type) ? null : (
              <Link className="inline-flex min-h-11 items-center text-accent text-small" href={candleAddress(fillsOf, journal.at)}>
                {t('toCandle')}
              </Link>
            )}
          </article>
        )}
      </PagedList>
    </div>
  );
}
