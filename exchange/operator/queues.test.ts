import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LIST_REPORTS } from '../../lib/operator/reports';
import { createOperatorKey, foundOperator, ROLES } from '../modules/operators/operators';
import { createEventRetryJob } from '../platform/event-retries';
import type { Database, Tx } from '../platform/db';
import { defineConsumer, defineEvent } from '../platform/event-kinds';
import { createLazySealing } from '../platform/sealing';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { JobRunner } from '../platform/job-runner';
import type { OperatorContext } from './desk';
import type { ListPage } from './list-pages';
import { readListPage } from './lists';
import { countLongQueues, listCases } from './queues.repository';
import { takeReport } from './reports';
import { answerEndpoint, findEndpoint } from './surface';

const HOUR_MS = 3_600_000;
/** Who opens a page of a case is in its timeline. */
const OPENED = { act: 'cases.read', reason: 'opened' };
const NOTHING = { parts: [], acts: [], values: {}, requests: [], log: [], next: { after: null, before: null } };
const CASES = 120;
let db: Database;
let made: ReturnType<typeof createTestPlatform>;
const tokens: string[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  made = createTestPlatform(db, { env: { consoleKey: 'x'.repeat(40), filesKey: 'A'.repeat(43) } });
  for (const name of ['eve', 'fay']) {
    const { key, fingerprint } = createOperatorKey();
    await db.transaction((tx) => foundOperator(tx, { name, roles: ROLES, fingerprint, at: 0 }));
    tokens.push(((await ask('session.key', { key })) as { token: string }).token);
  }
  await db.read.query(
    `INSERT INTO users (username, username_key, email, email_key, referral_code)
     SELECT 'user' || n, 'user' || n, 'u' || n || '@x.example', 'u' || n || '@x.example', 'R' || lpad(n::text, 7, '0') FROM generate_series(1, ${CASES}) n`,
  );
  await db.read.query(`INSERT INTO support_threads (user_id) SELECT id FROM users WHERE username_key LIKE 'user%'`);
  await db.read.query(
    `INSERT INTO support_waits (user_id, asked_at, promised_at)
     SELECT user_id, to_timestamp($1::int8 / 1000.0) + row_number() OVER (ORDER BY user_id) * interval '1 second',
            to_timestamp($1::int8 / 1000.0) + row_number() OVER (ORDER BY user_id) * interval '1 minute' FROM support_threads ORDER BY user_id`,
    [made.time.now],
  );
});
afterAll(() => db.close());

async function ask(name: string, input: unknown, who = 0, database: Database = db): Promise<unknown> {
  const desk = {
    ...made.platform,
    db: database,
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
type List = { items: { id: string; userId: string }[]; next: string | null };
const list = async (input: object = {}) => (await ask('queues.list', { queue: 'support', ...input })) as List;

/** Counts the statements that an endpoint sends. */
async function countStatements(name: string, input: object): Promise<number> {
  let count = 0;
  const watch = (tx: Tx): Tx => ({
    query(text, params) {
      count += 1;
      return tx.query(text, params);
    },
  });
  const watched: Database = {
    ...db,
    read: watch(db.read),
    long: watch(db.long),
    transaction: (run, options) => db.transaction((tx) => run({ ...watch(tx), script: (text) => tx.script(text) }), options),
  };
  await ask(name, input, 0, watched);
  return count;
}

describe('a page', () => {
  it('of today asks 17 statements at most, however many pools and queues there are, and a list with its row of the log 6', async () => {
    expect(await countStatements('today.show', {})).toBeLessThanOrEqual(17);
    expect(await countStatements('queues.list', { queue: 'support' })).toBeLessThanOrEqual(6);
    expect(await countStatements('treasury.show', {})).toBeLessThanOrEqual(8);
  });
});

it('today tells at a glance what operators stopped, of networks and of markets', async () => {
  const read = async () => ((await ask('today.show', {})) as { health: { what: string; state: string; isWell: boolean }[] }).health;
  expect(await read()).toContainEqual({ what: 'Networks stopped by operators', state: 'none', isWell: true });
  await ask('acts.networks.pause', { reason: 'work on the node', input: { network: 'BTC', scope: 'paying', reason: 'maintenance' } });
  expect(await read()).toContainEqual({ what: 'Networks stopped by operators', state: 'BTC: maintenance', isWell: false });
});

it('a market has a page with what was done about it, and what waits; another market has neither', async () => {
  const act = (name: string, input: object) => ask(`acts.markets.${name}`, { reason: 'the feed lies', input });
  await act('halt', { market: 'BTC-USDT', reason: 'maintenance' });
  await act('resume', { market: 'BTC-USDT' });
  expect(await ask('objects.about', { kind: 'market', id: 'BTC-USDT' })).toMatchObject({
    requests: [{ act: 'markets.resume', target: 'BTC-USDT' }],
    log: [{ phase: 'requested' }, { phase: 'done', reason: 'the feed lies' }],
  });
  expect(await ask('objects.about', { kind: 'market', id: 'ETH-USDT' })).toEqual(NOTHING);
  expect(await ask('objects.about', { kind: 'network', id: 'BTC-USDT' })).toEqual(NOTHING);
});

describe('a queue', () => {
  it('lists what is late, the longest late first, to its end, each case once', async () => {
    const { rows } = await db.read.query<{ id: string }>('SELECT id FROM support_waits ORDER BY id DESC LIMIT 1');
    const last = rows[0]?.id;
    await db.read.query(`UPDATE support_waits SET promised_at = asked_at + interval '1 second' WHERE id = $1`, [last]);
    const lateAt = made.time.now + 100 * 60_000 + 1;
    const seen: string[] = [];
    for (let after: string | null = null; ; ) {
      const page: { row: string }[] = await listCases(db.read, 'support', { lateAt, after, limit: 40 });
      if (page.length === 0) break;
      seen.push(...page.map(({ row }) => row));
      after = seen.at(-1) ?? null;
    }
    expect([seen.length, new Set(seen).size]).toEqual([101, 101]);
    expect(seen.indexOf(last ?? '')).toBeLessThanOrEqual(2);
    await db.read.query(`UPDATE support_waits SET promised_at = asked_at + interval '1 year' WHERE id = $1`, [last]);
  });
  it('is read to its end, each case once', async () => {
    const seen: string[] = [];
    for (let after: string | null = null; ; ) {
      const { items, next }: List = await list({ after });
      seen.push(...items.map(({ id }) => id));
      if (next === null) break;
      after = next;
    }
    expect(seen).toHaveLength(CASES);
    expect(new Set(seen).size).toBe(CASES);
  });
  it('a case behind the first hundred has a page, and one of a user is found by their number', async () => {
    const { rows } = await db.read.query<{ id: string }>('SELECT max(user_id) AS id FROM support_waits');
    const last = rows[0]?.id;
    expect(await ask('queues.about', { queue: 'support', id: last })).toMatchObject({ found: { id: last } });
    expect((await list({ user: last })).items).toMatchObject([{ userId: last }]);
  });
  it('shows those that are late', async () => {
    made.time.now += 10 * 60_000 + 1;
    expect((await list({ filter: 'late' })).items).toHaveLength(10);
    expect((await ask('queues.list', { queue: 'loans', filter: 'late' })) as List).toEqual({ items: [], next: null });
  });
  it('security: every look at it is a row of the log, without a name in it', async () => {
    await list({ filter: 'late' });
    const { items } = (await ask('log.list', {})) as { items: { act: string; target: string; outcome: string }[] };
    expect(items[0]).toMatchObject({ act: 'lists.read', target: 'support', outcome: 'the list support was shown (late)' });
  });
  it('longer than a look counts is told as it was counted last, and each look reads a page of it', async () => {
    const size = async () =>
      ((await ask('today.show', {})) as { queues: { name: string; count: number; oldest: number; promise: number }[] }).queues.find(
        ({ name }) => name === 'proofs',
      );
    await db.read.query(
      `INSERT INTO deposit_proofs (user_id, network, asset, amount, hash_end, given_at)
       SELECT (SELECT min(user_id) FROM support_threads), 'ERC20', 'USDT', 1, 'abcdef', 1000 + n FROM generate_series(1, 1500) n`,
    );
    expect(await size()).toMatchObject({ count: 1001, oldest: 1001 });
    expect(await countLongQueues(db.read, made.time.now)).toEqual(['proofs']);
    expect(await size()).toMatchObject({ count: 1500, oldest: 1001 });
    await db.read.query('DELETE FROM deposit_proofs WHERE given_at > 1003');
    expect(await size()).toMatchObject({ count: 3 });
  });
  it('of claims has each with its level, and the look at one is a row of the log and of its timeline', async () => {
    const { rows } = await db.read.query<{ id: string; user_id: string }>(
      `INSERT INTO vip_levels (user_id, level, reached_at) SELECT min(user_id), 7, 5 FROM support_threads RETURNING id, user_id`,
    );
    const [claim] = rows;
    expect((await list({ queue: 'claims' })).items).toMatchObject([
      { id: claim?.id, userId: claim?.user_id, about: 'VIP level 7', since: 5 },
    ]);
    expect(await ask('queues.show', { queue: 'claims', id: claim?.id, reason: 'due' })).toMatchObject({
      lines: [expect.stringContaining('reached level 7'), 'recharged in all: 0 USDT', 'not fulfilled'],
    });
    expect(await ask('queues.about', { queue: 'claims', id: claim?.id })).toMatchObject({
      log: [
        { act: 'cases.read', target: `claims ${claim?.id}`, reason: 'opened', actor: 'eve' },
        { act: 'cases.read', target: `claims ${claim?.id}`, reason: 'due', actor: 'eve' },
      ],
    });
    expect(await ask('queues.about', { queue: 'loans', id: claim?.id })).toMatchObject({ found: null, log: [OPENED] });
  });
  it('security: the page of a claim shows what was asked about it, and not about the user of its number or another level', async () => {
    const { rows } = await db.read.query<{ id: string; user_id: string }>(
      `INSERT INTO vip_levels (id, user_id, level, reached_at) OVERRIDING SYSTEM VALUE
       SELECT 500 + n, user_id, 6 + n, 5 FROM (SELECT max(user_id) AS user_id FROM support_threads) u, generate_series(2, 3) n
       UNION ALL SELECT max(user_id), min(user_id), 9, 5 FROM support_threads RETURNING id, user_id`,
    );
    const [asked, level, number] = rows;
    expect(number?.id).toBe(asked?.user_id);
    const input = { user: asked?.user_id, level: '8', note: 'tickets handed over' };
    await ask('acts.vip.fulfil', { reason: 'handed over', input });
    const about = async (id?: string) => (await ask('queues.about', { queue: 'claims', id })) as { requests: unknown[]; log: unknown[] };
    expect(await about(asked?.id)).toMatchObject({
      requests: [{ act: 'vip.fulfil', target: `${asked?.user_id} 8` }],
      log: [OPENED, { act: 'vip.fulfil', phase: 'requested' }],
    });
    expect(await about(level?.id)).toMatchObject({ requests: [], log: [OPENED] });
    expect(await about(number?.id)).toMatchObject({ requests: [], log: [OPENED] });
  });
  it('is counted whole on the page of today', async () => {
    const { queues } = (await ask('today.show', {})) as { queues: { name: string; count: number }[] };
    expect(queues).toContainEqual(expect.objectContaining({ name: 'support', count: CASES }));
  });
});

describe('reports', () => {
  const read = (report: string, after: string | null = null) =>
    ask('reports.read', { report, day: '2026-03-01', after, reason: 'month end' }) as Promise<{ columns: string[]; rows: string[][] }>;
  it('add up a day of the ledger and its chains, and nothing of the days beside it', async () => {
    const day = Date.UTC(2026, 2, 1);
    const { postJournals } = await import('../modules/ledger/ledger');
    const deposit = (at: number, units: bigint) => ({
      ...{ code: 'DEPOSIT' as const, reference: `deposit:${at}`, at },
      postings: [
        { address: 'outside:real:chain-ERC20:USDT', amount: -units },
        { address: 'user:1:real:USDT:available', amount: units },
      ],
    });
    for (const [at, units] of [
      [day - 1, 5n],
      [day, 7n],
      [day + 24 * HOUR_MS - 1, 11n],
      [day + 24 * HOUR_MS, 13n],
    ] as const)
      await db.transaction((tx) => postJournals(tx, [deposit(at, units * 10n ** 8n)]));
    expect((await read('ledger')).rows).toEqual([['real', 'DEPOSIT', 'USDT', '2', '18']]);
    expect((await read('custody')).rows).toEqual([['ERC20', 'USDT', '5', '18', '0', '23']]);
    expect((await read('fees')).rows).toEqual([]);
    expect((await read('withdrawals')).rows).toEqual([]);
  });
  it('of a day go on behind a page of their rows, to their end', async () => {
    const columns: string[] = [];
    const rows: string[][] = [];
    const context = {
      ...made.platform,
      actor: { kind: 'operator', operatorId: '1', name: 'eve', proof: { method: 'key', at: 0 } },
      roles: ROLES,
    };
    for (let after: string | null = null; ; ) {
      const asked = { report: 'ledger', day: '2026-03-02', filters: {}, limit: 1, reason: 'month end' } as const;
      const page = await takeReport({ ...context, listMarkets: () => [], listWallets: async () => [] } as never, { ...asked, after });
      columns.push(...page.columns);
      rows.push(...page.rows);
      after = page.next;
      if (after === null) break;
    }
    expect(rows).toEqual([['real', 'DEPOSIT', 'USDT', '1', '13']]);
    await expect(read('ledger', 'x.1')).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });
  it('of a day are narrowed by nothing, and no row of the log says that one was', async () => {
    const count = async () => Number((await db.read.query<{ n: string }>('SELECT count(*) AS n FROM operator_log')).rows[0]?.n);
    const before = await count();
    const asked = { report: 'withdrawals', day: '2026-03-01', filters: { filter: 'review' }, reason: 'month end' };
    await expect(ask('reports.read', asked)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(await count()).toBe(before);
  });
  it('are whole, however many there are', async () => {
    await db.read.query(
      `INSERT INTO incidents (area, subject, opened_at, seen_at, closed_at) SELECT 'feed', '', n, n, n + 1 FROM generate_series(1, 130) n`,
    );
    await db.read.query(
      `WITH made AS (INSERT INTO announcements (audience) SELECT 'all' FROM generate_series(1, 70) RETURNING id)
       INSERT INTO announcement_texts (announcement_id, lang, title, text) SELECT id, 'en', 'news', 'news' FROM made`,
    );
    await db.read.query(
      `INSERT INTO presales (code, asset, price, supply, mode, soft_cap, amount_min, amount_max, starts_at, ends_at)
       SELECT 'sale-' || n, 'BTC', 1, 10, 'first-come', 0, 1, 1, 1, 2 FROM generate_series(1, 60) n`,
    );
    await db.read.query(
      `INSERT INTO jobs (kind, key, due_at, run_at, payload, state, error, attempts, ended_at)
       SELECT 'made', 'made ' || n, now(), now(), '{}', CASE n % 3 WHEN 0 THEN 'dead' ELSE 'waiting' END, 'why', n % 2 + 1, CASE n % 3 WHEN 0 THEN now() END FROM generate_series(1, 130) n`,
    );
    await db.read.query(
      `INSERT INTO event_dead_letters (consumer, id, at, kind, payload, error, attempts)
       SELECT 'listed', n, now(), 'gift.given', '{}', 'was broken', 3 FROM generate_series(1, 130) n`,
    );
    for (const [report, least] of [
      ['jobs', 130],
      ['events', 130],
      ['incidents', 130],
      ['announcements', 70],
      ['presales', 60],
    ] as const) {
      const all = await read(report);
      expect(all.rows.length, report).toBeGreaterThanOrEqual(least);
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const page: ListPage = await readListPage(made.platform as unknown as OperatorContext, report, { filters: {}, after, limit: 25 });
        seen.push(...page.rows.map(({ id }) => id));
        after = page.next;
      } while (after !== null);
      // The number of an event is not its alone: another consumer may have gone past it too.
      const numbers = seen.map((id) => id.split(' ').at(-1));
      expect(numbers, report).toEqual(all.rows.map(([id]) => id));
      expect(new Set(seen).size, report).toBe(seen.length);
    }
  });
  it('each has its columns, and is a row of the log with its reason', async () => {
    for (const report of LIST_REPORTS) {
      const { columns, rows } = await read(report);
      for (const row of rows) expect(row, report).toHaveLength(columns.length);
    }
    const { items } = (await ask('log.list', {})) as { items: { act: string; target: string; reason: string }[] };
    expect(items[0]).toMatchObject({ act: 'reports.read', target: 'support', reason: 'month end' });
  });
});

it('a named look is its operator’s own', async () => {
  await ask('views.save', { list: 'withdrawals', name: 'late ones', query: 'filter=open' });
  await ask('views.save', { list: 'withdrawals', name: 'late ones', query: 'filter=all' });
  expect(await ask('views.list', {})).toEqual({ items: [{ list: 'withdrawals', name: 'late ones', query: 'filter=all' }] });
  expect(await ask('views.list', {}, 1)).toEqual({ items: [] });
  await ask('views.remove', { list: 'withdrawals', name: 'late ones' });
  expect(await ask('views.list', {})).toEqual({ items: [] });
});

it('error: a look that is narrowed by more than a name keeps is refused in words', async () => {
  const save = (query: string) => ask('views.save', { list: 'support', name: 'mine', query });
  await save(`user=${'1'.repeat(195)}`);
  await expect(save(`user=${'1'.repeat(196)}`)).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    message: 'query: what is shown is narrowed by more than a view keeps (200 characters): narrow it by less, then save it',
  });
  await ask('views.remove', { list: 'support', name: 'mine' });
});

describe('an event that a consumer went past', () => {
  const given = defineEvent('gift.given', z.object({ amount: z.string() }));
  let isBroken = false;
  const handled: string[] = [];
  const consumer = defineConsumer({
    ...{ name: 'keeper', kinds: [given], startsAt: 'newest' as const },
    handle: async (_tx, events) => {
      if (isBroken) throw new Error('still broken');
      for (const { payload } of events) handled.push(payload.amount);
    },
  });
  const runJobs = async (isDone: () => Promise<boolean>) => {
    const runner = new JobRunner({
      ...made.platform,
      clock: { now: () => Date.now() + 24 * HOUR_MS },
      kinds: [createEventRetryJob([consumer])],
    });
    await runner.start();
    await expect.poll(isDone).toBe(true);
    await runner.stop();
  };
  const count = async (sql: string) => Number((await db.read.query<{ n: string }>(`SELECT count(*) AS n FROM ${sql}`)).rows[0]?.n);
  beforeEach(async () => {
    isBroken = false;
    handled.length = 0;
    made.time.now += 1_000;
    await db.read.query(
      `INSERT INTO event_dead_letters (consumer, id, at, kind, payload, error, attempts)
       VALUES ('keeper', 7, now(), 'gift.given', '{"amount":"5"}', 'was broken', 3) ON CONFLICT DO NOTHING`,
    );
  });
  const act = (name: string, event = '7') => ask(`acts.${name}`, { reason: 'mended', input: { consumer: 'keeper', event } });

  it('is handled after all, once, and leaves the list with its effect', async () => {
    await act('events.retry');
    await runJobs(async () => (await count("event_dead_letters WHERE consumer = 'keeper'")) === 0);
    expect(handled).toEqual(['5']);
    await expect(act('events.retry')).rejects.toThrow('did not go past');
  });
  it('stays in the list while it fails', async () => {
    isBroken = true;
    await act('events.retry');
    await runJobs(async () => (await count(`jobs WHERE kind = 'event retry' AND attempts > 0`)) > 0);
    expect(await count("event_dead_letters WHERE consumer = 'keeper'")).toBe(1);
  });
  it('is left undone by two', async () => {
    const { requestId } = (await act('events.skip')) as { requestId: string };
    expect(await count("event_dead_letters WHERE consumer = 'keeper'")).toBe(1);
    await ask('requests.approve', { id: requestId, reason: 'seen' }, 1);
    expect(await count("event_dead_letters WHERE consumer = 'keeper'")).toBe(0);
  });
  it('has what waits behind it follow: none of those is handled before it, and they are when it is left undone', async () => {
    await db.read.query(
      `INSERT INTO event_dead_letters (consumer, id, at, kind, user_id, payload, error, attempts)
       SELECT 'keeper', n, now(), 'gift.given', 5, '{"amount":"5"}', 'x', CASE n WHEN 8 THEN 3 ELSE 0 END FROM generate_series(8, 9) n`,
    );
    await expect(act('events.retry', '9')).rejects.toThrow('It waits behind event 8');
    const { requestId } = (await act('events.skip', '8')) as { requestId: string };
    const planned = `jobs WHERE kind = 'event retry' AND payload->>'id' = '9'`;
    expect(await count(planned)).toBe(0);
    await ask('requests.approve', { id: requestId, reason: 'seen' }, 1);
    expect(await count(planned)).toBe(1);
  });
});
