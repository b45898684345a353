import type { Tx } from '../../platform/db';
import { prepareJournals } from '../ledger/ledger';
import { amendmentReference, insertAmendments, takeIds } from '../matching/matching';
import type { OrderRow } from './perpetual.commands';
import type { Draft } from './perpetual.draft';
import { listBatchEvents } from './perpetual.order-events';
import { writePositions } from './perpetual.positions.repository';
import { insertFills, insertLiquidations, insertOrders, updateOrders } from './perpetual.repository';

/** What `write` writes waits for no answer, and goes to the server together with what is written beside it. */
type Written = { updated: Map<number, OrderRow>; journalOf(reference: string): string | undefined; write(): Promise<unknown> };

/** Writes what the commands of a batch came to, set by set. Returns the orders that were open before, as they are now, by id, and the journals' ids. */
export async function writeDraft(tx: Tx, draft: Draft, { now, house }: { now: number; house: ReadonlySet<number> }): Promise<Written> {
  const fills = [...draft.fills, ...draft.tape];
  const taken = await takeIds(tx, { spot_order_ids: draft.parts.length, perpetual_fill_ids: fills.length });
  const { spot_order_ids: partIds, perpetual_fill_ids: fillIds } = taken;
  const parts = draft.parts.map(({ fill, row }, index) => {
    const id = partIds[index] as number;
    fill.makerOrderId = id;
    return { ...row, id };
  });
  for (const [index, fill] of fills.entries()) fill.id = String(fillIds[index]);
  const rows = [...draft.positions.values()].map(({ book, position }) => ({ market: book.terms.symbol, mode: book.mode, position }));
  const journals = draft.journals.map(({ code, reference, postings }) => ({
    code,
    reference: typeof reference === 'string' ? reference : `fill:${reference.id}`,
    at: now,
    postings,
  }));
  // The lock first: while the server writes the orders, the journals are made ready and follow at once.
  const preparing = prepareJournals(tx, journals);
  const ordering = Promise.all([
    insertOrders(tx, [...draft.orders, ...parts]),
    updateOrders(tx, [...draft.changes.values()], now),
    writePositions(tx, rows),
  ]);
  const posting = preparing.then(({ write }) => write());
  posting.catch(() => undefined);
  const [{ ids }, [, updated]] = await Promise.all([preparing, ordering]);
  const journalOf = new Map(draft.journals.map(({ reference }, index) => [reference, ids[index] as string]));
  for (const amendment of draft.amendments) amendment.journalId = journalOf.get(amendmentReference(amendment.id)) ?? null;
  const write = () =>
    Promise.all([
      posting,
      insertAmendments(tx, draft.amendments, now),
      insertFills(
        tx,
        fills.map((fill) => ({ ...fill, journalId: fill.takerOrderId === null ? null : (journalOf.get(fill) ?? '0') })),
        { at: now, events: listBatchEvents(draft, updated, { at: now, house }) },
      ),
      insertLiquidations(tx, draft.liquidations, now),
    ]);
  return { updated: new Map(updated.map((order) => [order.id, order])), journalOf: (reference) => journalOf.get(reference), write };
}
