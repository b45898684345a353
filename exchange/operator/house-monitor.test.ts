import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { AuditFindings } from '../composition/module';
import { PROMISE_MS } from '../../lib/rules/promises';
import type { Database } from '../platform/db';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { createActions, createOperatorKey, defineAction, foundOperator, identifyOperator } from '../modules/operators/operators';
import { findAudit } from './house-queries';
import { createHouseMonitor } from './house-monitor';

const HOUR_MS = 3_600_000;
let db: Database;
let made: ReturnType<typeof createTestPlatform>;
let asked = 0;
let answer: () => AuditFindings;
const wrong = () => ({ figures: [], faults: ['USDT: less than came in'], reserves: [{ asset: 'USDT', shown: 1n, owed: 2n }] });
const right = () => ({ figures: [], faults: [], reserves: [{ asset: 'USDT', shown: 2n, owed: 2n }] });

beforeAll(async () => {
  db = await createTestDatabase();
  made = createTestPlatform(db, {});
});
afterAll(() => db.close());

function createWatch(of = db) {
  const watch = createHouseMonitor({ ...made.platform, db: of, pauseMs: 0 });
  watch.tell([
    { subject: 'ledger', run: () => Promise.reject(new Error('is not asked for')) },
    {
      subject: 'custody',
      run: async () => {
        asked += 1;
        return answer();
      },
    },
  ]);
  return watch;
}
const alarms = () => made.platform.metrics.countAlarms().get('custody_not_proved') ?? 0;
const proof = () => findAudit(db.read, 'custody');
const trees = async () =>
  (await db.read.query<{ at: string }>('SELECT at FROM liability_snapshots ORDER BY id')).rows.map(({ at }) => Number(at));
const published = async () =>
  (await db.read.query('SELECT asset, at, shown, owed FROM reserves')).rows.map(({ at, ...row }) => ({ ...row, at: Number(at) }));

it('proves custody by itself once a day, in one process of two', async () => {
  answer = right;
  const [one, two] = [createWatch(), createWatch()];
  await Promise.all([one.look(), two.look(), one.look()]);
  expect([asked, await proof(), alarms()]).toEqual([1, { at: made.time.now, faults: 0 }, 0]);
  made.time.now += 19 * HOUR_MS;
  await two.look();
  expect(asked).toBe(1);
  made.time.now += HOUR_MS;
  await two.look();
  expect([asked, await proof()]).toEqual([2, { at: made.time.now, faults: 0 }]);
  expect(await trees(), 'trees over what members own begin with it').toEqual([made.time.now - 20 * HOUR_MS, made.time.now]);
});

it('takes what is gone at the next try for no fault', async () => {
  made.time.now += 20 * HOUR_MS;
  const answers = [wrong, right];
  answer = () => (answers.shift() ?? right)();
  await createWatch().look();
  expect([await proof(), alarms()]).toEqual([{ at: made.time.now, faults: 0 }, 0]);
});

it('alarms and keeps the fault where it stays or nothing could be asked, and tries again each hour', async () => {
  made.time.now += 20 * HOUR_MS;
  answer = wrong;
  const watch = createWatch();
  await watch.look();
  expect([await proof(), alarms()]).toEqual([{ at: made.time.now, faults: 1 }, 1]);
  await watch.look();
  expect(alarms()).toBe(1);
  made.time.now += HOUR_MS;
  answer = () => {
    throw new Error('no node answers');
  };
  await watch.look();
  expect([await proof(), alarms()]).toEqual([{ at: made.time.now, faults: 1 }, 2]);
  // What is short was published; what could not be asked leaves it, with its time.
  expect(await published()).toEqual([{ asset: 'USDT', at: made.time.now - HOUR_MS, shown: '1', owed: '2' }]);
  made.time.now += HOUR_MS;
  answer = right;
  await watch.look();
  expect([await proof(), alarms()]).toEqual([{ at: made.time.now, faults: 0 }, 2]);
  expect(await published()).toEqual([{ asset: 'USDT', at: made.time.now, shown: '2', owed: '2' }]);
});

it('one that began and never ended is taken over after an hour', async () => {
  await db.read.query('UPDATE audit_results SET at = NULL, begun_at = $1', [made.time.now]);
  const before = asked;
  await createWatch().look();
  expect([asked, await proof()]).toEqual([before, null]);
  made.time.now += HOUR_MS;
  await createWatch().look();
  expect([asked, await proof()]).toEqual([before + 1, { at: made.time.now, faults: 0 }]);
});

it('custody is proved where what else is counted fails', async () => {
  made.time.now += 20 * HOUR_MS;
  const before = asked;
  const broken = { ...db, long: { ...db.long, query: () => Promise.reject(new Error('it took too long')) } };
  await createWatch(broken).look();
  expect([asked, await proof()]).toEqual([before + 1, { at: made.time.now, faults: 0 }]);
});

it('security: says once who looks at members as often as nobody has to, and again an hour later', async () => {
  const { key, fingerprint } = createOperatorKey();
  await db.transaction((tx) => foundOperator(tx, { name: 'eve', roles: ['admin'], fingerprint, at: 0 }));
  const actor = await identifyOperator(db.read, key, 0);
  const acts = createActions([
    defineAction({
      name: 'users.read',
      schema: z.strictObject({}),
      describe: () => [],
      run: async () => 'looked',
    }),
  ]);
  const lookAt = async (times: number) => {
    for (let count = 0; count < times; count += 1)
      await db.transaction((tx) => acts.performAction(tx, { actor, act: 'users.read', reason: 'a look', input: {}, at: made.time.now }));
  };
  answer = right;
  const watch = createWatch();
  const hurried = () => made.platform.metrics.countAlarms().get('operator_hurried') ?? 0;
  await lookAt(149);
  await watch.look();
  expect(hurried()).toBe(0);
  await lookAt(1);
  await watch.look();
  await watch.look();
  expect(hurried()).toBe(1);
  made.time.now += HOUR_MS;
  await watch.look();
  await lookAt(150);
  await watch.look();
  expect(hurried()).toBe(2);
});

it('says once that a case of a queue is late, and again when another one is the longest late', async () => {
  const { rows } = await db.read.query<{ id: string }>(
    `INSERT INTO users (username, username_key, email, email_key, referral_code) VALUES ('kim', 'kim', 'k@x.example', 'k@x.example', 'KKKKKKKK') RETURNING id`,
  );
  const report = (at: number) =>
    db.read.query(
      `INSERT INTO deposit_proofs (user_id, network, asset, amount, hash_end, given_at) VALUES ($1, 'ERC20', 'USDT', 1, 'abcdef', $2)`,
      [rows[0]?.id, at],
    );
  const late = () => made.platform.metrics.countAlarms().get('queue_late') ?? 0;
  const watch = createWatch();
  await report(made.time.now - PROMISE_MS.proofs);
  await report(made.time.now);
  await watch.look();
  expect(late()).toBe(0);
  made.time.now += 1;
  await watch.look();
  await watch.look();
  expect(late()).toBe(1);
  await db.read.query("UPDATE deposit_proofs SET answer = 'not-found', answered_by = 'eve', answered_at = 1 WHERE given_at < $1", [
    made.time.now - 1,
  ]);
  await watch.look();
  expect(late()).toBe(1);
  made.time.now += PROMISE_MS.proofs;
  await watch.look();
  expect(late()).toBe(2);
});
