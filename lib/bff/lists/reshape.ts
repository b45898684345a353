import type { AccountRecord } from '../../dto/lists';
import type { recordList } from '../../protocol/balances';
import type { AnswerOf } from '../../protocol/define-call';
import { toIso } from '../upstream';

/** Returns what one journal did. */
export function reshapeRecord(row: AnswerOf<typeof recordList>['rows'][number]): AccountRecord {
  return {
    journalId: row.journal,
    at: toIso(row.time),
    type: row.type,
    reference: row.ref,
    fee: row.fee === null ? null : { asset: row.fee.coin, amount: row.fee.num },
    entries: reshapeLines(row.lines),
  };
}

/** Returns the lines of a journal; `locked` is what the wire calls held. */
export function reshapeLines(lines: AnswerOf<typeof recordList>['rows'][number]['lines']): AccountRecord['entries'] {
  return lines.map(({ id, coin, amount, balance, part }) => ({
    id,
    asset: coin,
    amount,
    balance,
    part: part === 'held' ? 'locked' : part,
  }));
}
