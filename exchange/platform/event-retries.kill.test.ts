import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createDyingDatabase } from '../../tests/helpers/dying-database';
import type { Database } from './db';
import { defineConsumer, defineEvent } from './event-kinds';
import { appendEvents } from './event-log';
import { createEventRetryJob, planEventRetry } from './event-retries';
import { JobRunner } from './job-runner';
import { createTestDatabase } from './test-database';
import { createTestPlatform } from './test-platform';

const given = defineEvent('gift.given', z.object({ amount: z.string().max(20) }));
const AMOUNTS = ['1', '2', '3', '4'];
let inner: Database;
let dying: ReturnType<typeof createDyingDatabase>;
beforeAll(async () => {
  inner = await createTestDatabase();
  dying = createDyingDatabase(inner);
  await inner.read.query('CREATE TABLE kept (place int8 GENERATED ALWAYS AS IDENTITY, amount text)');
});
afterAll(() => inner.close());

/** What it keeps stands in a table, in the order in which it came. */
const keeper = defineConsumer({
  ...{ name: 'keeper', kinds: [given], startsAt: 'oldest' as const, isOrdered: true },
  async handle(tx, events) {
    for (const { payload } of events) await tx.query('INSERT INTO kept (amount) VALUES ($1)', [payload.amount]);
  },
});
const listOf = async (sql: string) => (await inner.read.query<{ amount: string }>(sql)).rows.map(({ amount }) => amount);
const listKept = () => listOf('SELECT amount FROM kept ORDER BY place');
const listAside = () => listOf("SELECT payload->>'amount' AS amount FROM event_dead_letters ORDER BY id");

it('a retry of what was put aside in order, killed at each step, handles each event once and in its order', async () => {
  const { platform, time } = createTestPlatform(dying.db);
  const runner = new JobRunner({ ...platform, kinds: [createEventRetryJob([keeper])] });

  async function prepare(): Promise<void> {
    for (const table of ['kept', 'event_dead_letters', 'event_consumers', 'event_log', 'jobs'])
      await inner.read.query(`DELETE FROM ${table}`);
    const gifts = AMOUNTS.map((amount) => given.create({ userId: '7', mode: 'demo', at: 0, payload: { amount } }));
    await inner.transaction((tx) => appendEvents(tx, gifts));
    await inner.read.query(
      `INSERT INTO event_consumers (name, xid, id, kinds) SELECT 'keeper', max(xid::text)::xid8, max(id), '{gift.given}' FROM event_log`,
    );
    await inner.read.query(
      `INSERT INTO event_dead_letters (consumer, id, at, kind, user_id, mode, payload, error, attempts)
       SELECT 'keeper', id, at, kind, user_id, mode, payload, 'failed', 1 FROM event_log`,
    );
    const { rows } = await inner.read.query<{ id: string }>('SELECT min(id) AS id FROM event_dead_letters');
    await inner.transaction((tx) => planEventRetry(tx, { consumer: 'keeper', id: rows[0]?.id ?? '', at: time.now }));
  }

  const ends = await dying.killAtEach({
    prepare,
    work: () => runner.round(),
    async look(n) {
      // Whatever was reached: each event is either kept or aside, and those that are kept are the first ones.
      expect([...(await listKept()), ...(await listAside())], `killed at ${n}`).toEqual(AMOUNTS);
      time.now += 3_600_000;
      await runner.round();
      expect([await listKept(), await listAside()], `killed at ${n}`).toEqual([AMOUNTS, []]);
    },
  });
  expect(ends).toBeGreaterThan(10);
});
