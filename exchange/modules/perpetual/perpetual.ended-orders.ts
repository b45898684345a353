import type { Tx } from '../../platform/db';
import type { Budget } from '../matching/matching';
import { listOrderEnds, type OrderEnd, readOrderEnds } from '../risk-limits/risk-limits';
import type { Draft } from './perpetual.draft';
import { isFenced } from './perpetual.needs';
import type { PerpetualBook } from './perpetual.book';
import type { PerpetualState } from './perpetual.state';
import { dropOrder, endTaking } from './perpetual.taking';

/** Members whose orders one transaction ends: what is more goes on in the next one, before anything is filled. */
const MEMBERS_AT_ONCE = 16;

/**
 * Takes out of the books of this batch, before any of its commands, the resting orders that a break or a tighter limit of their owners ended
 * and that could open a position: as many in all books together as the budget allows. Returns false when there is more: then nothing else may run
 * in this transaction.
 */
export async function endOrders(
  tx: Tx,
  { state, draft, fenced, budget }: { state: PerpetualState; draft: Draft; fenced: ReadonlyMap<string, string>; budget: Budget },
): Promise<boolean> {
  const books = state.all().filter((book) => isFenced(state, fenced, book));
  if (books.length === 0) return true;
  const after = Math.min(...books.map((book) => book.ended.seen));
  const ends = await listOrderEnds(tx, { after, limit: MEMBERS_AT_ONCE });
  const isAll = ends.length < MEMBERS_AT_ONCE;
  const areDone = books.map((book) => endIn(book, draft, ends, budget));
  return isAll && areDone.every(Boolean);
}

function endIn(book: PerpetualBook, draft: Draft, ends: readonly OrderEnd[], budget: Budget): boolean {
  const fresh = ends.filter(({ seq, mode }) => seq > book.ended.seen && mode === book.mode);
  const left: OrderEnd[] = [];
  for (const end of [...book.ended.left, ...fresh]) {
    const isMeant = (id: number, { isReduceOnly }: { isReduceOnly: boolean }) => id <= end.ordersUntil && !isReduceOnly;
    const taking = book.taking.ofOwner(end.owner).filter((order) => isMeant(order.id, order));
    const orders = book.restingOf(end.owner).filter(({ id, terms }) => isMeant(id, terms));
    const works = [
      ...taking.map((order) => () => endTaking(book, draft, order, end.reason)),
      ...orders.map(
        ({ id }) =>
          () =>
            dropOrder(book, draft, id, end.reason),
      ),
    ];
    const done = works.slice(0, budget.left);
    for (const work of done) work();
    budget.spend(done.length);
    if (done.length < works.length) left.push(end);
  }
  book.nextEnded = { seen: Math.max(book.ended.seen, ends.at(-1)?.seq ?? 0), left };
  return left.length === 0;
}

/** Reads what a rebuilt book has to end first; whatever comes later its batches read by themselves. */
export async function loadEndedOrders(tx: Tx, books: readonly PerpetualBook[]): Promise<void> {
  const load = async (book: PerpetualBook) => {
    const owners = [...new Set([...book.owners(), ...book.taking.all().map(({ owner }) => owner)])].map((owner) => ({
      userId: String(owner),
      mode: book.mode,
    }));
    const { last, ends } = await readOrderEnds(tx, owners);
    book.ended = { seen: last, left: ends };
  };
  await Promise.all(books.map(load));
}

/** Finds books in which orders wait to be ended, although nobody trades there: other processes' breaks, and what a rebuild found. */
export function createEndedOrdersWatch(deps: { read: Tx; state: PerpetualState; submit(book: PerpetualBook): Promise<unknown> }) {
  let isLooking = false;
  return async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      const books = deps.state.all();
      const after = Math.min(...books.map((book) => book.ended.seen));
      const hasNew = books.length > 0 && (await listOrderEnds(deps.read, { after, limit: 1 })).length > 0;
      await Promise.all(books.filter((book) => hasNew || book.ended.left.length > 0).map(deps.submit));
    } finally {
      isLooking = false;
    }
  };
}
