import type { JournalCodes } from '../../composition/module';
import { RetryTransaction, type Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { userAddress } from './ledger.addresses';
import {
  endHolds,
  findHolds,
  type HoldEnd,
  type HoldKey,
  type HoldRow,
  type HoldState,
  insertHolds,
  listDue,
  type NewHold,
} from './ledger.holds.repository';
import { openAccounts } from './ledger.locks';
import { type Journal, type Posting, postJournals } from './ledger.posting';

export const HOLD_CODES = {
  HOLD_PLACE: { record: 'other', isExternal: false },
  HOLD_RELEASE: { record: 'other', isExternal: false },
  HOLD_EXPIRE: { record: 'other', isExternal: false },
} as const satisfies JournalCodes;

/** The hold has ended otherwise before; nothing has changed. Whoever asked decides what that means. */
export class HoldEnded extends Error {
  constructor(
    key: string,
    readonly state: Exclude<HoldState, 'held'>,
  ) {
    super(`hold ${key} was ${state} before`);
    this.name = 'HoldEnded';
  }
}

/** Holds of one transaction: the statements and the accounts that it locks grow with them. */
const HOLDS_MAX = 500;

/**
 * Money of a user to set aside. `purpose` and `reference` name it for good; `ender` is what ends it, and `until` (ms) by when. `amount` is in base
 * units.
 */
export type HoldPlacement = Omit<HoldRow, 'captured' | 'state'>;
/**
 * What becomes of a hold. `to` says where the money goes, positive amounts in base units of the hold's asset; together at most what is held, and what
 * is left of it returns to the user. `code` is the journal's; its reference is `<purpose>:<reference>`.
 */
export type HoldCapture = HoldKey & { code: string; to: readonly Posting[] };
/** Journals to post in the same transaction: a transaction posts once. */
type More = { at: number; journals?: readonly Journal[] };

/**
 * Sets money aside: available -> hold. Fixed statements however many there are. One that was placed before with the same terms has no effect.
 * @throws INSUFFICIENT_BALANCE for all together, DUPLICATE_REQUEST when the reference was used with other terms
 */
export async function placeHolds(tx: Tx, placements: readonly HoldPlacement[], more: More): Promise<void> {
  checkKeys(placements);
  const known = await findByKey(tx, placements);
  for (const placement of placements) checkSame(placement, known.get(keyOf(placement)));
  const fresh = placements.filter((placement) => !known.has(keyOf(placement)));
  const opened = fresh.map((hold) => ({ ...hold, at: more.at }));
  const journals = opened.map(toPlacing);
  await openAll(tx, [...journals, ...(more.journals ?? [])]);
  await writeHolds(tx, opened);
  await postJournals(tx, [...journals, ...(more.journals ?? [])]);
}

/** Returns the journal that places a new hold: available -> hold. */
export function toPlacing(hold: NewHold): Journal {
  if (hold.amount <= 0n || hold.until <= hold.at) throw new Error('a hold is of more than nothing and ends in the future');
  return move('HOLD_PLACE', hold, hold.amount, hold.at);
}

/** Writes the rows of holds whose journals are posted in the same transaction. @throws RetryTransaction when one of them was placed meanwhile */
export async function writeHolds(tx: Tx, holds: readonly NewHold[]): Promise<void> {
  if (holds.length === 0) return;
  checkKeys(holds);
  const added = await insertHolds(tx, holds);
  if (added !== holds.length) throw new RetryTransaction('a hold with the same reference was placed meanwhile');
}

/**
 * Takes held money for its purpose, all or some of it; the rest returns to the user. One that was captured before to the same amount has no
 * effect. @throws HoldEnded when it ended otherwise
 */
export async function captureHolds(tx: Tx, captures: readonly HoldCapture[], more: More): Promise<void> {
  const totals = new Map(captures.map((capture) => [keyOf(capture), capture.to.reduce((sum, { amount }) => sum + amount, 0n)]));
  const byKey = new Map(captures.map((capture) => [keyOf(capture), capture]));
  await end(tx, captures, more, (hold) => {
    const captured = totals.get(keyOf(hold)) ?? 0n;
    const { code, to } = byKey.get(keyOf(hold)) as HoldCapture;
    if (captured <= 0n || captured > hold.amount || to.some(({ amount }) => amount <= 0n)) {
      throw new Error(`hold ${keyOf(hold)} is of ${hold.amount}, not of ${captured}`);
    }
    const rest = hold.amount - captured;
    const postings = [
      { address: addressOf(hold, 'hold'), amount: -hold.amount },
      ...to,
      ...(rest > 0n ? [{ address: addressOf(hold, 'available'), amount: rest }] : []),
    ];
    return { journal: { code, reference: keyOf(hold), at: more.at, postings }, state: 'captured', captured };
  });
}

/** Gives held money back to the user: hold -> available. One that was released before has no effect. @throws HoldEnded */
export async function releaseHolds(tx: Tx, keys: readonly HoldKey[], more: More): Promise<void> {
  await end(tx, keys, more, (hold) => ({
    journal: move('HOLD_RELEASE', hold, -hold.amount, more.at),
    state: 'released',
    captured: 0n,
  }));
}

/**
 * Gives holds back and sets others aside at once, so that money that is held again was never free in between. New ones have never been placed before.
 * @throws HoldEnded
 */
export async function renewHolds(
  tx: Tx,
  { released, placed }: { released: readonly HoldKey[]; placed: readonly HoldPlacement[] },
  more: More,
): Promise<void> {
  const opened = placed.map((hold) => ({ ...hold, at: more.at }));
  await releaseHolds(tx, released, { at: more.at, journals: [...(more.journals ?? []), ...opened.map(toPlacing)] });
  await writeHolds(tx, opened);
}

/**
 * Gives back what was held for longer than it should. One that expired before has no effect.
 * @throws HoldEnded; Error before its time, a programmer's fault
 */
export async function expireHolds(tx: Tx, keys: readonly HoldKey[], more: More): Promise<void> {
  await end(tx, keys, more, (hold) => {
    if (hold.until > more.at) throw new Error(`hold ${keyOf(hold)} is not due before ${hold.until}`);
    return { journal: move('HOLD_EXPIRE', hold, -hold.amount, more.at), state: 'expired', captured: 0n };
  });
}

/** Returns up to 500 holds of a purpose that are due at `now` (ms), the longest overdue first: the work of whatever ends them. */
export function listDueHolds(tx: Tx, input: { purpose: string; now: number }): Promise<HoldRow[]> {
  return listDue(tx, { ...input, limit: HOLDS_MAX });
}

type Ending = { journal: Journal; state: HoldEnd['state']; captured: bigint };

/**
 * Everything but the state of a hold is final, so its accounts are known before the first lock; with the account of its holds locked, its state
 * can't change either. Accounts come before holds in every transaction.
 */
async function end(tx: Tx, keys: readonly HoldKey[], more: More, plan: (hold: HoldRow) => Ending): Promise<void> {
  checkKeys(keys);
  const named = await findByKey(tx, keys);
  const others = more.journals ?? [];
  const planned = keys.map((key) => {
    const hold = named.get(keyOf(key));
    if (hold === undefined) throw new Error(`there is no hold ${keyOf(key)}`);
    return { hold, ...plan(hold) };
  });
  await openAll(tx, [...planned.map(({ journal }) => journal), ...others]);
  const now = await findByKey(tx, keys);
  const ending = planned.filter(({ hold, state, captured }) => {
    const current = now.get(keyOf(hold)) ?? hold;
    if (current.state === 'held') return true;
    if (current.state === state && current.captured === captured) return false;
    throw new HoldEnded(keyOf(hold), current.state);
  });
  const ends = ending.map(({ hold, state, captured }) => ({ purpose: hold.purpose, reference: hold.reference, state, captured }));
  const ended = ends.length === 0 ? 0 : await endHolds(tx, ends, more.at);
  if (ended !== ends.length) throw new Error('a hold ended under the lock of its account');
  await postJournals(tx, [...ending.map(({ journal }) => journal), ...others]);
}

async function openAll(tx: Tx, journals: readonly Journal[]): Promise<void> {
  await openAccounts(tx, new Set(journals.flatMap(({ postings }) => postings.map(({ address }) => address))));
}

async function findByKey(tx: Tx, keys: readonly HoldKey[]): Promise<Map<string, HoldRow>> {
  return new Map((await findHolds(tx, keys)).map((hold) => [keyOf(hold), hold]));
}

function keyOf({ purpose, reference }: HoldKey): string {
  return `${purpose}:${reference}`;
}

function addressOf({ userId, mode, asset }: Pick<HoldRow, 'userId' | 'mode' | 'asset'>, part: 'available' | 'hold'): string {
  return userAddress({ userId, mode, asset, part });
}

/** A positive amount is set aside, a negative one returns. */
function move(code: keyof typeof HOLD_CODES, hold: HoldPlacement, amount: bigint, at: number): Journal {
  const postings = [
    { address: addressOf(hold, 'available'), amount: -amount },
    { address: addressOf(hold, 'hold'), amount },
  ];
  return { code, reference: keyOf(hold), at, postings };
}

function checkKeys(keys: readonly HoldKey[]): void {
  if (keys.length > HOLDS_MAX) throw new Error(`a transaction changes at most ${HOLDS_MAX} holds, not ${keys.length}`);
  if (new Set(keys.map(keyOf)).size !== keys.length) throw new Error('a transaction names each hold once');
}

function checkSame(placement: HoldPlacement, known: HoldRow | undefined): void {
  if (known === undefined) return;
  const { userId, mode, asset, amount, until, ender } = known;
  const isSame =
    userId === placement.userId &&
    mode === placement.mode &&
    asset === placement.asset &&
    amount === placement.amount &&
    until === placement.until &&
    ender.kind === placement.ender.kind &&
    ender.id === placement.ender.id;
  if (!isSame) throw new DomainError('DUPLICATE_REQUEST', { detail: keyOf(placement) });
}
