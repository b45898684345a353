import type { Tx } from '../../platform/db';
import type { AccountFields } from './ledger.addresses';

export type AccountRow = { id: bigint; address: string; balance: bigint };
type AccountRowText = { id: string; address: string; balance: string };

/**
 * Locks accounts in the order of their ids, which is the same in every transaction, so that two of them never wait for each other. All or
 * none: nothing is locked when one of them is missing. Addresses are different ones; each is looked up once, and not compared with every account of a small table.
 */
export async function lockAccounts(tx: Tx, addresses: readonly string[]): Promise<AccountRow[]> {
  const { rows } = await tx.query<AccountRowText>(
    `WITH found AS MATERIALIZED (SELECT a.id FROM unnest($1::text[]) AS n(address) JOIN ledger_accounts a USING (address))
     SELECT a.id, a.address, a.balance FROM found JOIN ledger_accounts a USING (id)
      WHERE (SELECT count(*) FROM found) = cardinality($1::text[]) ORDER BY a.id FOR UPDATE OF a`,
    [addresses],
  );
  return rows.map((row) => ({ id: BigInt(row.id), address: row.address, balance: BigInt(row.balance) }));
}

/** Opens those that are missing, in the order of their addresses. */
export async function insertAccounts(tx: Tx, accounts: readonly AccountFields[]): Promise<void> {
  await tx.query(
    `INSERT INTO ledger_accounts (address, asset, realm, owner, user_id, part)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int8[], $6::text[]) AS n(address, asset, realm, owner, user_id, part)
      WHERE NOT EXISTS (SELECT 1 FROM ledger_accounts a WHERE a.address = n.address) ORDER BY n.address ON CONFLICT (address) DO NOTHING`,
    [
      accounts.map((row) => row.address),
      accounts.map((row) => row.asset),
      accounts.map((row) => row.realm),
      accounts.map((row) => row.owner),
      accounts.map((row) => row.userId),
      accounts.map((row) => row.part),
    ],
  );
}

/** Takes turns in the order of their keys, and returns what these addresses hold then; one that isn't open yet is left out. */
export async function readTurns(
  tx: Tx,
  { turns, addresses }: { turns: readonly string[]; addresses: readonly string[] },
): Promise<Map<string, bigint>> {
  const sql = 'SELECT address, balance FROM take_ledger_turns($1::text[], $2::text[])';
  const { rows } = await tx.query<{ address: string; balance: string }>(sql, [turns, addresses]);
  return new Map(rows.map((row) => [row.address, BigInt(row.balance)]));
}

export type JournalRow = { code: string; reference: string; realm: string; at: number };
export type PostingRow = { journal: number; line: number; accountId: bigint; amount: bigint; balanceAfter: bigint };

/** Takes the numbers of journals that are about to be written, in rising order. */
export async function takeJournalIds(tx: Tx, count: number): Promise<string[]> {
  const sql = `SELECT string_agg(nextval('ledger_journals_id_seq')::text, ',') AS ids FROM generate_series(1, $1::int)`;
  const { rows } = await tx.query<{ ids: string | null }>(sql, [count]);
  return (rows[0]?.ids ?? '').split(',').sort((a, b) => Number(a) - Number(b));
}

/** Writes journals, their postings and the balances in one statement; returns the ids of the journals in their order: `ids`, where they were taken before. */
export async function insertJournals(
  tx: Tx,
  input: {
    journals: readonly JournalRow[];
    postings: readonly PostingRow[];
    balances: ReadonlyMap<bigint, bigint>;
    ids: readonly string[] | null;
  },
): Promise<string[]> {
  const { journals, postings, balances, ids } = input;
  const { rows } = await tx.query<{ id: string }>(
    `WITH numbered AS MATERIALIZED (
       SELECT coalesce(u.taken, nextval('ledger_journals_id_seq')) AS id, u.* FROM (
         SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::int8[], $12::int8[]) WITH ORDINALITY AS j(code, reference, realm, at, taken, n) ORDER BY n
       ) u
     ), journals AS (
       INSERT INTO ledger_journals (id, code, reference, realm, created_at)
       SELECT id, code, reference, realm, to_timestamp(at / 1000.0) FROM numbered
     ), postings AS (
       INSERT INTO ledger_postings (journal_id, line, account_id, amount, balance_after)
       SELECT numbered.id, p.line, p.account_id, p.amount, p.balance_after
         FROM unnest($5::int8[], $6::int4[], $7::int8[], $8::numeric[], $9::numeric[]) AS p(n, line, account_id, amount, balance_after)
         JOIN numbered USING (n)
     ), balances AS (
       UPDATE ledger_accounts a SET balance = b.balance FROM unnest($10::int8[], $11::numeric[]) AS b(id, balance) WHERE a.id = b.id
     )
     SELECT id FROM numbered ORDER BY n`,
    [
      journals.map((row) => row.code),
      journals.map((row) => row.reference),
      journals.map((row) => row.realm),
      journals.map((row) => row.at),
      postings.map((row) => row.journal),
      postings.map((row) => row.line),
      postings.map((row) => row.accountId),
      postings.map((row) => row.amount),
      postings.map((row) => row.balanceAfter),
      [...balances.keys()],
      [...balances.values()],
      ids,
    ],
  );
  return rows.map((row) => row.id);
}
