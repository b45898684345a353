import type { Tx } from '../../platform/db';
import { type AccountFields, parseAddress } from './ledger.addresses';
import { type AccountRow, insertAccounts, lockAccounts, readTurns } from './ledger.repository';

/** Locked accounts by address, with what they hold after the journals that were added so far. */
export type OpenAccounts = Map<string, AccountRow & { fields: AccountFields }>;

/** What a transaction has done with the ledger. `accounts` is null before its one lock of accounts. */
type Held = { hasTurns: boolean; accounts: OpenAccounts | null; hasPosted: boolean };
const heldBy = new WeakMap<Tx, Held>();

function heldOf(tx: Tx): Held {
  let held = heldBy.get(tx);
  if (held === undefined) {
    held = { hasTurns: false, accounts: null, hasPosted: false };
    heldBy.set(tx, held);
  }
  return held;
}

/** Turns of one transaction: each is an entry of the server's shared lock table, which has room for some thousands. */
const TURNS_MAX = 1_000;

/**
 * Takes the turn of each account that the transaction decides by, until its end, and returns what they and those of `alsoRead` hold, in base
 * units. Whoever else wants to decide by one of them waits; a posting to it doesn't. One statement, once in a transaction, before any account
 * is locked.
 *
 * An account may hold less when it is locked: one of `alsoRead`, or one that a write takes from without a turn. `postJournals` then asks for
 * the transaction to be run again.
 */
export async function takeTurns(
  tx: Tx,
  addresses: readonly string[],
  alsoRead: readonly string[] = [],
): Promise<ReadonlyMap<string, bigint>> {
  const held = heldOf(tx);
  if (held.hasTurns || held.accounts !== null) throw new Error('a transaction takes its turns once, before it locks accounts');
  const turns = new Set(addresses);
  if (turns.size > TURNS_MAX) throw new Error(`a transaction takes at most ${TURNS_MAX} turns, not ${turns.size}`);
  held.hasTurns = true;
  const all = new Set([...turns, ...alsoRead]);
  if (all.size === 0) return new Map();
  const balances = await readTurns(tx, { turns: [...turns], addresses: [...all] });
  return new Map([...all].map((address) => [address, balances.get(address) ?? 0n]));
}

/** Sums of a day belong to several accounts: a transaction writes them once, in the order of their key. @throws Error the second time */
export function notePosting(tx: Tx): void {
  const held = heldOf(tx);
  if (held.hasPosted) throw new Error('a transaction posts all of its journals at once');
  held.hasPosted = true;
}

/** True when the transaction has decided by balances before it locked them. */
export function hasTurns(tx: Tx): boolean {
  return heldOf(tx).hasTurns;
}

/**
 * Locks all accounts that a transaction may touch until its end, in one order; missing ones are opened with zero before. One statement, three
 * when some are missing, none for no accounts. Asked again, it answers from what is locked.
 * @throws Error when the transaction has locked accounts before and this one was not among them: locking as one goes ends in deadlocks
 */
export async function openAccounts(tx: Tx, addresses: ReadonlySet<string>): Promise<OpenAccounts> {
  return (await openAccountsAnd(tx, addresses, () => Promise.resolve(null))).accounts;
}

/**
 * The same, and what `next` asks goes to the server together with the lock, behind it: it is answered when the accounts are locked. Where some
 * were missing, nothing was locked the first time, so `next` is asked again, and only its last answer counts.
 */
export async function openAccountsAnd<T>(
  tx: Tx,
  addresses: ReadonlySet<string>,
  next: () => Promise<T>,
): Promise<{ accounts: OpenAccounts; answer: T }> {
  const held = heldOf(tx);
  if (held.accounts === null && addresses.size === 0) held.accounts = new Map();
  if (held.accounts !== null) {
    for (const address of addresses) {
      if (!held.accounts.has(address)) throw new Error(`${address} was not named when the transaction locked its accounts`);
    }
    return { accounts: held.accounts, answer: await next() };
  }
  const fields = new Map([...addresses].map((address) => [address, parseAddress(address)]));
  const lock = () => Promise.all([lockAccounts(tx, [...addresses]), next()]);
  let [rows, answer] = await lock();
  if (rows.length < addresses.size) {
    // Nothing is locked yet: a transaction that waits here for another one's new account stands in nobody's way.
    await insertAccounts(tx, [...fields.values()]);
    [rows, answer] = await lock();
  }
  const accounts: OpenAccounts = new Map(rows.map((row) => [row.address, { ...row, fields: fields.get(row.address) as AccountFields }]));
  if (accounts.size < addresses.size) throw new Error('accounts that were just opened are missing');
  checkOrder(rows);
  held.accounts = accounts;
  return { accounts, answer };
}

function checkOrder(rows: readonly AccountRow[]): void {
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    if (before !== undefined && before.id >= row.id) throw new Error('accounts were not locked in the order of their ids');
  }
}
