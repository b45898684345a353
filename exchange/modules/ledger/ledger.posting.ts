import { RetryTransaction, type Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { hasTurns, notePosting, type OpenAccounts, openAccounts, openAccountsAnd } from './ledger.locks';
import { type AccountRow, insertJournals, type JournalRow, type PostingRow, takeJournalIds } from './ledger.repository';

/** `amount` is in base units; positive adds to the account, negative takes from it. */
export type Posting = { address: string; amount: bigint };
/** `code` is one of those that a module brings, `reference` is unique among the journals of one code; `at` is in ms. */
export type Journal<Code extends string = string> = { code: Code; reference: string; at: number; postings: readonly Posting[] };

/**
 * Posts journals, all or none, in the order given: a fixed number of statements however many there are. Returns the journals' ids in order
 * and the balance of each touched address afterwards. It locks all of their accounts at once, so a transaction posts once.
 * @throws INSUFFICIENT_BALANCE when an account of a user or of the house would go below zero at any line; RetryTransaction instead where the
 *   transaction had decided by balances that it read: one of them has fallen since
 * @throws Error when a journal is empty, does not sum to zero in an asset, or mixes realms: a programmer's fault
 */
export async function postJournals(tx: Tx, journals: readonly Journal[]): Promise<{ ids: string[]; balances: Map<string, bigint> }> {
  if (journals.length === 0) return { ids: [], balances: new Map() };
  const accounts = await openAccounts(tx, addressesOf(journals));
  const ids = await writePostings(tx, draftJournals(tx, accounts, journals), accounts);
  return { ids, balances: new Map([...accounts.values()].map((account) => [account.address, account.balance])) };
}

/**
 * The same in two steps, for who writes more that names the journals: with their numbers known, `write` and what names them go to the server together.
 * @throws as `postJournals`, before anything is written
 */
export async function prepareJournals(tx: Tx, journals: readonly Journal[]): Promise<{ ids: string[]; write(): Promise<void> }> {
  if (journals.length === 0) return { ids: [], write: () => Promise.resolve() };
  // Behind the lock: an account's postings are in the order of their journals.
  const { accounts, answer: ids } = await openAccountsAnd(tx, addressesOf(journals), () => takeJournalIds(tx, journals.length));
  const draft = draftJournals(tx, accounts, journals);
  return {
    ids,
    async write() {
      await writePostings(tx, draft, accounts, ids);
    },
  };
}

function addressesOf(journals: readonly Journal[]): Set<string> {
  return new Set(journals.flatMap(({ postings }) => postings.map(({ address }) => address)));
}

function draftJournals(tx: Tx, accounts: OpenAccounts, journals: readonly Journal[]): PostingDraft {
  const draft = createPostingDraft();
  try {
    addJournals(draft, accounts, journals);
  } catch (error) {
    if (!hasTurns(tx) || !(error instanceof DomainError) || error.code !== 'INSUFFICIENT_BALANCE') throw error;
    throw new RetryTransaction(`${error.message} fell after it was read`);
  }
  return draft;
}

/** Journals that are checked but not written yet. */
export type PostingDraft = { journals: JournalRow[]; postings: PostingRow[] };

export function createPostingDraft(): PostingDraft {
  return { journals: [], postings: [] };
}

/**
 * Adds journals to a draft and moves the balances of the accounts, all or none.
 * @throws as `postJournals`; the draft and the accounts are then as before
 */
export function addJournals(draft: PostingDraft, accounts: OpenAccounts, journals: readonly Journal[]): void {
  const rows: JournalRow[] = [];
  const postings: PostingRow[] = [];
  try {
    for (const journal of journals) {
      rows.push(checkJournal(journal, accounts));
      for (const [line, { address, amount }] of journal.postings.entries()) {
        const account = findAccount(accounts, address);
        account.balance += amount;
        const { id: accountId, balance: balanceAfter, fields } = account;
        postings.push({ journal: draft.journals.length + rows.length, line: line + 1, accountId, amount, balanceAfter });
        if (balanceAfter < 0n && amount < 0n && fields.owner !== 'outside' && fields.owner !== 'clearing') {
          throw new DomainError('INSUFFICIENT_BALANCE', { params: { asset: fields.asset }, detail: address });
        }
      }
    }
  } catch (error) {
    const byId = new Map([...accounts.values()].map((account) => [account.id, account]));
    for (const { accountId, amount } of postings) (byId.get(accountId) as AccountRow).balance -= amount;
    throw error;
  }
  draft.journals.push(...rows);
  draft.postings.push(...postings);
}

/** Writes a draft with the balances it led to. Returns the ids of its journals in order. */
export async function writePostings(
  tx: Tx,
  { journals, postings }: PostingDraft,
  accounts: OpenAccounts,
  ids: readonly string[] | null = null,
): Promise<string[]> {
  if (journals.length === 0) return [];
  notePosting(tx);
  const touched = new Set(postings.map(({ accountId }) => accountId));
  const balances = new Map([...accounts.values()].flatMap(({ id, balance }) => (touched.has(id) ? [[id, balance] as const] : [])));
  return insertJournals(tx, { journals, postings, balances, ids });
}

function checkJournal(journal: Journal, accounts: OpenAccounts): JournalRow {
  const sums = new Map<string, bigint>();
  let realm: string | null = null;
  for (const { address, amount } of journal.postings) {
    const { fields } = findAccount(accounts, address);
    if (amount === 0n) throw new Error(`journal ${journal.code} ${journal.reference} has a line of zero`);
    if (realm != null && realm !== fields.realm) throw new Error(`journal ${journal.code} ${journal.reference} mixes realms`);
    realm = fields.realm;
    sums.set(fields.asset, (sums.get(fields.asset) ?? 0n) + amount);
  }
  for (const [asset, sum] of sums) {
    if (sum !== 0n) throw new Error(`journal ${journal.code} ${journal.reference} sums to ${sum} in ${asset}, not to zero`);
  }
  if (realm == null) throw new Error(`journal ${journal.code} ${journal.reference} has no lines`);
  return { code: journal.code, reference: journal.reference, realm, at: journal.at };
}

function findAccount(accounts: OpenAccounts, address: string) {
  const account = accounts.get(address);
  if (account == null) throw new Error(`account ${address} was not opened`);
  return account;
}
