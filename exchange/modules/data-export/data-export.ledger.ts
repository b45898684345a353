import { amount, type Row, type Section, text, time } from './data-export.section';

const START = ['0', '0', '0'];

const SHOW = {
  entry: text('journal_id'),
  at: time('created_at'),
  account: text('realm'),
  code: text('code'),
  // What was paid for an invitation names the other one.
  reference: (row: Row) => (String(row.code).startsWith('INVITATION') ? null : text('reference')(row)),
  asset: text('asset'),
  part: text('address'),
  amount: amount('amount', 'asset'),
  balance_after: amount('balance_after', 'asset'),
};

/** Every posting to a member's own accounts, account by account: one chunk reads one account. */
export const ledgerEntries: Section = {
  name: 'ledger-entries',
  columns: Object.keys(SHOW),
  async read(tx, { userId, after, limit }) {
    const [account = '0', journal, line] = after ?? START;
    const { rows: accounts } = await tx.query<{ id: string }>(
      'SELECT id FROM ledger_accounts WHERE user_id = $1 AND id >= $2::int8 ORDER BY id LIMIT 2',
      [userId, account],
    );
    const [first, second] = accounts;
    if (first === undefined) return { rows: [], next: null };
    const from = first.id === account ? [journal, line] : ['0', '0'];
    const { rows } = await tx.query<Row>(
      `SELECT p.journal_id, p.line, p.amount, p.balance_after, j.created_at, j.code, j.reference, a.realm, a.asset, a.address
         FROM ledger_postings p JOIN ledger_journals j ON j.id = p.journal_id JOIN ledger_accounts a ON a.id = p.account_id
        WHERE p.account_id = $1::int8 AND (p.journal_id, p.line) > ($2::int8, $3::int4) ORDER BY p.journal_id, p.line LIMIT $4`,
      [first.id, ...from, limit],
    );
    const shown = rows.map((row) => Object.values(SHOW).map((of) => of(row)));
    const last = rows.at(-1);
    if (rows.length === limit && last !== undefined) return { rows: shown, next: [first.id, String(last.journal_id), String(last.line)] };
    return { rows: shown, next: second === undefined ? null : [second.id, '0', '0'] };
  },
};
