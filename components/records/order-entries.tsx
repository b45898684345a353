'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { BookKind } from '@/lib/protocol/wire';
import { perpetualOrderQuery } from '@/lib/query/perpetual-queries';
import { orderQuery } from '@/lib/query/queries';
import { groupByJournal } from './group-entries';
import { JournalCard } from './journal-card';

/** Every ledger entry that one order caused for its owner, journal by journal. */
export function OrderEntries({ id, kind = 'spot' }: { id: string; kind?: BookKind }) {
  const t = useTranslations('Records');
  const spot = useQuery({ ...orderQuery(id), enabled: kind === 'spot' }).data;
  const perpetual = useQuery({ ...perpetualOrderQuery(id), enabled: kind === 'perpetual' }).data;
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
