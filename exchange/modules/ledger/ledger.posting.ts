import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { type AccountFields, parseAddress } from './ledger.addresses';
import type { JournalCode } from './ledger.codes';
import { type AccountRow, insertAccounts, insertJournals, type JournalRow, lockAccounts, type PostingRow } from './ledger.repository';

/** `amount` is in base units; positive adds to the account, negative takes from it. */
export type Posting = { address: string; amount: bigint };
/** `reference` is unique among the journals of one code; `at` is in ms. */
export type Journal = { code: JournalCode; reference: string; at: number; postings: readonly Posting[] };

/**
 * Locks accounts until the end of the transaction and returns their balances in base units. Missing accounts are opened with zero.
 * Two statements at most four, however many addresses.
 */
export async function lockBalances(tx: Tx, addresses: readonly string[]): Promise<Map<string, bigint>> {
  const accounts = await openAndLock(tx, new Set(addresses));
  return new Map([...accounts.values()].map((account) => [account.address, account.balance]));
}

/**
 * Posts journals, all or none, in the order given: a fixed number of statements however many there are. Returns the journals' ids in order
 * and the balance of each touched address afterwards.
 * @throws INSUFFICIENT_BALANCE when an account of a user or of the house would go below zero at any line
 * @throws Error when a journal is empty, does not sum to zero in an asset, or mixes realms: a programmer's fault
 */
export async function postJournals(tx: Tx, journals: readonly Journal[]): Promise<{ ids: string[]; balances: Map<string, bigint> }> {
  if (journals.length === 0) return { ids: [], balances: new Map() };
  const fields = new Map<string, AccountFields>();
  const rows = journals.map((journal) => checkJournal(journal, fields));
  const accounts = await openAndLock(tx, new Set(fields.keys()), fields);
  const postings: PostingRow[] = [];
  journals.forEach((journal, index) => {
    journal.postings.forEach((posting, line) => {
      const account = accounts.get(posting.address);
      if (account == null) throw new Error(`account ${posting.address} was not opened`);
      account.balance += posting.amount;
      if (account.balance < 0n && posting.amount < 0n && fields.get(posting.address)?.owner !== 'outside') {
        throw new DomainError('INSUFFICIENT_BALANCE', {
          params: { asset: fields.get(posting.address)?.asset ?? '' },
          detail: posting.address,
        });
      }
      postings.push({ journal: index + 1, line: line + 1, accountId: account.id, amount: posting.amount, balanceAfter: account.balance });
    });
  });
  const balances = new Map([...accounts.values()].map((account) => [account.id, account.balance]));
  const ids = await insertJournals(tx, { journals: rows, postings, balances });
  return { ids, balances: new Map([...accounts.values()].map((account) => [account.address, account.balance])) };
}

function checkJournal(journal: Journal, fields: Map<string, AccountFields>): JournalRow {
  const sums = new Map<string, bigint>();
  let realm: string | null = null;
  for (const { address, amount } of journal.postings) {
    const account = fields.get(address) ?? parseAddress(address);
    fields.set(address, account);
    if (amount === 0n) throw new Error(`journal ${journal.code} ${journal.reference} has a line of zero`);
    if (realm != null && realm !== account.realm) throw new Error(`journal ${journal.code} ${journal.reference} mixes realms`);
    realm = account.realm;
    sums.set(account.asset, (sums.get(account.asset) ?? 0n) + amount);
  }
  for (const [asset, sum] of sums) {
    if (sum !== 0n) throw new Error(`journal ${journal.code} ${journal.reference} sums to ${sum} in ${asset}, not to zero`);
  }
  if (realm == null) throw new Error(`journal ${journal.code} ${journal.reference} has no lines`);
  return { code: journal.code, reference: journal.reference, realm, at: journal.at };
}

async function openAndLock(
  tx: Tx,
  addresses: ReadonlySet<string>,
  fields: ReadonlyMap<string, AccountFields> = new Map(),
): Promise<Map<string, AccountRow>> {
  const found = new Map((await lockAccounts(tx, [...addresses])).map((account) => [account.address, account]));
  const missing = [...addresses].filter((address) => !found.has(address));
  if (missing.length === 0) return found;
  await insertAccounts(
    tx,
    missing.map((address) => fields.get(address) ?? parseAddress(address)),
  );
  for (const account of await lockAccounts(tx, missing)) found.set(account.address, account);
  return found;
}
