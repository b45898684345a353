import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListPage } from '../../lib/operator/lists';
import type { ObjectKind, objectEndpoints } from '../../lib/operator/objects';
import type { z } from 'zod';
import { readRows } from '../../tests/helpers/read-rows';
import { createOperatorKey, foundOperator, listLogOf } from '../modules/operators/operators';
import type { Database, Tx } from '../platform/db';
import { createLazySealing } from '../platform/sealing';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { addOperatorRoutes } from './http';

const CONSOLE_KEY = 'console-key-of-the-tests-0123456789abcdef';
const DAY_MS = 86_400_000;
const tokens = new Map<string, string>();
let db: Database;
let app: FastifyInstance;
let time: { now: number };

async function call<T>(who: string, name: string, input: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json', 'x-console-key': CONSOLE_KEY, 'x-operator-session': tokens.get(who) ?? '' };
  const reply = await app.inject({ method: 'POST', url: `/operator/${name}`, headers, payload: JSON.stringify(input) });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: T }>().data;
}
/** One asks for it, the other agrees; or it is done at once. */
async function act(name: string, input: object): Promise<string> {
  const asked = await call<{ requestId?: string; outcome?: string }>('eve', `acts.${name}`, { reason: 'a test', input });
  if (asked.requestId === undefined) return asked.outcome ?? '';
  return (await call<{ outcome: string }>('fay', 'requests.approve', { id: asked.requestId, reason: 'seen' })).outcome;
}
const about = (kind: ObjectKind, id: string) => call<z.infer<typeof objectEndpoints.about.output>>('eve', 'objects.about', { kind, id });
const linesOf = async (kind: ObjectKind, id: string) =>
  (await about(kind, id)).log.map(({ act, phase, actor }) => `${actor} ${phase} ${act}`);

beforeAll(async () => {
  db = await createTestDatabase();
  const made = createTestPlatform(db, { env: { consoleKey: CONSOLE_KEY, filesKey: 'A'.repeat(43) } });
  time = made.time;
  app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  addOperatorRoutes(app, {
    ...made.platform,
    audits: [],
    sealing: createLazySealing(made.platform.env),
    listMarkets: () => [],
    listWallets: () => Promise.resolve([]),
    prepareSweep: () => Promise.reject(new Error('no chain')),
  });
  for (const name of ['eve', 'fay']) {
    const { key, fingerprint } = createOperatorKey();
    await db.transaction((tx) => foundOperator(tx, { name, roles: ['admin'], fingerprint, at: 0 }));
    tokens.set(name, (await call<{ token: string }>(name, 'session.key', { key })).token);
  }
});
afterAll(async () => {
  await app.close();
  await db.close();
});

it('an entry of the registry has its versions, and who changed its terms and its fees', async () => {
  const takesEffectAt = time.now + DAY_MS;
  await act('fees.change', { product: 'spot', base: '1', makerFeeRate: '0', takerFeeRate: '0.002', takesEffectAt, note: 'makers free' });
  const { parts } = await about('entry', 'product spot');
  expect(parts.map(({ title }) => title)).toEqual([
    `Version 2, in force from ${new Date(takesEffectAt).toISOString()}`,
    'Version 1, in force from the beginning',
  ]);
  expect(parts[0]?.facts).toContainEqual(['public note', 'makers free']);
  expect(parts[0]?.facts).toContainEqual(['takerFeeRate', '0.002']);
  expect(await linesOf('entry', 'product spot')).toEqual(['fay approved fees.change', 'eve requested fees.change']);
  expect(await linesOf('entry', 'product option')).toEqual([]);
});

it('terms that are older than a bound show it with the value that it has, and a form begins with it', async () => {
  const { parts, values } = await about('entry', 'product invitation');
  expect(parts.at(-1)?.facts).toContainEqual(['dayMax', '2000']);
  expect(JSON.parse(values.terms ?? '{}')).toMatchObject({ eachMax: '50', dayMax: '2000' });
});

it('an announcement has its texts and who published and ended it, also one that a change of fees made', async () => {
  const texts = { en: { title: 'Moved', text: 'We moved.' }, de: { title: 'Umzug', text: 'Wir sind umgezogen.' } };
  const id = /announcement (\d+)/.exec(await act('announcements.publish', { texts }))?.[1] ?? '';
  await act('announcements.publish', { texts: { en: { title: 'Another', text: 'Another.' } } });
  await act('announcements.end', { announcement: id });
  const { parts } = await about('announcement', id);
  expect(parts[1]?.facts).toEqual([
    ['en', 'Moved\nWe moved.'],
    ['de', 'Umzug\nWir sind umgezogen.'],
  ]);
  expect(await linesOf('announcement', id)).toEqual([
    'eve done announcements.end',
    'fay approved announcements.publish',
    'eve requested announcements.publish',
  ]);
  const ofFees = String(Number(id) - 1);
  expect(await linesOf('announcement', ofFees)).toEqual(['fay approved fees.change', 'eve requested fees.change']);
});

it('the timeline of an announcement reads as little among a thousand others, and nobody writes themselves into it', async () => {
  const others = await createTestDatabase();
  await others.read.query('ALTER TABLE operator_log DISABLE TRIGGER USER');
  // Three rows for each of 1,000 announcements: asked for in words that say that number 7 was published, then approved, then ended.
  await others.read.query(`INSERT INTO operator_log (seq, entry, previous, hash)
    SELECT 3 * n - 2 + turn, json_build_object('at', 0, 'actor', 'eve', 'actorKind', 'operator', 'proof', 'key',
      'act', (ARRAY['announcements.publish', 'announcements.publish', 'announcements.end'])[1 + turn],
      'phase', (ARRAY['requested', 'approved', 'done'])[1 + turn], 'target', CASE WHEN turn < 2 THEN 'announcements' ELSE n::text END,
      'reason', 'news', 'requestId', CASE WHEN turn < 2 THEN n::text END, 'inputHash', '',
      'outcome', (ARRAY['en: announcement 7 was published', 'announcement ' || n || ' was published', 'ended'])[1 + turn])::text, repeat('0', 64), md5(n::text || turn) || md5(n::text)
    FROM generate_series(1, 1000) n, generate_series(0, 2) turn`);
  await others.read.query('ANALYZE operator_log');
  const of = { target: '7', acts: ['announcements.', 'fees.'], made: 'announcement 7' };
  const look = (tx: Tx) => listLogOf(tx, of, { before: null, limit: 101 });
  expect((await look(others.read)).map(({ seq }) => seq)).toEqual([21, 20, 19]);
  expect(await readRows(others.read, look)).toBeLessThan(20);
  await others.close();
});

it('a pre-sale has its terms and who opened and changed it', async () => {
  const terms = { price: '1', mode: 'first-come', min: 1, max: 10, ends: new Date(time.now + DAY_MS).toISOString() };
  const id = /pre-sale (\d+)/.exec(await act('presale.open', { code: 'two', asset: 'SBX', supply: 100, ...terms }))?.[1] ?? '';
  await act('presale.change', { id, base: (await about('presale', id)).values.base, ...terms, max: 20 });
  const facts = async () => (await about('presale', id)).parts.flatMap((part) => part.facts);
  expect(await facts()).toEqual(
    expect.arrayContaining([
      ['asked for', '0 of 100 SBX'],
      ['for a person', '1 to 20 SBX'],
      ['delivery', 'all at the end'],
    ]),
  );
  // Where each is given a share, more may be asked for than there is: that isn't sold.
  await db.read.query("UPDATE presales SET mode = 'pro-rata', sold = 150 WHERE id = $1", [id]);
  expect(await facts()).toContainEqual(['asked for', '150 of 100 SBX']);
  expect(await linesOf('presale', id)).toEqual([
    'fay approved presale.change',
    'eve requested presale.change',
    'fay approved presale.open',
    'eve requested presale.open',
  ]);
});

it('an incident has what is said of it in each language, and who said so', async () => {
  await db.read.query("INSERT INTO incidents (area, subject, opened_at, seen_at) VALUES ('trading', 'BTC-USDT', 1000, 1000)");
  const id = (await db.read.query<{ id: string }>('SELECT id FROM incidents')).rows[0]?.id ?? '';
  await act('incidents.note', {
    incident: id,
    base: (await about('incident', id)).values.base,
    texts: { de: 'Wir sehen nach.', en: 'We look into it.' },
  });
  const { parts } = await about('incident', id);
  expect(parts[0]?.facts.slice(-2)).toEqual([
    ['en', 'We look into it.'],
    ['de', 'Wir sehen nach.'],
  ]);
  expect(await linesOf('incident', id)).toEqual(['fay approved incidents.note', 'eve requested incidents.note']);
});

it('what there is not has no parts, and a name with a zero byte is refused', async () => {
  for (const [kind, id] of [
    ['entry', 'product nothing'],
    ['entry', 'x'],
    ['announcement', 'x'],
    ['presale', '99'],
    ['incident', '99999'],
  ] as const) {
    expect(await about(kind, id)).toEqual({ parts: [], acts: [], values: {}, requests: [], log: [], next: { after: null, before: null } });
  }
  const headers = { 'content-type': 'application/json', 'x-console-key': CONSOLE_KEY, 'x-operator-session': tokens.get('eve') ?? '' };
  const payload = JSON.stringify({ kind: 'market', id: '\0' });
  const reply = await app.inject({ method: 'POST', url: '/operator/objects.about', headers, payload });
  expect(reply.json()).toMatchObject({ error: { code: 'INPUT_INVALID' } });
});

it('security: the page of a member whose authenticator is contested says since when, and that money stays in for a day from now', async () => {
  const { rows } = await db.read.query<{ id: string }>(
    `INSERT INTO users (username, username_key, referral_code, kind) VALUES ('contested', 'contested', 'CONTESTD', 'person') RETURNING id`,
  );
  const id = rows[0]?.id ?? '';
  const show = () => call<{ heldUntil: number | null; factorContestedAt: number | null }>('eve', 'users.show', { id, reason: 'a call' });
  expect(await show()).toMatchObject({ heldUntil: null, factorContestedAt: null });
  const since = time.now - DAY_MS;
  await db.read.query(
    `INSERT INTO second_factors (user_id, key_id, sealed, bound_at, last_step, contested_at) VALUES ($1, 'k', '\\x00', now(), 0, to_timestamp($2::int8 / 1000.0))`,
    [id, since],
  );
  expect(await show()).toMatchObject({ heldUntil: time.now + DAY_MS, factorContestedAt: since });
});

it('a pre-sale has its page however many were opened after it', async () => {
  const { rows } = await db.read.query<{ id: string }>(
    `INSERT INTO presales (code, asset, price, supply, mode, soft_cap, amount_min, amount_max, starts_at, ends_at)
     SELECT 'old-' || n, 'BTC', 1, 10, 'first-come', 0, 1, 1, n, n + 1 FROM generate_series(1, 120) n RETURNING id`,
  );
  expect((await about('presale', rows[0]?.id ?? '')).parts[1]?.facts).toContainEqual(['code', 'old-1']);
  expect((await about('presale', '999999')).parts).toEqual([]);
});

describe('the acts that the page of an object offers', () => {
  const actsOf = async (kind: ObjectKind, id: string) => (await about(kind, id)).acts;
  const dead = async (key: string) =>
    (
      await db.read.query<{ id: string }>(
        `INSERT INTO jobs (kind, key, state, due_at, run_at, payload, error, ended_at) VALUES ('gifts', $1, 'dead', now(), now(), '{}', 'none left', now()) RETURNING id`,
        [key],
      )
    ).rows[0]?.id ?? '';
  it('are those that it takes as it is now', async () => {
    const job = await dead('easter');
    expect((await about('job', job)).parts[0]?.facts).toContainEqual(['state', 'put aside']);
    expect(await actsOf('job', job)).toEqual(['jobs.retry']);
    await act('jobs.retry', { job });
    expect(await actsOf('job', job)).toEqual([]);
    await db.read.query(
      `INSERT INTO event_dead_letters (consumer, id, at, kind, payload, error, attempts) VALUES ('keeper', 7, now(), 'gift.given', '{}', 'was broken', 3)`,
    );
    expect(await actsOf('event', 'keeper 7')).toEqual(['events.retry', 'events.skip']);
    const id =
      /announcement (\d+)/.exec(await act('announcements.publish', { texts: { en: { title: 'Soon', text: 'Soon over.' } } }))?.[1] ?? '';
    expect(await actsOf('announcement', id)).toEqual(['announcements.end']);
    await act('announcements.end', { announcement: id });
    expect(await actsOf('announcement', id)).toEqual([]);
    expect(await actsOf('network', 'BTC')).toEqual(['networks.pause']);
    await act('networks.pause', { network: 'BTC', scope: 'paying', reason: 'maintenance' });
    expect(await actsOf('network', 'BTC')).toEqual(['networks.pause', 'networks.resume']);
    expect(await actsOf('pool', 'insurance-fund')).toEqual(['pools.fund']);
    expect(await actsOf('pool', 'loan-pool')).toEqual(['pools.fund', 'pools.defund']);
    expect((await about('entry', 'product option')).acts).toEqual(['registry.change']);
    for (const [kind, none] of [
      ['pool', 'nothing-pool'],
      ['job', '999999'],
      ['event', 'keeper 8'],
      ['consumer', 'nobody'],
      ['row', 'loan 999999'],
      ['row', 'nothing 1'],
      ['network', 'NOWHERE'],
    ] as const)
      expect(await actsOf(kind, none), kind).toEqual([]);
  });
  it('a row that was put aside has its reason, and is tried again at once, with its sale', async () => {
    const { rows: sales } = await db.read.query<{ id: string }>(
      `INSERT INTO presales (code, asset, price, supply, mode, soft_cap, amount_min, amount_max, starts_at, ends_at, state, outcome, aside_at)
       VALUES ('stuck', 'BTC', 1, 10, 'first-come', 0, 1, 1, 1, 2, 'settling', 'sold', 9000) RETURNING id`,
    );
    const { rows } = await db.read.query<{ id: string; buyer: string }>(
      `WITH buyer AS (INSERT INTO users (username, username_key, referral_code, kind) VALUES ('buyer', 'buyer', 'BUYERABC', 'person') RETURNING id)
       INSERT INTO presale_purchases (presale_id, user_id, tokens, bought_at, aside_at, aside_error)
       SELECT $1, id, 2, 1, 9000, 'its payment is not what it cost' FROM buyer RETURNING id, user_id AS buyer`,
      [sales[0]?.id],
    );
    const name = `purchase ${rows[0]?.id}`;
    const list = async (filters = {}) => (await call<ListPage>('eve', 'lists.aside', { filters, after: null })).rows;
    expect((await list()).map(({ about: to, cells }) => [to, cells[0], cells.at(-1)])).toEqual([
      [name, name, 'its payment is not what it cost'],
    ]);
    expect(await list({ kind: 'loan' })).toEqual([]);
    const { facts } = (await about('row', name)).parts[0] ?? { facts: [] };
    expect(facts).toContainEqual(['reason', 'its payment is not what it cost']);
    expect(facts).toContainEqual(['sale', sales[0]?.id]);
    expect(facts).toContainEqual(['user', rows[0]?.buyer]);
    expect(await actsOf('row', name)).toEqual(['rows.retry']);
    expect(await act('rows.retry', { row: name })).toBe(`${name} is tried again`);
    expect(await list()).toEqual([]);
    expect(await actsOf('row', name)).toEqual([]);
    expect(await linesOf('row', name)).toContain('eve done rows.retry');
    const { rows: asked } = await db.read.query('SELECT kind, row_id::text AS id FROM row_retries ORDER BY kind');
    expect(asked).toEqual([
      { kind: 'purchase', id: rows[0]?.id },
      { kind: 'sale', id: sales[0]?.id },
    ]);
  });
  it('security: are those of its reader’s role', async () => {
    const job = await dead('christmas');
    const { key, fingerprint } = createOperatorKey();
    await db.read.query(`INSERT INTO operators (name, roles, key_hash, created_at) VALUES ('aud', ARRAY['auditor'], $1, 0)`, [fingerprint]);
    tokens.set('aud', (await call<{ token: string }>('aud', 'session.key', { key })).token);
    const read = await call<{ acts: string[]; parts: object[] }>('aud', 'objects.about', { kind: 'job', id: job });
    expect([read.acts, read.parts.length]).toEqual([[], 1]);
  });
});

it('the file of the withdrawals is narrowed as their list is, and has no addresses', async () => {
  const { rows } = await db.read.query<{ id: string }>(
    `INSERT INTO users (username, username_key, referral_code, kind) VALUES ('waiting', 'waiting', 'WAITINGA', 'person'), ('another', 'another', 'WAITINGB', 'person') RETURNING id`,
  );
  const [first, second] = rows.map(({ id }) => id);
  await db.read.query(
    `INSERT INTO withdrawals (user_id, channel, asset, network, address, amount, fee, state, requested_at, state_at, until, confirmations_needed)
     SELECT u, 'BTC_BTC', 'BTC', 'BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 200000000, 100000000, 'review', 0, 0, 1, 3 FROM unnest($1::int8[]) u`,
    [[first, second]],
  );
  const take = async (filters: object) =>
    (
      await call<{ rows: string[][] }>('eve', 'reports.read', {
        ...{ report: 'withdrawals-now', day: '2026-03-01', after: null, filters, reason: 'month end' },
      })
    ).rows.map(([, user, ...cells]) => [user, ...cells]);
  const row = (user: string | undefined) => [
    ...[user, 'BTC', 'BTC', '2', '1', 'review', '1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.001Z', 'late'],
  ];
  expect(await take({ filter: 'waiting' })).toEqual([row(first), row(second)]);
  expect(await take({ filter: 'all', user: second })).toEqual([row(second)]);
  const list = await call<{ items: { userId: string }[] }>('eve', 'withdrawals.list', { filter: 'all', user: first });
  expect(list.items.map(({ userId }) => userId)).toEqual([first]);
});
