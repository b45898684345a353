'use client';
import { useTranslations } from 'next-intl';
import { JournalCard } from '@/components/money/journal-card';
import type { BookKind } from '@/lib/protocol/wire';
import * as perpetualApi from '@/lib/api/perpetual';
import * as spotApi from '@/lib/api/spot';
import { useRead } from '@/lib/query/use-read';
import { groupByJournal } from './group-entries';

/** Every ledger entry that one order caused for its owner, journal by journal. */
export function OrderEntries({ id, kind = 'spot' }: { id: string; kind?: BookKind }) {
  const t = useTranslations('Records');
  const spot = useRead(spotApi.order, { id }, { enabled: kind === 'spot' }).data;
  const perpetual = useRead(perpetualApi.perpetualOrder, { id }, { enabled: kind === 'perpetual' }).data;
  const groups = groupByJournal((kind === 'spot' ? spot : perpetual)?.entries ?? []);
  if (groups.length === 0) return <p className="text-ink-2 text-small">{t('noEntries')}</p>;
  return (
    <div className="grid grid-cols-1 gap-2.5">
      {groups.map((group) => (
        <JournalCard group={group} key={group.journalId} />
      ))}
    </div>
  );
}
