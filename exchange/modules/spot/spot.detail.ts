import type { AnswerOf } from '../../../lib/protocol/define-call';
import type { orderDetail } from '../../../lib/protocol/spot';
import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { type EntryRow, listEntries } from '../ledger/ledger';
import { findOwnOrder } from '../matching/matching';
import { listFillsOfOrder } from './spot.fills.repository';
import { SPOT_ORDERS } from './spot.repository';
import { stopReference } from './spot.postings';
import { formatAmount, toOrderWire } from './spot.wire';

const ENTRIES_MAX = 5_000;

/**
 * Returns an order with its fills and every ledger line that it caused for its owner, oldest first: hold and release carry the order as
 * reference (as a stop while it waits), the others belong to the journals of its fills.
 * @throws ORDER_NOT_FOUND also for another user's order and for one of the other mode
 */
export async function readOrderDetail(tx: Tx, input: { userId: string; mode: Mode; id: string }): Promise<AnswerOf<typeof orderDetail>> {
  const order = await findOwnOrder(tx, SPOT_ORDERS, input);
  if (order === null) throw new DomainError('ORDER_NOT_FOUND');
  const fills = await listFillsOfOrder(tx, input.id);
  const own = { userId: input.userId, mode: input.mode, order: 'oldest', limit: ENTRIES_MAX } as const;
  const entries: EntryRow[] = await listEntries(tx, { ...own, reference: `order:${input.id}` });
  if (order.stop !== null) entries.push(...(await listEntries(tx, { ...own, reference: stopReference(input.id) })));
  if (fills.length > 0) entries.push(...(await listEntries(tx, { ...own, journalIds: fills.map((fill) => fill.journalId) })));
  entries.sort(compareEntries);
  const wire = toOrderWire(order);
  return {
    order: wire,
    fills: fills.map((fill) => ({
      id: fill.id,
      price: fill.price,
      num: formatAmount(fill.quantity),
      value: formatAmount(fill.value),
      fee: formatAmount(fill.fee),
      fee_coin: wire.fee_coin,
      liquidity: fill.liquidity,
      time: fill.at,
      journal: fill.journalId,
    })),
    entries: entries.slice(0, ENTRIES_MAX).map((entry) => ({
      id: entry.id,
      time: entry.at,
      type: entry.code,
      coin: entry.asset,
      amount: formatAmount(entry.amount),
      balance: formatAmount(entry.balance),
      part: entry.part === 'locked' ? ('held' as const) : entry.part,
      journal: entry.journalId,
    })),
  };
}

/** By journal, then by line; ids are `<journal>.<line>`. */
function compareEntries(a: EntryRow, b: EntryRow): number {
  const byJournal = Number(a.journalId) - Number(b.journalId);
  return byJournal !== 0 ? byJournal : Number(a.id.split('.')[1]) - Number(b.id.split('.')[1]);
}
