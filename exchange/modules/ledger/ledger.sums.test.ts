import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countRounds, createRandom, timeoutOf } from '../../../tests/faults/support/rounds';
import { readRows } from '../../../tests/helpers/read-rows';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { auditLedger, getBalancesSince, type Journal, listEntries, postJournals } from './ledger';

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 2, 1);
const DAYS = 4;
const USERS = ['1', '2'];
const RUNS = countRounds({ short: 15, long: 500 });

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

/** The same from the lines themselves, as of the beginning of a day. */
async function scan(userId: string, dayStart: number): Promise<{ before: bigint; external: bigint }> {
  const { rows } = await db.read.query<{ before: string; external: string }>(
    `SELECT coalesce(sum(p.amount) FILTER (WHERE j.created_at < to_timestamp($2::int8 / 1000.0)), 0) AS before,
            coalesce(sum(p.amount) FILTER (WHERE j.created_at >= to_timestamp($2::int8 / 1000.0) AND j.code = 'DEMO_GRANT'), 0) AS external
       FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id JOIN ledger_journals j ON j.id = p.journal_id WHERE a.user_id = $1`,
    [userId, dayStart],
  );
  return { before: BigInt(rows[0]?.before ?? '0'), external: BigInt(rows[0]?.external ?? '0') };
}

const addressOf = (owner: string, part: string) => (owner === 'outside' ? 'outside:demo:grants:USDT' : `user:${owner}:demo:USDT:${part}`);

const move = fc.record({
  code: fc.constantFrom('DEMO_GRANT', 'SPOT_FILL'),
  from: fc.constantFrom('outside', ...USERS),
  to: fc.constantFrom(...USERS),
  part: fc.constantFrom('available', 'locked'),
  amount: fc.bigInt({ min: 1n, max: 20n }),
  // Times needn't rise with the journals: clocks of several processes differ.
  at: fc.integer({ min: FIRST_DAY, max: FIRST_DAY + DAYS * DAY_MS - 1 }),
});

it(
  'keeps the same sums as the lines come to, for any journals of any days, in groups or alone',
  async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(move, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 }), async (groups) => {
        run += 1;
        const id = (owner: string) => (owner === 'outside' ? owner : `${run}0${owner}`);
        for (const [index, group] of groups.entries()) {
          const journals = group.flatMap(({ code, from, to, part, amount, at }, line): Journal[] => {
            const [source, target] = [addressOf(id(from), 'available'), addressOf(id(to), part)];
            const postings = [
              { address: target, amount },
              { address: source, amount: -amount },
            ];
            return source === target ? [] : [{ code: code as Journal['code'], reference: `${run}.${index}.${line}`, at, postings }];
          });
          // Some are short of money: those change nothing.
          await db.transaction((tx) => postJournals(tx, journals)).catch((error: Error) => expect(error.message).toContain('INSUFFICIENT'));
        }
        for (const user of USERS) {
          for (let day = 0; day <= DAYS; day += 1) {
            const dayStart = FIRST_DAY + day * DAY_MS;
            const since = await getBalancesSince(db.read, { userId: id(user), mode: 'demo', dayStart, externalCodes: ['DEMO_GRANT'] });
            const kept = { before: since.before.get('USDT') ?? 0n, external: since.external.get('USDT') ?? 0n };
            expect(kept).toEqual(await scan(id(user), dayStart));
          }
        }
      }),
      { numRuns: RUNS, seed: createRandom('ledger sums').seed },
    );
    expect((await auditLedger(db)).isClean).toBe(true);
  },
  timeoutOf({ rounds: RUNS, roundMsMax: 4_000 }),
);

it('reads no more rows after 3,000 journals of a user than after 30', async () => {
  const user = { userId: '900', mode: 'demo' as const };
  const post = (from: number, count: number) =>
    db.transaction((tx) =>
      postJournals(
        tx,
        Array.from({ length: count }, (_, index) => ({
          code: 'SPOT_FILL' as const,
          reference: `long:${from + index}`,
          at: FIRST_DAY + (index % 2) * DAY_MS,
          postings: [
            { address: addressOf('900', 'available'), amount: 1n },
            { address: addressOf('outside', ''), amount: -1n },
          ],
        })),
      ),
    );
  const measure = async () => {
    for (const table of ['accounts', 'journals', 'postings', 'daily_sums']) await db.read.query(`ANALYZE ledger_${table}`);
    return {
      card: await readRows(db.read, (tx) => getBalancesSince(tx, { ...user, dayStart: FIRST_DAY + DAY_MS, externalCodes: ['DEMO_GRANT'] })),
      reference: await readRows(db.read, (tx) => listEntries(tx, { ...user, reference: 'long:7', limit: 10 })),
    };
  };
  await post(0, 30);
  const few = await measure();
  await post(30, 2_970);
  const many = await measure();
  expect(many.card).toBeLessThanOrEqual(few.card);
  expect(many.reference).toBeLessThanOrEqual(few.reference);
  expect(await readRows(db.read, (tx) => listEntries(tx, { ...user, limit: 5_000 }))).toBeGreaterThan(3_000);
});

it('finds sums that are not what the lines come to', async () => {
  await db.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query("UPDATE ledger_daily_sums SET amount = amount + 1 WHERE user_id = 900 AND day = '2026-03-02'");
    await tx.query("INSERT INTO ledger_daily_sums VALUES (901, 'demo', '2026-03-01', 'BTC', 'SPOT_FILL', 1, 1)");
  });
  const report = await auditLedger(db);
  expect(report.isClean).toBe(false);
  expect(report.faultySums).toEqual([
    { userId: '900', realm: 'demo', day: '2026-03-02', asset: 'USDT', code: 'SPOT_FILL' },
    { userId: '901', realm: 'demo', day: '2026-03-01', asset: 'BTC', code: 'SPOT_FILL' },
  ]);
});
