import type { AccountAct, AccountRecord } from '../../dto/lists';
import type { actList, recordList } from '../../protocol/balances';
import type { AnswerOf } from '../../protocol/define-call';
import { toIso } from '../upstream';

/** Returns what the owner did. */
export function reshapeAct(row: AnswerOf<typeof actList>['rows'][number]): AccountAct {
  const { act: id, type, ref: reference, order, changes, held, back, fee } = row;
  return {
    ...{ id, at: toIso(row.time), type, reference },
    order: order === null ? null : reshapeOrderOfAct(order),
    changes: changes.map(toAmount),
    held: held.map(toAmount),
    back: back === null ? null : toAmount(back),
    fee: fee === null ? null : toAmount(fee),
  };
}

type OrderOfAct = NonNullable<AnswerOf<typeof actList>['rows'][number]['order']>;

function reshapeOrderOfAct({ of: kind, ids, market: symbol, type: side, num: quantity, filled, open: isOpen }: OrderOfAct) {
  return { kind, ids, symbol, side, quantity, filled, isOpen };
}

function toAmount({ coin, num }: { coin: string; num: string }) {
  return { asset: coin, amount: num };
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
