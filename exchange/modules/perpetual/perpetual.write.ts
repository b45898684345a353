import type { Tx } from '../../platform/db';
import { postJournals } from '../ledger/ledger';
import { takeIds } from '../matching/matching';
import type { OrderRow } from './perpetual.commands';
import type { Draft } from './perpetual.draft';
import { listBatchEvents } from './perpetual.order-events';
import { writePositions } from './perpetual.positions.repository';
import { insertFills, insertLiquidations, insertOrders, updateOrders } from './perpetual.repository';

/** Writes what the commands of a batch came to, set by set. Returns the orders that were open before, as they are now, by id, and the journals' ids. */
export async function writeDraft(
  tx: Tx,
  draft: Draft,
  { now, house }: { now: number; house: ReadonlySet<number> },
): Promise<{ updated: Map<number, OrderRow>; journalOf(reference: string): string | undefined }> {
  await insertOrders(tx, draft.orders);
  const updated = await updateOrders(tx, [...draft.changes.values()], now);
  const rows = [...draft.positions.values()].map(({ book, position }) => ({ market: book.terms.symbol, mode: book.mode, position }));
  await writePositions(tx, rows);
  const fillIds = await takeIds(tx, 'perpetual_fill_ids', draft.fills.length);
  for (const [index, fill] of draft.fills.entries()) fill.id = String(fillIds[index]);
  const own = draft.fills.length === 0 ? netOfHouse(draft.journals, house) : draft.journals;
  const journals = own.map(({ code, reference, postings }) => ({
    code,
    reference: typeof reference === 'string' ? reference : `fill:${reference.id}`,
    at: now,
    postings,
  }));
  const { ids } = await postJournals(tx, journals);
  const journalOf = new Map(own.map(({ reference }, index) => [reference, ids[index] as string]));
  await insertFills(
    tx,
    draft.fills.map((fill) => ({ ...fill, journalId: journalOf.get(fill) ?? '0' })),
    { at: now, events: listBatchEvents(draft, updated, { at: now, house }) },
  );
  await insertLiquidations(tx, draft.liquidations, now);
  return { updated: new Map(updated.map((order) => [order.id, order])), journalOf: (reference) => journalOf.get(reference) };
}

const HOLDS: ReadonlySet<string> = new Set(['PERPETUAL_HOLD', 'PERPETUAL_RELEASE']);

/**
 * What orders of the house hold and give back in a batch without fills comes to one journal an account: a provider that follows the index moves
 * dozens of orders whose holds nearly cancel out, and nobody reads them one by one. The orders' needs stay what is held, to the last unit.
 */
export function netOfHouse(journals: Draft['journals'], house: ReadonlySet<number>): Draft['journals'] {
  const nets = new Map<string, { journal: Draft['journals'][number]; sums: Map<string, bigint> }>();
  const others = journals.filter((journal) => {
    const owner = /^user:(\d+):(?:real|demo):/.exec(journal.postings[0]?.address ?? '');
    if (!HOLDS.has(journal.code) || owner === null || !house.has(Number(owner[1]))) return true;
    const net = nets.get(owner[0]) ?? { journal, sums: new Map<string, bigint>() };
    nets.set(owner[0], net);
    for (const { address, amount } of journal.postings) net.sums.set(address, (net.sums.get(address) ?? 0n) + amount);
    return false;
  });
  const sums = [...nets.values()].flatMap(({ journal, sums }) => {
    const postings = [...sums].flatMap(([address, amount]) => (amount === 0n ? [] : [{ address, amount }]));
    return postings.length === 0 ? [] : [{ ...journal, postings }];
  });
  return [...others, ...sums];
}
