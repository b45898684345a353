import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import type { Database } from '../../platform/db';
import { createLogger } from '../../platform/logger';
import { auditLedger, getBalances, postJournals, prepareJournals } from './ledger';

let postgres: SharedPostgres;
let db: Database;
beforeAll(async () => {
  postgres = await sharePostgres();
  const log = createLogger('silent');
  db = openPatiently(await postgres.createDatabase('ledger'), log);
});
afterAll(async () => {
  expect((await auditLedger(db)).isClean).toBe(true);
  await db.close();
  await postgres.stop();
});

const address = (userId: number) => `user:${userId}:real:USDT:available`;

it('never pays the last cent twice: two transfers of it at once, 50 rounds', async () => {
  for (let round = 0; round < 50; round += 1) {
    const owner = 1000 + round;
    await db.transaction((tx) =>
      postJournals(tx, [
        {
          code: 'FAUCET',
          reference: `r${round}`,
          at: 0,
          postings: [
            { address: 'outside:real:issuance:USDT', amount: -1n },
            { address: address(owner), amount: 1n },
          ],
        },
      ]),
    );
    const spend = (name: string) =>
      db.transaction((tx) =>
        postJournals(tx, [
          {
            code: 'SPOT_FILL',
            reference: `${round}${name}`,
            at: 0,
            postings: [
              { address: address(owner), amount: -1n },
              { address: 'house:real:fees:USDT', amount: 1n },
            ],
          },
        ]),
      );
    const outcomes = await Promise.allSettled([spend('a'), spend('b')]);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
  }
});

it('keeps every unit in 16 parallel lines of crossing transfers that open their accounts as they go', async () => {
  const fund = Array.from({ length: 8 }, (_, user) => ({
    code: 'FAUCET' as const,
    reference: `fund${user}`,
    at: 0,
    postings: [
      { address: 'outside:real:issuance:USDT', amount: -1_000n },
      { address: address(user + 1), amount: 1_000n },
    ],
  }));
  await db.transaction((tx) => postJournals(tx, fund));
  await Promise.all(
    Array.from({ length: 16 }, async (_, line) => {
      for (let step = 0; step < 20; step += 1) {
        const [from, to] = [((line + step) % 8) + 1, ((line * 3 + step * 5 + 1) % 12) + 1];
        if (from === to) continue;
        const transfer = {
          code: 'SPOT_FILL' as const,
          reference: `t${line}.${step}`,
          at: 0,
          postings: [
            { address: address(from), amount: -1n },
            { address: address(to), amount: 1n },
          ],
        };
        await db.transaction((tx) => postJournals(tx, [transfer]));
      }
    }),
  );
  const totals = await Promise.all(
    Array.from(
      { length: 12 },
      async (_, user) => (await getBalances(db.read, { userId: String(user + 1), mode: 'real' }))[0]?.available ?? 0n,
    ),
  );
  expect(totals.reduce((sum, total) => sum + total, 0n)).toBe(8_000n);
});

it('numbers journals behind the lock where it had to open an account first: whoever had the other one posts before', async () => {
  const pay = (to: string, reference: string) => ({
    code: 'FAUCET' as const,
    reference,
    at: 0,
    postings: [
      { address: 'outside:real:issuance:USDT', amount: -1n },
      { address: to, amount: 1n },
    ],
  });
  await db.transaction((tx) => postJournals(tx, [pay(address(3000), 'open')]));
  let late: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx.query('SELECT FROM ledger_accounts WHERE address = $1 FOR UPDATE', ['outside:real:issuance:USDT']);
    late = db.transaction(async (other) => (await prepareJournals(other, [pay(address(3001), 'late')])).write());
    late.catch(() => undefined);
    const waits = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    const isWaiting = async () => (await db.session.query(waits)).rowCount > 0;
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
    await postJournals(tx, [pay(address(3000), 'first')]);
  });
  await late;
  const paid = await Promise.all(['3000', '3001'].map((userId) => getBalances(db.read, { userId, mode: 'real' })));
  expect(paid.map((rows) => rows.find(({ asset }) => asset === 'USDT')?.available)).toEqual([2n, 1n]);
});
