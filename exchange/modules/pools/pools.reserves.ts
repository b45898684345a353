import type { JournalCodes } from '../../composition/module';
import { RetryTransaction, type Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import type { Journal, Posting } from '../ledger/ledger';
import { assetsOf, type PoolPart, poolAddress, reservedAddress } from './pools.list';
import { findPosted, insertReserves, lockReserves, type ReserveKey, type ReserveRow, shrinkReserves } from './pools.reserves.repository';

export const POOL_CODES = {
  POOL_RESERVE: { record: 'other', isExternal: false },
  POOL_RELEASE: { record: 'other', isExternal: false },
  POOL_DEFUNDING: { record: 'other', isExternal: true },
} as const satisfies JournalCodes;

/** What a transaction may change at once: its statements and its locks grow with it. */
const RESERVES_MAX = 1_000;

/** The worst case of one promise. `purpose` and `reference` name it for good, `until` (ms) is when it ends at the latest; `amount` in base units. */
export type Reservation = Omit<ReserveRow, 'left'>;
/**
 * One payment out of a reserve. `key` names it among those of its reserve (the day, say): the same again pays nothing. `code` is the journal's, `to`
 * where the money goes, positive amounts in base units.
 */
export type Payment = ReserveKey & { key: string; code: string; to: readonly Posting[] };

/**
 * Writes promises down and returns the journals (pool -> reserved) that the caller posts in the same transaction, with its own. One that was made before
 * with the same terms gives no journal. Posting refuses with INSUFFICIENT_BALANCE what the pool can't cover: whoever wants to say how much is left takes
 * the pool's turn first. Called before accounts are locked.
 * @throws DUPLICATE_REQUEST when a reference was used with other terms
 */
export async function reservePools(tx: Tx, reservations: readonly Reservation[], at: number): Promise<Journal[]> {
  checkKeys(reservations);
  const known = new Map((await lockReserves(tx, reservations)).map((row) => [keyOf(row), row]));
  for (const reservation of reservations) checkSame(reservation, known.get(keyOf(reservation)));
  const fresh = reservations.filter((reservation) => !known.has(keyOf(reservation)));
  if (fresh.length === 0) return [];
  for (const { pool, asset, amount, until } of fresh) {
    if (amount <= 0n || until <= at || !assetsOf(pool).includes(asset))
      throw new Error('a promise is of more than nothing, in the future, in money of its pool');
  }
  if ((await insertReserves(tx, fresh, at)) !== fresh.length)
    throw new RetryTransaction('a reserve with the same reference was made meanwhile');
  return fresh.map((row) => ({
    code: 'POOL_RESERVE',
    reference: keyOf(row),
    at,
    postings: [
      { address: poolAddress(row), amount: -row.amount },
      { address: reservedAddress(row), amount: row.amount },
    ],
  }));
}

/**
 * Takes payments out of their reserves and returns the journals (reserved -> `to`) for the caller to post in the same transaction. A payment that was
 * made before gives no journal. Called before accounts are locked.
 * @throws Error when a payment is above what its reserve still promises: a programmer's fault
 */
export async function payReserves(tx: Tx, payments: readonly Payment[], at: number): Promise<Journal[]> {
  if (payments.length === 0) return [];
  if (payments.length > RESERVES_MAX) throw new Error(`a transaction pays at most ${RESERVES_MAX} times out of reserves`);
  const keys = [...new Map(payments.map((payment) => [keyOf(payment), payment])).values()];
  const rows = new Map((await lockReserves(tx, keys)).map((row) => [keyOf(row), row]));
  const drafts = payments.map((payment) => toDraft(payment, rows.get(keyOf(payment)), at));
  const posted = await findPosted(
    tx,
    drafts.map(({ journal }) => journal),
  );
  const fresh = drafts.filter(({ journal }) => !posted.has(`${journal.code} ${journal.reference}`));
  const sums = new Map<string, { row: ReserveRow; paid: bigint }>();
  for (const { row, paid } of fresh) sums.set(keyOf(row), { row, paid: (sums.get(keyOf(row))?.paid ?? 0n) + paid });
  for (const { row, paid } of sums.values()) {
    if (paid > row.left) throw new Error(`reserve ${keyOf(row)} promises ${row.left}, not ${paid}`);
  }
  const changes = [...sums.values()].map(({ row: { purpose, reference }, paid }) => ({ purpose, reference, paid, released: 0n }));
  if (changes.length > 0) await shrinkReserves(tx, changes, at);
  return fresh.map(({ journal }) => journal);
}

/**
 * Gives what reserves still promise back to their pools and returns the journals (reserved -> pool) for the caller to post in the same transaction.
 * One that has ended before gives no journal. Called before accounts are locked.
 * @throws Error when there is no such reserve
 */
export async function releaseReserves(tx: Tx, keys: readonly ReserveKey[], at: number): Promise<Journal[]> {
  if (keys.length === 0) return [];
  checkKeys(keys);
  const rows = await lockReserves(tx, keys);
  if (rows.length !== keys.length) throw new Error(`${rows.length} of ${keys.length} reserves were found`);
  const open = rows.filter(({ left }) => left > 0n);
  if (open.length === 0) return [];
  await shrinkReserves(
    tx,
    open.map(({ purpose, reference, left }) => ({ purpose, reference, paid: 0n, released: left })),
    at,
  );
  return open.map((row) => ({
    code: 'POOL_RELEASE',
    reference: keyOf(row),
    at,
    postings: [
      { address: reservedAddress(row), amount: -row.left },
      { address: poolAddress(row), amount: row.left },
    ],
  }));
}

function toDraft(payment: Payment, row: ReserveRow | undefined, at: number): { journal: Journal; row: ReserveRow; paid: bigint } {
  if (row === undefined) throw new Error(`there is no reserve ${keyOf(payment)}`);
  const paid = payment.to.reduce((sum, { amount }) => sum + amount, 0n);
  if (payment.to.some(({ amount }) => amount <= 0n) || paid === 0n) throw new Error('a payment is of more than nothing');
  const postings = [{ address: reservedAddress(row satisfies PoolPart), amount: -paid }, ...payment.to];
  return { journal: { code: payment.code, reference: `${keyOf(payment)}:${payment.key}`, at, postings }, row, paid };
}

function keyOf({ purpose, reference }: ReserveKey): string {
  return `${purpose}:${reference}`;
}

function checkKeys(keys: readonly ReserveKey[]): void {
  if (keys.length > RESERVES_MAX) throw new Error(`a transaction changes at most ${RESERVES_MAX} reserves, not ${keys.length}`);
  if (new Set(keys.map(keyOf)).size !== keys.length) throw new Error('a transaction names each reserve once');
}

function checkSame(asked: Reservation, known: ReserveRow | undefined): void {
  if (known === undefined) return;
  const isSame =
    known.pool === asked.pool &&
    known.mode === asked.mode &&
    known.asset === asked.asset &&
    known.amount === asked.amount &&
    known.until === asked.until;
  if (!isSame) throw new DomainError('DUPLICATE_REQUEST', { detail: keyOf(asked) });
}
