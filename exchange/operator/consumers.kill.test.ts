import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createDyingDatabase } from '../../tests/helpers/dying-database';
import { createOperatorPair, type OperatorPair } from '../../tests/helpers/operator-pair';
import type { Database } from '../platform/db';
import { EventRunner } from '../platform/event-consumers';
import { defineConsumer, defineEvent, type EventKind } from '../platform/event-kinds';
import { appendEvents } from '../platform/event-log';
import { LEFT_MS } from '../platform/event-readers';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { watchCommits } from '../platform/after-commit';

const given = defineEvent('gift.given', z.object({}));
const seen = defineEvent('gift.seen', z.object({}));
let inner: Database;
let dying: ReturnType<typeof createDyingDatabase>;
let made: ReturnType<typeof createTestPlatform>;
let operators: OperatorPair;
beforeAll(async () => {
  inner = watchCommits(await createTestDatabase());
  dying = createDyingDatabase(inner);
  made = createTestPlatform(dying.db);
  operators = await createOperatorPair(dying.db, () => made.time.now);
  await inner.read.query('CREATE TABLE kept (kind text)');
});
afterAll(() => inner.close());

/** A process of a version that reads these kinds for the consumer; what it handles stands in a table. */
const createVersion = (kinds: EventKind[], db = inner) =>
  new EventRunner({
    ...{ db, log: made.platform.log, metrics: made.platform.metrics, kinds: [given, seen], timing: { gapMs: 1 } },
    consumers: [
      defineConsumer({
        ...{ name: 'keeper', kinds, startsAt: 'oldest' },
        async handle(tx, events) {
          for (const { kind } of events) await tx.query('INSERT INTO kept VALUES ($1)', [kind]);
        },
      }),
    ],
  });

it('giving up what nobody reads, killed at each step, is done whole with its request or not at all, and once', async () => {
  let request = '';
  const readState = async () => {
    const { rows } = await inner.read.query<{ state: string; given: boolean; kinds: string[] }>(
      `SELECT r.state, c.given_up_at IS NOT NULL AS given, c.kinds FROM operator_requests r, event_consumers c WHERE r.id = $1 AND c.name = 'keeper'`,
      [request],
    );
    return rows[0];
  };
  const ends = await dying.killAtEach({
    async prepare() {
      for (const table of ['kept', 'event_consumers', 'event_log']) await inner.read.query(`DELETE FROM ${table}`);
      await createVersion([given, seen]).open();
      const events = [given, seen, given].map((kind) => kind.create({ userId: null, mode: null, at: made.time.now, payload: {} }));
      await inner.transaction((tx) => appendEvents(tx, events));
      await inner.read.query('UPDATE event_consumers SET read_at = to_timestamp($1::int8 / 1000.0)', [made.time.now - LEFT_MS - 3_600_000]);
      request = /request (\d+)/.exec(await operators.run('eve', 'events', 'give-up', 'keeper'))?.[1] ?? '';
    },
    work: () => operators.run('fay', 'approve', request),
    async look(n) {
      const state = await readState();
      const isDone = state?.state === 'executed';
      expect(state, `killed at ${n}`).toEqual({
        state: isDone ? 'executed' : 'open',
        given: isDone,
        kinds: isDone ? [] : ['gift.given', 'gift.seen'],
      });
      const again = operators.run('fay', 'approve', request);
      if (isDone) await expect(again).rejects.toThrow();
      else await again;
      expect(await readState(), `killed at ${n}`).toEqual({ state: 'executed', given: true, kinds: [] });
      const older = createVersion([given]);
      await older.start();
      await older.round();
      await older.stop();
      const { rows } = await inner.read.query('SELECT kind FROM kept');
      expect(rows, `killed at ${n}`).toEqual([{ kind: 'gift.given' }, { kind: 'gift.given' }]);
    },
  });
  expect(ends).toBeGreaterThan(5);
});
