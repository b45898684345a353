import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { demoTopUp, faucet } from '../../lib/protocol/extensions';
import { handle, type RegisteredCall } from '../http/register-call';
import { createModules } from '../module-list';
import type { Database } from '../platform/db';
import { defineEvent } from '../platform/event-kinds';
import { JobRunner } from '../platform/job-runner';
import { scheduleJobs } from '../platform/jobs.repository';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { composeModules, ModuleConflict } from './compose';
import type { ExchangeModule, Worker } from './module';

const answer = (amount: string): RegisteredCall => handle(demoTopUp, () => Promise.resolve({ amount, message: '' }));
const given = defineEvent('gift.given', z.object({}));
const compose = (...modules: Omit<ExchangeModule, 'name'>[]) =>
  composeModules(modules.map((module, index) => ({ name: `module${index}`, ...module })));

it.each<[string, Omit<ExchangeModule, 'name'>]>([
  ['call x.demoTopUp', { calls: [answer('1')] }],
  ['feature spot', { features: ['spot'] }],
  ['journal code GIFT', { journalCodes: { GIFT: { record: 'other', isExternal: false } } }],
  ['account family house:fees-*', { accountFamilies: ['house:fees-*'] }],
  ['kind of event gift.given', { events: [given] }],
  ['consumer gifts', { events: [], consumers: [{ name: 'gifts', kinds: [], startsAt: 'oldest', handle: () => Promise.resolve() }] }],
  ['audit gifts', { audits: [{ subject: 'gifts', run: () => Promise.resolve({ figures: [], faults: [] }) }] }],
  ['retention rule gifts', { retention: [{ name: 'gifts', keptMs: 1, remove: () => Promise.resolve(0) }] }],
])('two modules that bring the same %s are refused', (what, module) => {
  expect(() => compose(module, {}, module)).toThrow(ModuleConflict);
  expect(() => compose(module, {}, module)).toThrow(`${what} is brought by module0 and module2`);
});

it('two modules of one name, two variants of one type and a variant of no call are refused, all at once', () => {
  const variants = { type: 'gift', calls: [answer('1')] };
  const name = 'gifts';
  try {
    composeModules([
      { name, variants },
      { name, variants },
    ]);
    expect.unreachable();
  } catch (error) {
    expect((error as ModuleConflict).conflicts).toEqual([
      'module gifts is brought by gifts and gifts',
      'variant x.demoTopUp of type gift is brought by gifts and gifts',
      'variant x.demoTopUp of gifts is of a call that no module brings',
      'variant x.demoTopUp of gifts is of a call that no module brings',
    ]);
  }
});

it('a consumer of events that no module brings is refused', () => {
  const consumer = { name: 'gifts', kinds: [given], startsAt: 'oldest', handle: () => Promise.resolve() } as const;
  expect(() => compose({ consumers: [consumer] })).toThrow('consumer gifts wants events of kind gift.given, which no module brings');
  expect(() => compose({ consumers: [consumer] }, { events: [given] })).not.toThrow();
});

it('a call goes to the module that answers its type, whatever the order of the modules', async () => {
  const { calls } = compose({ variants: { type: 'gift', calls: [answer('2')] } }, { calls: [answer('1')] });
  const ask = (input: unknown) => calls[0]?.run(input, { session: null, actor: null, ip: '', isBff: true, setSession: () => undefined });
  expect(await ask({ type: 'gift' })).toMatchObject({ amount: '2' });
  expect(await ask({ type: 'other' })).toMatchObject({ amount: '1' });
  expect(await ask({})).toMatchObject({ amount: '1' });
});

it('workers start by phase and then in the order of the modules, and every module hears of all', () => {
  const seen: string[] = [];
  const worker = (phase: Worker['phase'], name: string) => ({ phase, name, start: () => Promise.resolve(), stop: () => Promise.resolve() });
  const { workers } = compose(
    { workers: [worker('upkeep', 'a'), worker('markets', 'b')], onComposed: (all) => void seen.push(...all.features) },
    { workers: [worker('listeners', 'c'), worker('markets', 'd')], features: ['stream'] },
  );
  expect(workers.map((each) => (each as Worker & { name: string }).name)).toEqual(['c', 'b', 'd', 'a']);
  expect(seen).toEqual(['stream']);
});

it('the modules of the exchange fit together, and whoever hears prints starts before there are any', async () => {
  const { platform } = createTestPlatform({ kind: 'pglite' } as Database);
  const { modules } = await createModules(platform);
  const all = composeModules(modules);
  expect(all.features).toContain('faucet');
  expect(all.calls.some(({ call }) => call === faucet)).toBe(true);
  const phases = all.workers.map(({ phase }) => phase);
  expect(phases.lastIndexOf('listeners')).toBeLessThan(phases.indexOf('prices'));
  expect(phases.lastIndexOf('markets')).toBeLessThan(phases.indexOf('traders'));
});

it('every kind of mail that the exchange plans is sent in no transaction of its database', async () => {
  const db = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-mails-'));
  const now = Date.UTC(2026, 2, 1, 12);
  const { platform } = createTestPlatform(db, { now, env: { dataDir } });
  const { modules } = await createModules(platform);
  const deliveries = composeModules(modules).jobs.filter(({ prepare }) => prepare !== undefined);
  expect(deliveries.map(({ name }) => name).sort()).toEqual(['notification mail', 'support mail']);
  const { rows } = await db.read.query<{ id: string }>(
    `INSERT INTO users (username, username_key, email, email_key, referral_code)
     VALUES ('ada', 'ada', 'ada@mail.example', 'ada@mail.example', 'ADA00001') RETURNING id`,
  );
  const userId = rows[0]?.id ?? '';
  await db.read.query(
    `INSERT INTO notifications (id, user_id, mode, kind, topic, facts, at)
     VALUES (1, $1, 'real', 'deposit-credited', 'money', '{"asset":"USDT","amount":"5"}', to_timestamp($2::int8 / 1000.0))`,
    [userId, now],
  );
  await db.read.query(`INSERT INTO support_threads (user_id, lines, unread) VALUES ($1, 1, 1)`, [userId]);
  await db.read.query(
    `INSERT INTO support_lines (id, user_id, operator, text, at) OVERRIDING SYSTEM VALUE VALUES (1, $1, 'ben', 'It is there now.', to_timestamp($2::int8 / 1000.0))`,
    [userId, now],
  );
  await db.transaction((tx) =>
    scheduleJobs(tx, [
      { kind: 'notification mail', key: 'a', dueAt: now, payload: { userId, group: 'money' } },
      { kind: 'support mail', key: 'a', dueAt: now, payload: { userId, line: '1' } },
    ]),
  );
  await new JobRunner({ ...platform, kinds: deliveries }).round();
  expect((await db.read.query('SELECT kind, state, error FROM jobs ORDER BY kind')).rows).toEqual(
    deliveries.map(({ name }) => ({ kind: name, state: 'done', error: null })).sort((a, b) => (a.kind < b.kind ? -1 : 1)),
  );
  expect(await readdir(join(dataDir, 'outbox'), { recursive: true })).toHaveLength(3);
  await rm(dataDir, { recursive: true });
  await db.close();
});
