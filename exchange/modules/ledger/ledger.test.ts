import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import {
  auditLedger,
  countJournalsSince,
  getBalances,
  getBalancesSince,
  type Journal,
  listEntries,
  postJournals,
  takeTurns,
  userAddress,
} from './ledger';

const NOON = Date.UTC(2026, 2, 1, 12);
const ann = (asset: string, part: 'available' | 'locked' = 'available') => userAddress({ userId: '1', mode: 'real', asset, part });
const grant = (reference: string, amount: bigint, address = ann('USDT')): Journal => ({
  code: 'FAUCET',
  reference,
  at: NOON,
  postings: [
    { address: 'outside:real:issuance:USDT', amount: -amount },
    { address, amount },
  ],
});

describe('the ledger', () => {
  let db: Database;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(async () => {
    expect((await auditLedger(db)).isClean).toBe(true);
    await db.close();
  });
  const post = (...journals: Journal[]) => db.transaction((tx) => postJournals(tx, journals));
  const read = async (asset: string) => (await getBalances(db.read, { userId: '1', mode: 'real' })).find((row) => row.asset === asset);

  it('posts two journals in order and answers with ids and balances', async () => {
    const posted = await post(grant('a', 500n), {
      code: 'SPOT_HOLD',
      reference: 'order:1',
      at: NOON,
      postings: [
        { address: ann('USDT'), amount: -200n },
        { address: ann('USDT', 'locked'), amount: 200n },
      ],
    });
    expect(posted.ids).toHaveLength(2);
    expect(Number(posted.ids[1])).toBe(Number(posted.ids[0]) + 1);
    expect(posted.balances.get(ann('USDT'))).toBe(300n);
    expect(await read('USDT')).toEqual({ asset: 'USDT', scale: 8, available: 300n, locked: 200n, margin: 0n });
  });

  it('refuses to overdraw by one unit and keeps nothing of the other journals', async () => {
    const before = await read('USDT');
    const overdraw: Journal = {
      code: 'SPOT_HOLD',
      reference: 'order:2',
      at: NOON,
      postings: [
        { address: ann('USDT'), amount: -311n },
        { address: ann('USDT', 'locked'), amount: 311n },
      ],
    };
    await expect(post(grant('b', 10n), overdraw)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE', params: { asset: 'USDT' } });
    expect(await read('USDT')).toEqual(before);
  });

  it('refuses the same reference twice', async () => {
    await expect(post(grant('a', 500n))).rejects.toMatchObject({ code: '23505' });
  });

  it('answers whose turns it took with their balances, zero where no account is open yet', async () => {
    const balances = await db.transaction((tx) => takeTurns(tx, [ann('USDT')], [ann('BTC')]));
    expect([...balances.entries()].sort()).toEqual(
      [
        [ann('BTC'), 0n],
        [ann('USDT'), 300n],
      ].sort(),
    );
  });

  it('lists entries of one user by asset, code and reference, newest first', async () => {
    const entries = await listEntries(db.read, { userId: '1', mode: 'real', asset: 'USDT', limit: 10 });
    expect(entries.map(({ code, part, amount, balance }) => ({ code, part, amount, balance }))).toEqual([
      { code: 'SPOT_HOLD', part: 'locked', amount: 200n, balance: 200n },
      { code: 'SPOT_HOLD', part: 'available', amount: -200n, balance: 300n },
      { code: 'FAUCET', part: 'available', amount: 500n, balance: 500n },
    ]);
    expect(entries[0]?.at).toBe(NOON);
    expect(await listEntries(db.read, { userId: '1', mode: 'real', codes: ['FAUCET'], limit: 10 })).toHaveLength(1);
    expect(await listEntries(db.read, { userId: '1', mode: 'real', reference: 'order:1', limit: 1, offset: 1 })).toHaveLength(1);
    expect(await listEntries(db.read, { userId: '1', mode: 'demo', limit: 10 })).toEqual([]);
    expect(await listEntries(db.read, { userId: '2', mode: 'real', limit: 10 })).toEqual([]);
  });

  it('knows what there was at the beginning of a day, what came from outside since, and how often', async () => {
    const own = { userId: '1', mode: 'real' } as const;
    const [today, tomorrow] = [Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 2)];
    const since = await getBalancesSince(db.read, { ...own, dayStart: today, externalCodes: ['FAUCET'] });
    expect(since.balances.find((row) => row.asset === 'USDT')).toEqual(await read('USDT'));
    expect([since.before.get('USDT'), since.external.get('USDT')]).toEqual([0n, 500n]);
    const later = await getBalancesSince(db.read, { ...own, dayStart: tomorrow, externalCodes: ['FAUCET'] });
    expect([later.before.get('USDT'), later.external.get('USDT')]).toEqual([500n, undefined]);
    const grants = { ...own, asset: 'USDT', code: 'FAUCET' } as const;
    expect(await countJournalsSince(db.read, { ...grants, dayStart: today })).toBe(1);
    expect(await countJournalsSince(db.read, { ...grants, dayStart: tomorrow })).toBe(0);
    expect(await countJournalsSince(db.read, { ...grants, userId: '2', dayStart: today })).toBe(0);
  });

  const faults: { name: string; postings: Journal['postings']; text: string }[] = [
    { name: 'of one line', postings: [{ address: ann('USDT'), amount: 1n }], text: 'not to zero' },
    {
      name: 'that balances only across assets',
      postings: [
        { address: ann('USDT'), amount: 1n },
        { address: ann('BTC'), amount: -1n },
      ],
      text: 'not to zero',
    },
    {
      name: 'that mixes realms',
      postings: [
        { address: ann('USDT'), amount: -1n },
        { address: 'user:1:demo:USDT:available', amount: 1n },
      ],
      text: 'mixes realms',
    },
    { name: 'of an unknown asset', postings: [{ address: 'house:real:fees:XXX', amount: 1n }], text: 'ASSET_UNKNOWN' },
    {
      name: 'of an address that is none',
      postings: [{ address: 'user:1:real:USDT:everything', amount: 1n }],
      text: 'not a ledger address',
    },
    { name: 'without lines', postings: [], text: 'no lines' },
  ];
  it.each(faults)('refuses a journal $name', async ({ postings, text }) => {
    await expect(post({ code: 'FAUCET', reference: 'bad', at: NOON, postings })).rejects.toThrow(text);
  });
});

describe('the database itself', () => {
  let db: Database;
  beforeAll(async () => {
    db = await createTestDatabase();
    await db.transaction((tx) => postJournals(tx, [grant('a', 500n)]));
  });
  afterAll(async () => {
    const report = await auditLedger(db);
    expect({ clean: report.isClean, journals: report.journals, postings: report.postings }).toEqual({
      clean: true,
      journals: 1,
      postings: 2,
    });
    await db.close();
  });

  const add = (
    lines: string,
  ) => `WITH j AS (INSERT INTO ledger_journals (id, code, reference, realm, created_at) VALUES (900, 'FAUCET', 'hand', 'real', now()))
    INSERT INTO ledger_postings (journal_id, line, account_id, amount, balance_after) VALUES ${lines}`;
  const refused: { name: string; sql: string; state: string }[] = [
    { name: 'an edited posting', sql: 'UPDATE ledger_postings SET amount = amount + 1', state: 'LE001' },
    { name: 'a deleted posting', sql: 'DELETE FROM ledger_postings', state: 'LE001' },
    { name: 'emptied postings', sql: 'TRUNCATE ledger_postings', state: 'LE001' },
    { name: 'an edited journal', sql: "UPDATE ledger_journals SET reference = 'x'", state: 'LE001' },
    { name: 'a deleted journal', sql: 'DELETE FROM ledger_journals', state: 'LE001' },
    { name: 'a deleted account', sql: 'DELETE FROM ledger_accounts', state: 'LE001' },
    { name: 'another scale', sql: 'UPDATE assets SET scale = 2', state: 'LE001' },
    { name: 'a posting without an account', sql: add('(900, 1, 77, 1, 1), (900, 2, 1, -1, -501)'), state: 'LE002' },
    { name: 'a line added to an old journal', sql: 'INSERT INTO ledger_postings VALUES (1, 3, 1, 5, 5), (1, 4, 1, -5, 0)', state: 'LE003' },
    { name: 'a journal that is off by one unit', sql: add('(900, 1, 1, 5, -495), (900, 2, 2, -4, 496)'), state: 'LE004' },
    {
      name: 'an empty journal',
      sql: "INSERT INTO ledger_journals (code, reference, realm, created_at) VALUES ('FAUCET', 'empty', 'real', now())",
      state: 'LE005',
    },
    {
      name: 'an account that opens with money',
      sql: "INSERT INTO ledger_accounts (address, asset, realm, owner, balance) VALUES ('house:real:x:USDT', 'USDT', 'real', 'house', 5)",
      state: 'LE006',
    },
    { name: 'an account that changes its owner', sql: 'UPDATE ledger_accounts SET user_id = 2 WHERE user_id = 1', state: 'LE007' },
    { name: 'an account that is given its own name again', sql: 'UPDATE ledger_accounts SET address = address', state: 'LE007' },
    { name: 'a balance set by hand', sql: 'UPDATE ledger_accounts SET balance = balance + 1 WHERE user_id = 1', state: 'LE008' },
    { name: 'a kept sum set by hand', sql: 'UPDATE ledger_daily_sums SET amount = amount + 1', state: 'LE009' },
    {
      name: 'a kept sum added by hand',
      sql: "INSERT INTO ledger_daily_sums VALUES (1, 'real', '2026-03-02', 'USDT', 'FAUCET', 1, 1)",
      state: 'LE009',
    },
    { name: 'a deleted kept sum', sql: 'DELETE FROM ledger_daily_sums', state: 'LE009' },
    { name: 'emptied kept sums', sql: 'TRUNCATE ledger_daily_sums', state: 'LE009' },
    { name: 'a negative balance of a user', sql: 'UPDATE ledger_accounts SET balance = -1 WHERE user_id = 1', state: '23514' },
  ];
  it.each(refused)('refuses $name', async ({ sql, state }) => {
    await expect(db.read.query(sql)).rejects.toMatchObject({ code: state });
  });

  it('never compares what was before with what is after, row by row', async () => {
    const sql = "SELECT tgname FROM pg_trigger WHERE tgoldtable IS NOT NULL AND tgrelid::regclass::text LIKE 'ledger%'";
    expect((await db.read.query(sql)).rows).toEqual([]);
  });
});
