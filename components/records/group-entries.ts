import type { LedgerEntry } from '@/lib/dto/balances';

export type JournalGroup = { journalId: string; type: string; at: string; reference: string; entries: LedgerEntry[] };

/** Returns entries gathered by the journal that booked them, in the order in which the journals first appear. */
export function groupByJournal(entries: readonly LedgerEntry[]): JournalGroup[] {
  const groups = new Map<string, JournalGroup>();
  for (const entry of entries) {
    const group = groups.get(entry.journalId);
    if (group !== undefined) group.entries.push(entry);
    else
      groups.set(entry.journalId, {
        journalId: entry.journalId,
        type: entry.type,
        at: entry.at,
        reference: entry.reference,
        entries: [entry],
      });
  }
  return [...groups.values()];
}
