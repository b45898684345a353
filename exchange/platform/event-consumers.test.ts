import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { watchCommits } from './after-commit';
import { type Database, DeadlineExceeded } from './db';
import { EventRunner, EVENT_TIMING } from './event-consumers';
import { defineConsumer, defineEvent, type EventConsumer } from './event-kinds';
import { appendEvents, queryWithEvents } from './event-log';
import { createEventRetryJob } from './event-retries';
import { createEventRetention, UNREAD_KEPT_MS } from './event-retention';
import { createLogger } from './logger';
import { createMetrics } from './metrics';
import { createTestDatabase } from './test-database';

const NOON = Date.UTC(2026, 2, 1, 12);
const given = defineEvent('gift.given', z.object({ amount: z.string().max(20) }));
const other = defineEvent('gift.seen', z.object({}));
const log = createLogger('silent');
const TIMING = { batchMax: 4, triesMax: 3, slowTriesMax: Number.POSITIVE_INFINITY, backoffMs: 1, backoffMaxMs: 1, gapMs: 1 };

let db: Database;
let metrics: ReturnType<typeof createMetrics>;
beforeEach(async () => {
  db = watchCommits(await createTestDatabase());
  metrics = createMetrics(log);
});
afterEach(() => db.close());

const make = (amount: string, at = NOON) => given.create({ userId: '7', mode: 'demo', at, payload: { amount } });
const write = (...amounts: string[]) =>
  db.transaction((tx) =>
    appendEvents(
      tx,
      amounts.map((amount) => make(amount)),
    ),
  );

/** Keeps what it gets in a table, in the transaction of its place; fails at amounts that `isBad` says. */
async function createKeeper(isBad: (amount: string) => boolean = () => false, startsAt: 'oldest' | 'newest' = 'oldest') {
  await db.transaction((tx) => tx.script('CREATE TABLE IF NOT EXISTS kept (n serial, amount text)'));
  const batches: number[] = [];
  const consumer = defineConsumer({
    name: 'keeper',
    kinds: [given],
    startsAt,
    async handle(tx, events) {
      batches.push(events.length);
      for (const { payload } of events) {
        await tx.query('INSERT INTO kept (amount) VALUES ($1)', [payload.amount]);
        if (isBad(payload.amount)) throw new Error(`cannot keep ${payload.amount}`);
      }
    },
  });
  const kept = async () => (await db.read.query<{ amount: string }>('SELECT amount FROM kept ORDER BY n')).rows.map(({ amount }) => amount);
  return { consumer, kept, batches };
}

async function run(consumers: EventConsumer[], isDone: () => Promise<boolean>, timing = TIMING) {
  const runner = new EventRunner({ db, log, metrics, kinds: [given, other], consumers, timing });
  await runner.start();
  await expect.poll(isDone).toBe(true);
  await runner.stop();
  return runner;
}

it('a consumer gets the events of its kinds in their order, in batches, once, with who and when', async () => {
  const { consumer, kept, batches } = await createKeeper();
  await write('1', '2', '3');
  await db.transaction((tx) => appendEvents(tx, [other.create({ userId: null, mode: null, at: NOON, payload: {} })]));
  await write('4', '5');
  await run([consumer], async () => (await kept()).length === 5);
  expect(await kept()).toEqual(['1', '2', '3', '4', '5']);
  expect(batches).toEqual([3, 2]);
  await write('6');
  await run([consumer], async () => (await kept()).length === 6);
  const [last] = (await db.read.query('SELECT kind, user_id, mode, payload, at FROM event_log ORDER BY xid DESC, id DESC LIMIT 1')).rows;
  expect(last).toEqual({ kind: 'gift.given', user_id: '7', mode: 'demo', payload: { amount: '6' }, at: new Date(NOON) });
});

it('pages without a wanted event are passed over together, in no transaction of the consumer', async () => {
  const { consumer, kept } = await createKeeper();
  const idle = defineConsumer({ name: 'idle', kinds: [other], startsAt: 'oldest', handle: () => Promise.resolve() });
  await write(...Array.from({ length: 3 * TIMING.batchMax }, (_, index) => String(index)));
  const begun: string[] = [];
  const watched: Database = {
    ...db,
    transaction: (work, options) => {
      begun.push(options?.kind ?? 'write');
      return db.transaction(work, options);
    },
  };
  const runner = new EventRunner({ db: watched, log, metrics, kinds: [given, other], consumers: [idle], timing: { ...TIMING, gapMs: 1 } });
  await runner.start();
  const opened = begun.length;
  const isPast = async () =>
    (await db.read.query(`SELECT 1 FROM event_log e, event_consumers c WHERE c.name = 'idle' AND (e.xid, e.id) > (c.xid, c.id)`))
      .rowCount === 0;
  await expect.poll(isPast, { timeout: 30_000 }).toBe(true);
  await runner.stop();
  expect(begun.slice(opened)).toEqual([]);
  await run([consumer], async () => (await kept()).length === 3 * TIMING.batchMax);
});

it('what happens while a round lasts is read together by the next', async () => {
  const { consumer, kept, batches } = await createKeeper();
  const timing = { ...TIMING, gapMs: 60_000 };
  const runner = new EventRunner({ db, log, metrics, kinds: [given], consumers: [consumer], timing });
  await write('1');
  await runner.start();
  await expect.poll(kept, { timeout: 30_000 }).toEqual(['1']);
  await write('2');
  await write('3');
  await runner.round();
  expect(batches).toEqual([1, 2]);
  await runner.stop();
});

it('an event of a transaction that was rolled back never was', async () => {
  const { consumer, kept } = await createKeeper();
  const failed = db.transaction(async (tx) => {
    await appendEvents(tx, [make('1')]);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  await write('2');
  await run([consumer], async () => (await kept()).length > 0);
  expect(await kept()).toEqual(['2']);
});

it('the consumer is woken by the commit, also by events that went along with another statement', async () => {
  const { consumer, kept } = await createKeeper();
  const runner = new EventRunner({ db, log, metrics, kinds: [given], consumers: [consumer], timing: TIMING });
  await runner.start();
  await write('1');
  await expect.poll(kept).toEqual(['1']);
  await db.transaction((tx) => queryWithEvents(tx, 'INSERT INTO kept (amount) VALUES ($1)', ['beside'], [make('2')]));
  await expect.poll(kept).toEqual(['1', 'beside', '2']);
  await runner.stop();
});

it('a consumer that begins with the newest misses what was before it, and nothing after', async () => {
  await write('1');
  const { consumer, kept } = await createKeeper(() => false, 'newest');
  const runner = new EventRunner({ db, log, metrics, kinds: [given], consumers: [consumer], timing: TIMING });
  await runner.start();
  await write('2');
  await expect.poll(kept).toEqual(['2']);
  await runner.stop();
});

it('an event at which a consumer fails is put aside after its tries, alone, and what came with it is handled once', async () => {
  const { consumer, kept } = await createKeeper((amount) => amount === '3');
  await write('1', '2', '3', '4');
  await run([consumer], async () => (await kept()).length === 3);
  expect(await kept()).toEqual(['1', '2', '4']);
  const letters = await db.read.query('SELECT consumer, kind, payload, error, attempts FROM event_dead_letters');
  expect(letters.rows).toEqual([
    { consumer: 'keeper', kind: 'gift.given', payload: { amount: '3' }, error: 'cannot keep 3', attempts: TIMING.triesMax },
  ]);
  const { body } = await metrics.render();
  expect(body).toContain('exchange_event_failures_total{consumer="keeper"} 4');
  expect(body).toContain('exchange_event_dead_letters{consumer="keeper"} 1');
  expect(body).toContain('exchange_event_lag_seconds{consumer="keeper"} 0');
  expect(body).toContain('exchange_alarms_total{kind="event_dead_letter"} 1');
});

it('an event that fails for a while is handled in its place once it does not', async () => {
  let tries = 0;
  const { consumer, kept } = await createKeeper((amount) => {
    tries += amount === '1' ? 1 : 0;
    return amount === '1' && tries < TIMING.triesMax;
  });
  await write('1', '2');
  await run([consumer], async () => (await kept()).length === 2);
  expect(await kept()).toEqual(['1', '2']);
  expect((await db.read.query('SELECT 1 FROM event_dead_letters')).rows).toEqual([]);
});

it('a payload that its kind does not know is refused on the way in, and put aside on the way out', async () => {
  expect(() => given.create({ userId: null, mode: null, at: 0, payload: { amount: 1 as never } })).toThrow();
  const { consumer, kept } = await createKeeper();
  await db.transaction((tx) => appendEvents(tx, [{ ...make('1'), payload: { amount: 1 } }, make('2')]));
  await run([consumer], async () => (await kept()).length === 1);
  expect((await db.read.query('SELECT kind FROM event_dead_letters')).rows).toHaveLength(1);
});

it('one consumer that fails does not keep the other from reading', async () => {
  const { consumer, kept } = await createKeeper();
  const broken: EventConsumer = { name: 'broken', kinds: [given], startsAt: 'oldest', handle: () => Promise.reject(new Error('never')) };
  await write('1', '2');
  await run([broken, consumer], async () => (await kept()).length === 2, { ...TIMING, backoffMs: 60_000, backoffMaxMs: 60_000 });
});

it('events go with their age, but none that a consumer has not read', async () => {
  const { consumer, kept } = await createKeeper();
  await db.transaction((tx) => appendEvents(tx, [make('1', 1_000), make('2', 2_000), make('3', 50_000)]));
  await run([consumer], async () => (await kept()).length === 3);
  await db.transaction((tx) => appendEvents(tx, [make('4', 3_000)]));
  const rule = createEventRetention(['keeper']);
  const remove = (limit: number) => db.transaction((tx) => rule.remove(tx, { before: 10_000, limit }));
  expect(await remove(1)).toBe(1);
  expect(await remove(10)).toBe(1);
  expect(await remove(10)).toBe(0);
  const { rows } = await db.read.query<{ amount: string }>("SELECT payload->>'amount' AS amount FROM event_log ORDER BY xid, id");
  expect(rows.map(({ amount }) => amount)).toEqual(['3', '4']);
  const other = createEventRetention([]);
  // A consumer that this version doesn't know has read all but the fourth.
  expect(await db.transaction((tx) => other.remove(tx, { before: 60_000, limit: 10 }))).toBe(1);
  expect(await db.transaction((tx) => other.remove(tx, { before: 60_000, limit: 10 }))).toBe(0);
  expect(await db.transaction((tx) => other.remove(tx, { before: 3_000 + UNREAD_KEPT_MS, limit: 10 }))).toBe(1);
});

it('events are read by the numbers of their transactions, each once, also where those have a digit more', async () => {
  const { consumer, kept } = await createKeeper();
  await write('1', '2', '3', '4', '5', '6');
  await db.transaction((tx) => tx.query("UPDATE event_log SET xid = (96 + (payload->>'amount')::int)::text::xid8"));
  await run([consumer], async () => (await kept()).includes('6'));
  await run([consumer], async () => (await kept()).length >= 6);
  expect(await kept()).toEqual(['1', '2', '3', '4', '5', '6']);
});

it('a batch reads no more events than its bound, however many there are', async () => {
  const { consumer, kept, batches } = await createKeeper();
  const many = Array.from({ length: 3 * EVENT_TIMING.batchMax }, (_, index) => String(index));
  await write(...many);
  await run([consumer], async () => (await kept()).length === many.length, { ...TIMING, batchMax: EVENT_TIMING.batchMax });
  expect(Math.max(...batches)).toBe(EVENT_TIMING.batchMax);
  expect(await kept()).toEqual(many);
});

it('a log that was loaded into another cluster is read on where it was left, and then what is new', async () => {
  const { consumer, kept } = await createKeeper();
  await write('1', '2');
  await run([consumer], async () => (await kept()).length === 2);
  await write('3');
  await db.transaction(async (tx) => {
    await tx.query('UPDATE event_log SET xid = (id + 9000000000000)::text::xid8');
    await tx.query('UPDATE event_consumers SET xid = (id + 9000000000000)::text::xid8');
  });
  await write('4');
  await run([consumer], async () => (await kept()).includes('4'));
  expect(await kept()).toEqual(['1', '2', '3', '4']);
  expect((await metrics.render()).body).toContain('exchange_alarms_total{kind="events_restored"} 1');
});

it('a consumer whose events take too long keeps no other one waiting, and goes past none of them', async () => {
  const { consumer, kept } = await createKeeper();
  let tries = 0;
  const slow = (name: string) =>
    defineConsumer({
      name,
      kinds: [given],
      startsAt: 'oldest',
      handle() {
        tries += 1;
        return Promise.reject(new DeadlineExceeded('slow'));
      },
    });
  await write('1', '2');
  await run([slow('x'), slow('y'), consumer], async () => (await kept()).length === 2 && tries > 4 * TIMING.triesMax);
  expect((await db.read.query('SELECT 1 FROM event_dead_letters')).rows).toEqual([]);
});

it('an event that always takes too long is alarmed again, put aside after its tries, and handled by the job that operators plan', async () => {
  let isSlow = true;
  const { consumer, kept } = await createKeeper();
  const slow: EventConsumer = {
    ...consumer,
    handle(tx, events) {
      const isHeavy = events.some(({ payload }) => (payload as { amount: string }).amount === '1');
      return isSlow && isHeavy ? Promise.reject(new DeadlineExceeded('slow')) : consumer.handle(tx, events);
    },
  };
  await write('1', '2');
  await run([slow], async () => (await kept()).length === 1, { ...TIMING, slowTriesMax: 6 });
  expect(await kept()).toEqual(['2']);
  const { rows } = await db.read.query<{ id: string; attempts: number }>('SELECT id, attempts FROM event_dead_letters');
  expect(rows).toMatchObject([{ attempts: 6 }]);
  const { body } = await metrics.render();
  expect(body).toContain('exchange_alarms_total{kind="event_slow"} 2');
  expect(body).toContain('exchange_alarms_total{kind="event_dead_letter"} 1');
  isSlow = false;
  const retry = { payload: { consumer: 'keeper', id: rows[0]?.id ?? '' }, cursor: null };
  await db.transaction((tx) => createEventRetryJob([slow]).run(tx, retry as never));
  expect(await kept()).toEqual(['2', '1']);
  expect((await db.read.query('SELECT 1 FROM event_dead_letters')).rows).toEqual([]);
});

it('a consumer that waited for its next try when the process ended tries again after the start', async () => {
  let isBad = true;
  const { consumer, kept } = await createKeeper(() => isBad);
  await write('1');
  const waits = { ...TIMING, backoffMs: 300, backoffMaxMs: 300 };
  await run([consumer], async () => (await db.read.query('SELECT 1 FROM event_consumers WHERE attempts > 0')).rows.length === 1, waits);
  isBad = false;
  await run([consumer], async () => (await kept()).length === 1, waits);
});

it('error: a version that reads fewer kinds for a consumer leaves it alone, says so, and nothing is lost', async () => {
  const { consumer: before, kept } = await createKeeper();
  const after: EventConsumer = defineConsumer({
    ...{ name: 'keeper', kinds: [given, other], startsAt: 'oldest' as const },
    async handle(tx, events) {
      for (const { kind } of events) await tx.query('INSERT INTO kept (amount) VALUES ($1)', [kind]);
    },
  });
  const start = async (consumer: EventConsumer) => {
    const runner = new EventRunner({ db, log, metrics, kinds: [given, other], consumers: [consumer], timing: TIMING });
    await runner.start();
    return runner;
  };
  const old = await start(before);
  await write('1');
  await expect.poll(kept).toEqual(['1']);
  const newer = new EventRunner({ db, log, metrics, kinds: [given, other], consumers: [after], timing: TIMING });
  await newer.open();
  await db.transaction((tx) => appendEvents(tx, [other.create({ userId: null, mode: null, at: NOON, payload: {} }), make('2')]));
  await old.round();
  await old.stop();
  const again = await start(before);
  await again.round();
  await again.stop();
  expect(await kept()).toEqual(['1']);
  expect((await metrics.render()).body).toContain('exchange_alarms_total{kind="events_of_newer"} 1');
  await newer.start();
  await expect.poll(kept).toEqual(['1', 'gift.seen', 'gift.given']);
  await newer.stop();
});

it('a kind that a version doesn’t read any more, and names, keeps nobody from reading', async () => {
  const { consumer: before, kept } = await createKeeper();
  await run([{ ...before, kinds: [given, other] }], async () => true);
  await write('1');
  await run([{ ...before, noLonger: ['gift.seen'] }], async () => (await kept()).length === 1);
  // The version before may still be there, or come back, and so may this one.
  await run([{ ...before, kinds: [given, other] }], async () => true);
  await write('2');
  await run([{ ...before, noLonger: ['gift.seen'] }], async () => (await kept()).length === 2);
  expect(await kept()).toEqual(['1', '2']);
});
