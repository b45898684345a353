import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createOperatorKey, foundOperator, ROLES } from '../modules/operators/operators';
import { watchCommits } from '../platform/after-commit';
import type { Database } from '../platform/db';
import { EventRunner } from '../platform/event-consumers';
import { defineConsumer, defineEvent, type EventKind } from '../platform/event-kinds';
import { appendEvents } from '../platform/event-log';
import { LEFT_MS } from '../platform/event-readers';
import { createEventRetention } from '../platform/event-retention';
import { createLogger } from '../platform/logger';
import { createLazySealing } from '../platform/sealing';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { answerEndpoint, findEndpoint } from './surface';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const given = defineEvent('gift.given', z.object({}));
const seen = defineEvent('gift.seen', z.object({}));
const log = createLogger('silent');
let db: Database;
let made: ReturnType<typeof createTestPlatform>;
let handled: string[];
const tokens: string[] = [];

beforeAll(async () => {
  db = watchCommits(await createTestDatabase());
  made = createTestPlatform(db, { env: { consoleKey: 'x'.repeat(40), filesKey: 'A'.repeat(43) } });
  for (const name of ['eve', 'fay']) {
    const { key, fingerprint } = createOperatorKey();
    await db.transaction((tx) => foundOperator(tx, { name, roles: ROLES, fingerprint, at: 0 }));
    tokens.push(((await ask('session.key', { key })) as { token: string }).token);
  }
});
afterAll(() => db.close());
beforeEach(async () => {
  handled = [];
  await db.read.query('DELETE FROM event_consumers');
  await db.read.query('DELETE FROM event_log');
});

async function ask(name: string, input: unknown, who = 0): Promise<unknown> {
  const desk = {
    ...made.platform,
    audits: [],
    sealing: createLazySealing(made.platform.env),
    listMarkets: () => [],
    listWallets: async () => [],
    prepareSweep: () => Promise.reject(new Error('no chain')),
  };
  const served = findEndpoint(name);
  if (served === null) throw new Error(`no ${name}`);
  return answerEndpoint(desk, { served, token: tokens[who] ?? '', input });
}
const giveUp = (consumer: string) => ask('acts.events.give-up', { reason: 'that version is gone', input: { consumer } });
async function agreeToGiveUp(consumer: string): Promise<void> {
  const { requestId } = (await giveUp(consumer)) as { requestId: string };
  await ask('requests.approve', { id: requestId, reason: 'seen' }, 1);
}

/** A process of a version that reads these kinds for the consumer. */
const createVersion = (kinds: EventKind[]) =>
  new EventRunner({
    ...{ db, log, metrics: made.platform.metrics, kinds: [given, seen], timing: { gapMs: 1 } },
    consumers: [
      defineConsumer({
        ...{ name: 'keeper', kinds, startsAt: 'oldest' },
        handle: async (_tx, events) => {
          handled.push(...events.map(({ kind }) => kind));
        },
      }),
    ],
  });
const write = (...kinds: EventKind[]) =>
  db.transaction((tx) =>
    appendEvents(
      tx,
      kinds.map((kind) => kind.create({ userId: null, mode: null, at: made.time.now, payload: {} })),
    ),
  );
const readAt = (ago: number) =>
  db.read.query('UPDATE event_consumers SET read_at = to_timestamp($1::int8 / 1000.0)', [made.time.now - ago]);
const about = async () => (await ask('objects.about', { kind: 'consumer', id: 'keeper' })) as { acts: string[]; parts: object[] };
const health = async () =>
  ((await ask('today.show', {})) as { health: { what: string; state: string; isWell: boolean }[] }).health.find(
    ({ what }) => what === 'Consumers that nobody reads',
  );

it('a consumer that a newer version left is given up by two, once nobody has read for it for three days, and an older one goes on past it', async () => {
  await createVersion([given, seen]).open();
  await write(given, seen, given);
  const older = createVersion([given]);
  await older.start();
  await readAt(LEFT_MS - HOUR_MS);
  await expect(agreeToGiveUp('keeper')).rejects.toThrow('was read within the last 3 days');
  expect([(await about()).acts, await health()]).toMatchObject([[], { state: 'none', isWell: true }]);
  await readAt(LEFT_MS + HOUR_MS);
  expect([(await about()).acts, await health()]).toMatchObject([['events.give-up'], { state: 'keeper', isWell: false }]);
  expect(handled).toEqual([]);
  await agreeToGiveUp('keeper');
  await older.round();
  await older.stop();
  expect(handled).toEqual(['gift.given', 'gift.given']);
  expect(await health()).toMatchObject({ isWell: true });
  await expect(agreeToGiveUp('keeper')).rejects.toThrow('given up already');
  await expect(agreeToGiveUp('nobody')).rejects.toThrow('There is no consumer');
});

it('what was given up is kept for nobody, until a version that reads it is there again', async () => {
  await createVersion([given, seen]).open();
  await readAt(LEFT_MS + HOUR_MS);
  const remove = () => db.transaction((tx) => createEventRetention(['other']).remove(tx, { before: made.time.now + DAY_MS, limit: 10 }));
  await write(seen);
  expect(await remove()).toBe(0);
  await agreeToGiveUp('keeper');
  expect(await remove()).toBe(1);
  await createVersion([given, seen]).open();
  await write(seen);
  expect(await remove()).toBe(0);
  const { rows } = await db.read.query('SELECT given_up_at, kinds FROM event_consumers');
  expect(rows).toEqual([{ given_up_at: null, kinds: ['gift.given', 'gift.seen'] }]);
});

it('a process notes that it reads, of the consumers whose kinds it knows alone', async () => {
  const newer = createVersion([given, seen]);
  await newer.open();
  const isNoted = async () =>
    (await db.read.query(`SELECT 1 FROM event_consumers WHERE read_at > clock_timestamp() - interval '1 hour'`)).rowCount === 1;
  await db.read.query(`UPDATE event_consumers SET read_at = '2020-01-01'`);
  const older = createVersion([given]);
  await older.start();
  await older.stop();
  expect(await isNoted()).toBe(false);
  await newer.start();
  await newer.stop();
  expect(await isNoted()).toBe(true);
});
