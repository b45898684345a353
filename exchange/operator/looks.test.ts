import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOperatorKey, foundOperator, rateLimitOf } from '../modules/operators/operators';
import { createOperatorsModule } from '../modules/operators/operators.module';
import type { Clock } from '../platform/clock';
import type { Database } from '../platform/db';
import type { Metrics } from '../platform/metrics';
import { createLazySealing } from '../platform/sealing';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { askExchange } from './ask-exchange';
import { addOperatorRoutes } from './http';

const CONSOLE_KEY = 'console-key-of-the-tests-0123456789abcdef';
const keys = new Map<string, string>();
let db: Database;
let app: FastifyInstance;
let base: string;
let token: string;
let clock: Clock;
let metrics: Metrics;

beforeAll(async () => {
  db = await createTestDatabase();
  for (const name of ['eve', 'fay']) {
    const { key, fingerprint } = createOperatorKey();
    keys.set(name, key);
    await db.transaction((tx) => foundOperator(tx, { name, roles: ['admin'], fingerprint, at: 0 }));
  }
  const { platform } = createTestPlatform(db, { env: { consoleKey: CONSOLE_KEY, filesKey: 'A'.repeat(43) } });
  ({ clock, metrics } = platform);
  app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  const audits = createOperatorsModule(platform).audits ?? [];
  addOperatorRoutes(app, {
    ...platform,
    audits,
    sealing: createLazySealing(platform.env),
    listMarkets: () => [],
    listWallets: () => Promise.resolve([]),
    prepareSweep: () => Promise.reject(new Error('no chain')),
  });
  base = `${await app.listen({ host: '127.0.0.1', port: 0 })}/operator`;
  token = ((await call('session.key', { key: keys.get('eve') })) as { data: { token: string } }).data.token;
  await db.read.query(
    `INSERT INTO users (username, username_key, email, email_key, referral_code) VALUES ('Kim', 'kim', 'Kim@example.com', 'kim@example.com', 'ABCDEFGH')`,
  );
});
afterAll(async () => {
  await app.close();
  await db.close();
});

async function call(name: string, input: unknown): Promise<{ data?: unknown; error?: { code: string } }> {
  const headers = { 'content-type': 'application/json', 'x-console-key': CONSOLE_KEY, 'x-operator-session': token ?? '' };
  return (await app.inject({ method: 'POST', url: `/operator/${name}`, headers, payload: JSON.stringify(input) })).json();
}
const command = (name: string, ...argv: string[]) =>
  askExchange({ base, consoleKey: CONSOLE_KEY, clock }, { key: keys.get(name) ?? '', argv });

it('security: a person is found and shown with a reason alone, and each look is a row of the log without what was searched for', async () => {
  expect((await call('users.find', { word: 'kim@example.com', reason: '' })).error?.code).toBe('INPUT_INVALID');
  const { id } = (await call('users.find', { word: 'KIM@example.com', reason: 'wrote to us' })).data as { id: string };
  expect((await call('users.show', { id, reason: 'wrote to us' })).data).toMatchObject({ username: 'Kim', email: 'Kim@example.com' });
  const { log } = (await call('users.about', { id })).data as { log: { act: string; actor: string; reason: string; target: string }[] };
  expect(log).toMatchObject([
    { act: 'lists.read', actor: 'eve', reason: 'opened', target: `user ${id}`, outcome: `the page of user ${id} was opened` },
    { act: 'users.read', actor: 'eve', reason: 'wrote to us', target: id },
    { act: 'users.read', actor: 'eve', reason: 'wrote to us', target: id },
  ]);
  expect(JSON.stringify(log)).not.toContain('example.com');
});

it('withdrawals of an account are suspended by one and resumed by two; its page says so, and that of a withdrawal with its number does not', async () => {
  const { id } = (await call('users.find', { word: 'kim', reason: 'a warning' })).data as { id: string };
  const ask = (act: string) => call(`acts.${act}`, { reason: 'a warning', input: { user: id } });
  const sinceWhen = async () =>
    ((await call('users.show', { id, reason: 'a warning' })).data as { withdrawalsSuspendedAt: number | null }).withdrawalsSuspendedAt;
  expect(await sinceWhen()).toBeNull();
  expect((await ask('withdrawals.suspend')).data).toMatchObject({ state: 'done' });
  expect(await sinceWhen()).toEqual(expect.any(Number));
  const { requestId } = (await ask('withdrawals.resume')).data as { requestId: string };
  expect(await sinceWhen()).toEqual(expect.any(Number));
  await command('fay', 'approve', requestId, '--reason', 'seen');
  expect(await sinceWhen()).toBeNull();
  const { log } = (await call('users.about', { id })).data as { log: { act: string; phase: string }[] };
  expect(log.filter(({ act }) => act.startsWith('withdrawals.')).map(({ act }) => act)).toContain('withdrawals.suspend');
  await db.read.query(
    `INSERT INTO withdrawals (id, user_id, channel, asset, network, address, amount, fee, state, reason, requested_at, state_at, until, confirmations_needed)
     VALUES ($1, $1, 'BTC_BTC', 'BTC', 'BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 2, 1, 'review', 'REVIEW_FAILED', 0, 0, 1, 3)`,
    [id],
  );
  expect((await call('withdrawals.show', { id })).data).toMatchObject({
    withdrawal: { waitsFor: 'REVIEW_FAILED', refusal: null },
    ...{ requests: [], log: [{ act: 'cases.read', reason: 'opened' }] },
  });
  expect((await call('withdrawals.list', {})).data).toMatchObject({ items: [{ id, waitsFor: 'REVIEW_FAILED' }] });
});

it('a network is stopped by one and let go on by two, whatever else is on it', async () => {
  const stopOf = async () => {
    const { networks } = (await call('treasury.show', {})).data as { networks: { network: string; stop: unknown }[] };
    return networks.find(({ network }) => network === 'ERC20')?.stop;
  };
  expect(await stopOf()).toBeNull();
  const act = (name: string, input: object) => call(`acts.networks.${name}`, { reason: 'a theft', input });
  expect((await act('pause', { network: 'ERC20', scope: 'paying', reason: 'security' })).data).toMatchObject({ state: 'done' });
  expect(await stopOf()).toMatchObject({ reason: 'security', stopsCrediting: false, since: expect.any(Number) });
  await act('pause', { network: 'ERC20', scope: 'all', reason: 'maintenance' });
  expect(await stopOf()).toMatchObject({ reason: 'maintenance', stopsCrediting: true });
  const { requestId } = (await act('resume', { network: 'ERC20' })).data as { requestId: string };
  expect(await stopOf()).not.toBeNull();
  await command('fay', 'approve', requestId, '--reason', 'seen');
  expect(await stopOf()).toBeNull();
});

it('the command line has the running exchange do its commands, with the authority of the key', async () => {
  const asked = await command('eve', 'fund', 'insurance-fund', '1000', 'try-1', '--reason', 'a try');
  expect(asked?.text).toMatch(/^request [0-9]+ waits for a second operator/);
  const request = /[0-9]+/.exec(asked?.text ?? '')?.[0] ?? '';
  await expect(command('eve', 'approve', request, '--reason', 'mine')).rejects.toThrow('your own');
  expect((await command('fay', 'queue'))?.text).toContain('journal HOUSE_FUNDING');
  expect((await command('fay', 'approve', request, '--reason', 'seen'))?.text).toContain('1000 USDT booked into');
  const live = await db.read.query<{ proof: string }>(`SELECT proof FROM operator_sessions WHERE proof = 'key'`);
  expect(live.rows).toHaveLength(1);
});

it('security: no command over the surface touches files of the machine', async () => {
  for (const argv of [
    ['pay', 'list', 'BTC', '/tmp/x'],
    ['picture', 'a', '/tmp/x'],
    ['support', 'picture', 'a', '/tmp/x'],
  ]) {
    await expect(command('eve', ...argv), argv.join(' ')).rejects.toThrow('stop the exchange first');
  }
  for (const argv of [
    ['announce', 'package.json'],
    ['presale', 'open', 'package.json'],
    ['presale', 'change', '1', 'a1b2c3', 'package.json'],
  ]) {
    await expect(command('eve', ...argv, '--reason', 'a try'), argv.join(' ')).rejects.toThrow('no JSON');
  }
});

it('security: a look at what waits for a second operator, and at the log, is a row of the log; where nothing waits there was none', async () => {
  const looks = async () => {
    const { rows } = await db.read.query<{ target: string }>(
      `SELECT entry::jsonb ->> 'target' AS target FROM operator_log WHERE entry::jsonb ->> 'act' = 'lists.read' ORDER BY seq DESC LIMIT 2`,
    );
    return rows.map(({ target }) => target);
  };
  const count = async () => Number((await db.read.query<{ n: string }>('SELECT count(*) AS n FROM operator_log')).rows[0]?.n);
  const input = { user: '1', line: 'L-1', arrived: '100', credited: '90', queue: 'support', id: '1', sender: 'Kim Doe' };
  await call('acts.wires.enter', { reason: 'missed', input });
  const { items } = (await call('requests.list', {})).data as { items: { preview: string }[] };
  expect(items.map(({ preview }) => preview).join()).toContain('Kim Doe');
  expect((await looks())[0]).toBe('approvals');
  await call('log.list', {});
  expect(await looks()).toEqual(['log', 'approvals']);
  const before = await count();
  await call('requests.list', { filters: { about: 'loans' } });
  expect(await count()).toBe(before);
});

it('what an act about a bank transfer is told comes with its page, and whoever agrees reads it: nobody types whose it is', async () => {
  const { rows } = await db.read.query<{ id: string }>(
    `INSERT INTO wires (user_id, reference, currency, asset, asked, fee_rate, bank, state, asked_at)
     SELECT id, 'CW1234567890', 'USD', 'USDT', 50000000000, '0.005', '{}', 'waiting', 1 FROM users WHERE username = 'Kim' RETURNING id`,
  );
  const id = rows[0]?.id ?? '';
  const { found, facts } = (await call('queues.about', { queue: 'wires', id })).data as { found: { userId: string }; facts: object };
  const user = found.userId;
  expect(facts).toEqual({ id, user, reference: 'CW1234567890', asked: '500', currency: 'USD', asset: 'USDT', feeRate: '0.005' });
  const line = { line: 'L-2', arrived: '450', sender: 'Kim Doe', credited: '447.75' };
  await call('acts.wires.credit', { reason: 'came', input: { ...facts, ...line } });
  const argv = ['wires', 'credit', id, 'L-3', '450', '447.75', 'Kim Doe', '--reason', 'came'];
  expect((await command('eve', ...argv))?.text).toContain(`bank transfer ${id} of user ${user} under CW1234567890`);
  const { requests } = (await call('queues.about', { queue: 'wires', id })).data as { requests: { preview: string }[] };
  expect(requests).toHaveLength(2);
  for (const { preview } of requests)
    expect(preview).toContain(`user:${user}:real:USDT:available +447.75\n  house:real:fees-wires:USDT +2.25`);
  await expect(command('eve', 'wires', 'refuse', '999', 'not-arrived', '--reason', 'came')).rejects.toThrow(
    'There is no bank transfer 999',
  );
});

it('today tells alarms with how many there were and when the last was, the newest first', async () => {
  metrics.alarm('one_kind', {}, 'once');
  metrics.alarm('another_kind', {}, 'twice');
  await new Promise((resolve) => setTimeout(resolve, 2));
  metrics.alarm('one_kind', {}, 'and again');
  const { alarms } = (await call('today.show', {})).data as { alarms: { kind: string; count: number; at: number }[] };
  const found = alarms.filter(({ kind }) => kind.endsWith('_kind'));
  expect(found).toEqual([
    { kind: 'one_kind', count: 2, at: expect.any(Number) },
    { kind: 'another_kind', count: 1, at: expect.any(Number) },
  ]);
  expect(found[0]?.at).toBeGreaterThan(found[1]?.at ?? Number.MAX_SAFE_INTEGER);
});

it('security: a search that finds nobody is a row of the log too, and as often as a look, so that nobody tries whole lists of addresses', async () => {
  const count = async () => {
    const { rows } = await db.read.query<{ n: string }>(
      `SELECT count(*) AS n FROM operator_log WHERE entry::jsonb ->> 'act' = 'users.read' AND entry::jsonb ->> 'actor' = 'eve'`,
    );
    return Number(rows[0]?.n);
  };
  const before = await count();
  expect((await call('users.find', { word: 'stranger@example.com', reason: 'a list' })).data).toEqual({ id: null });
  expect(await count()).toBe(before + 1);
  const { rows } = await db.read.query<{ entry: string }>('SELECT entry FROM operator_log ORDER BY seq DESC LIMIT 1');
  expect(JSON.parse(rows[0]?.entry ?? '')).toMatchObject({
    ...{ act: 'users.read', actor: 'eve', target: 'users', reason: 'a list', outcome: 'a search for an account found nobody' },
  });
  expect(rows[0]?.entry).not.toContain('stranger');
  const bound = rateLimitOf('users.read')?.bound ?? 0;
  for (let turn = before + 1; turn < bound; turn += 1) await call('users.find', { word: `stranger${turn}@example.com`, reason: 'a list' });
  expect((await call('users.find', { word: 'one-more@example.com', reason: 'a list' })).error?.code).toBe('LOOKS_TOO_MANY');
});

it('without a running exchange the command line is told so', async () => {
  const nobody = { base: 'http://127.0.0.1:1/operator', consoleKey: CONSOLE_KEY, clock };
  expect(await askExchange(nobody, { key: keys.get('eve') ?? '', argv: ['queue'] })).toBeNull();
});

it('security: the audit finds a row of the log that was altered', async () => {
  expect((await call('audit.run', {})).data).toMatchObject({ isClean: true });
  const { rows } = await db.read.query<{ entry: string }>('SELECT entry FROM operator_log ORDER BY seq DESC LIMIT 1');
  expect(JSON.parse(rows[0]?.entry ?? '')).toMatchObject({ act: 'audit.run', actor: 'eve', target: 'audit' });
  await db.read.query('ALTER TABLE operator_log DISABLE TRIGGER USER');
  await db.read.query(`UPDATE operator_log SET entry = replace(entry, 'wrote to us', 'no reason') WHERE seq = 3`);
  expect((await call('audit.run', {})).data).toMatchObject({ isClean: false, subjects: [{ subject: 'operator log' }] });
});
