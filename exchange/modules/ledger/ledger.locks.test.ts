import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import type { Database, Tx } from '../../platform/db';
import { createLogger } from '../../platform/logger';
import { auditLedger, type Journal, postJournals, takeTurns } from './ledger';

const ANN = 'user:1:real:USDT:available';
const BEN = 'user:2:real:USDT:available';
let postgres: SharedPostgres;
let db: Database;
beforeAll(async () => {
  postgres = await sharePostgres();
  const log = createLogger('silent');
  db = openPatiently(await postgres.createDatabase('locks'), log);
});
afterAll(async () => {
  expect((await auditLedger(db)).isClean).toBe(true);
  await db.close();
  await postgres.stop();
});

let count = 0;
const move = (from: string, to: string, amount: bigint): Journal => ({
  code: 'FAUCET',
  reference: `move${++count}`,
  at: 0,
  postings: [
    { address: from, amount: -amount },
    { address: to, amount },
  ],
});
const post = (tx: Tx, from: string, to: string, amount: bigint) => postJournals(tx, [move(from, to, amount)]);
const fund = (address: string, amount: bigint) => db.transaction((tx) => post(tx, 'outside:real:issuance:USDT', address, amount));
const balanceOf = async (address: string) => (await db.transaction((tx) => takeTurns(tx, [], [address]))).get(address);

it.each<[string, (tx: Tx) => Promise<unknown>, string]>([
  ['takes its turns twice', (tx) => takeTurns(tx, [ANN]).then(() => takeTurns(tx, [BEN])), 'takes its turns once'],
  [
    'takes turns after it locked accounts',
    (tx) => post(tx, 'outside:real:a1:USDT', ANN, 1n).then(() => takeTurns(tx, [BEN])),
    'before it locks',
  ],
  [
    'posts to an account that it did not name when it locked',
    (tx) => post(tx, 'outside:real:a1:USDT', ANN, 1n).then(() => post(tx, ANN, BEN, 1n)),
    `${BEN} was not named`,
  ],
  [
    'takes more turns than the server has room for',
    (tx) =>
      takeTurns(
        tx,
        Array.from({ length: 1_001 }, (_, n) => `${n}`),
      ),
    'at most 1000',
  ],
])('refuses a transaction that %s', async (_name, run, text) => {
  await expect(db.transaction(run)).rejects.toThrow(text);
});

it('lets only one of 20 decide by the last unit at a time, without a run in vain', async () => {
  await fund('user:3:real:USDT:available', 1n);
  let runs = 0;
  const spend = () =>
    db.transaction(async (tx) => {
      runs += 1;
      const [mine] = (await takeTurns(tx, ['user:3:real:USDT:available'])).values();
      if (mine === 0n) return 'refused';
      await post(tx, 'user:3:real:USDT:available', 'house:real:fees-spot-ETH-USDT:USDT', 1n);
      return 'spent';
    });
  const outcomes = await Promise.all(Array.from({ length: 20 }, spend));
  expect(outcomes.filter((outcome) => outcome === 'spent')).toHaveLength(1);
  expect(runs).toBe(20);
});

it('does not make a posting wait for a turn', async () => {
  await fund('user:4:real:USDT:available', 1n);
  await db.transaction(async (tx) => {
    await takeTurns(tx, ['user:4:real:USDT:available']);
    await fund('user:4:real:USDT:available', 1n);
  });
  expect(await balanceOf('user:4:real:USDT:available')).toBe(2n);
});

it('runs a decision again whose balance was taken from without a turn', async () => {
  await fund('user:5:real:USDT:available', 10n);
  const seen: (bigint | undefined)[] = [];
  await db.transaction(async (tx) => {
    const mine = (await takeTurns(tx, ['user:5:real:USDT:available'])).get('user:5:real:USDT:available') as bigint;
    seen.push(mine);
    if (seen.length === 1) await db.transaction((other) => post(other, 'user:5:real:USDT:available', BEN, 4n));
    await post(tx, 'user:5:real:USDT:available', 'house:real:fees-spot-ETH-USDT:USDT', mine);
  });
  expect(seen).toEqual([10n, 6n]);
  expect(await balanceOf('user:5:real:USDT:available')).toBe(0n);
});

it('locks nothing while it waits for an account that another transaction is opening', async () => {
  const [old, fresh] = ['user:6:real:USDT:available', 'user:7:real:USDT:available'];
  await fund(old, 10n);
  let waiting: Promise<unknown> | null = null;
  // The first one opens an account and then locks the old one; the second one names both the other way round.
  await db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO ledger_accounts (address, asset, realm, owner, user_id, part) VALUES ($1, 'USDT', 'real', 'user', 7, 'available')`,
      [fresh],
    );
    waiting = db.transaction((other) => post(other, old, fresh, 1n));
    await expect
      .poll(
        async () =>
          (await db.read.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")).rows,
      )
      .toHaveLength(1);
    await tx.query('SELECT 1 FROM ledger_accounts WHERE address = $1 FOR UPDATE NOWAIT', [old]);
  });
  await waiting;
  expect(await balanceOf(fresh)).toBe(1n);
});
