import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionEndpointName, OPERATOR_ENDPOINTS } from '../../lib/operator/endpoints';
import { createServer } from '../http/server';
import {
  ACTIONS,
  type ActionName,
  createOperatorKey,
  foundOperator,
  mayPerform,
  mayApprove,
  needsApproval,
  ROLES,
} from '../modules/operators/operators';
import type { Database } from '../platform/db';
import { createLazySealing } from '../platform/sealing';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { codeAt, readSecret } from '../platform/totp';
import { addOperatorRoutes } from './http';
import { SERVED } from './surface';

const CONSOLE_KEY = 'console-key-of-the-tests-0123456789abcdef';
const FILES_KEY = 'A'.repeat(43);
const MINUTE_MS = 60_000;
let db: Database;
let app: FastifyInstance;
let time: { now: number };
const lines: string[] = [];
const keys = new Map<string, string>();
const tokens = new Map<string, string>();

type Answer = { status: number; data: unknown; code: string | null };
async function call(name: string, input: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const reply = await app.inject({
    method: 'POST',
    url: `/operator/${name}`,
    headers: { 'content-type': 'application/json', 'x-console-key': CONSOLE_KEY, ...headers },
    payload: JSON.stringify(input),
  });
  const body = reply.json<{ data?: unknown; error?: { code: string } }>();
  return { status: reply.statusCode, data: body.data, code: body.error?.code ?? null };
}
const as = (who: string, name: string, input: unknown = {}) => call(name, input, { 'x-operator-session': tokens.get(who) ?? '' });
async function signIn(who: string): Promise<string> {
  const { data } = await call('session.key', { key: keys.get(who) });
  const { token } = data as { token: string };
  tokens.set(who, token);
  return token;
}

beforeAll(async () => {
  db = await createTestDatabase();
  const made = createTestPlatform(db, { env: { consoleKey: CONSOLE_KEY, filesKey: FILES_KEY } });
  time = made.time;
  const { platform } = made;
  app = createServer({ ...platform, calls: [], bffKey: platform.env.bffKey, authenticate: async () => null });
  addOperatorRoutes(app, {
    ...platform,
    log: pino({ base: null }, { write: (line: string) => void lines.push(line) }),
    audits: [],
    sealing: createLazySealing(platform.env),
    listMarkets: () => [],
    listWallets: () => Promise.resolve([]),
    prepareSweep: () => Promise.reject(new Error('no chain')),
  });
  for (const name of ['eve', 'fay']) await found(name);
  for (const role of ROLES) await add(`only-${role}`, [role]);
});
afterAll(async () => {
  await app.close();
  await db.close();
});

async function found(name: string) {
  const { key, fingerprint } = createOperatorKey();
  keys.set(name, key);
  await db.transaction((tx) => foundOperator(tx, { name, roles: ['admin'], fingerprint, at: 0 }));
  await signIn(name);
}

it('security: who has not the secret, the key or the permission is a line of the log, without what was given', async () => {
  lines.length = 0;
  await call('session.me', {}, { 'x-console-key': 'wrong-secret' });
  await call('session.key', { key: `wrong-${'k'.repeat(37)}` });
  const isDenied = (permission: string | null) => permission !== null && !mayPerform(['reviewer'], permission as ActionName);
  const denied = SERVED.find(({ endpoint }) => isDenied(endpoint.permission))?.endpoint.name ?? '';
  await as('only-reviewer', denied, { reason: 'a try', input: { nonsense: true } });
  await as('eve', 'session.me');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { code: 'CONSOLE_KEY', endpoint: 'session.me', msg: 'an operator was refused' },
    { code: 'KEY_UNKNOWN', endpoint: 'session.key' },
    { code: 'NOT_ALLOWED', endpoint: denied },
  ]);
  expect(lines.join()).not.toContain('wrong');
});

it('the log says from where somebody acted, as the console or the command line says; what is no address is not believed', async () => {
  const proofAfter = async (from: string | null) => {
    const headers = { 'x-operator-session': tokens.get('eve') ?? '', ...(from === null ? {} : { 'x-operator-from': from }) };
    expect((await call('lists.users', { filters: {}, after: null }, headers)).status).toBe(200);
    const { data } = await as('eve', 'log.list');
    return (data as { items: { proof: string }[] }).items[0]?.proof;
  };
  expect(await proofAfter('203.0.113.7')).toBe('key from 203.0.113.7');
  expect(await proofAfter('2001:db8::7')).toBe('key from 2001:db8::7');
  expect(await proofAfter('the command line')).toBe('key from the command line');
  expect(await proofAfter('203.0.113.7, ben')).toBe('key');
  expect(await proofAfter(null)).toBe('key');
});

/** Asked for by one over the surface, approved by another. */
async function add(name: string, roles: readonly string[]) {
  const { key, fingerprint } = createOperatorKey();
  keys.set(name, key);
  const asked = await as('eve', 'acts.operators.add', { reason: 'new', input: { name, roles, fingerprint } });
  const { requestId } = asked.data as { requestId: string };
  expect((await as('fay', 'requests.approve', { id: requestId, reason: 'seen' })).status).toBe(200);
  await signIn(name);
}

describe('who reaches the surface', () => {
  it.each([
    ['without the secret', {}, 'session.me'],
    ['with a wrong secret', { 'x-console-key': 'x'.repeat(40) }, 'session.me'],
    ['with a wrong secret, signed in', { 'x-console-key': 'x'.repeat(40) }, 'withdrawals.list'],
  ])('security: %s it is an address that is not there', async (_name, headers, endpoint) => {
    const signedIn = { 'x-console-key': '', ...headers, 'x-operator-session': tokens.get('eve') ?? '' };
    expect(await call(endpoint, {}, signedIn)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
  it('security: no endpoint of a signed-in operator answers without a session, or with an unknown one', async () => {
    for (const { endpoint } of SERVED.filter(({ endpoint: { access } }) => access === 'session')) {
      for (const token of ['', 'A'.repeat(43)]) {
        expect(await call(endpoint.name, {}, { 'x-operator-session': token }), endpoint.name).toMatchObject({ code: 'SESSION_REQUIRED' });
      }
    }
  });
  it('security: the path of the legacy API leads to none', async () => {
    for (const { endpoint } of SERVED) {
      const reply = await app.inject({ method: 'POST', url: `/api/operator/${endpoint.name}`, headers: { 'x-console-key': CONSOLE_KEY } });
      expect(reply.json()).toMatchObject({ code: 'NOT_FOUND' });
    }
  });
  it('every endpoint that is declared is answered, and every act has one', () => {
    const served = SERVED.map(({ endpoint }) => endpoint.name);
    expect(new Set(served).size).toBe(served.length);
    for (const { name } of OPERATOR_ENDPOINTS) expect(served).toContain(name);
    for (const name of Object.keys(ACTIONS).filter((act) => needsApproval(act as ActionName)))
      expect(served).toContain(actionEndpointName(name));
  });
});

describe('the matrix, over the surface', () => {
  it.each(ROLES)('security: %s gets what the matrix says and nothing else', async (role) => {
    for (const { endpoint } of SERVED.filter(({ endpoint: { permission } }) => permission !== null)) {
      const isLet = mayPerform([role], endpoint.permission as ActionName);
      // Input that no action takes: whoever is let through is told so, and nothing happens.
      const { code } = await as(`only-${role}`, endpoint.name, { reason: 'a try', input: { nonsense: true } });
      expect(code === 'NOT_ALLOWED', `${role} ${endpoint.name}: ${code}`).toBe(!isLet);
    }
  });
  it('security: who asked never approves, and who lacks the role never does, for every act that needs two', async () => {
    const at = time.now;
    const acts = (Object.keys(ACTIONS) as ActionName[]).filter(needsApproval);
    for (const act of acts) {
      const insert = (by: string) =>
        db.read.query<{ id: string }>(
          `INSERT INTO operator_requests (act, target, reason, input, input_hash, preview, requested_by, requested_at, expires_at)
           SELECT $1::text, 'x', 'why', '{}', repeat('0', 64), '', id, $3::int8, $3::int8 + 1000 FROM operators WHERE name = $2 RETURNING id`,
          [act, by, at],
        );
      const own = (await insert('eve')).rows[0]?.id;
      expect(await as('eve', 'requests.approve', { id: own, reason: 'mine' }), act).toMatchObject({ code: 'SAME_OPERATOR' });
      for (const role of ROLES) {
        const { code } = await as(`only-${role}`, 'requests.approve', { id: own, reason: 'seen' });
        expect(code, `${role} ${act}`).toBe(mayApprove([role], act) ? 'REQUEST_ALTERED' : 'NOT_ALLOWED');
      }
    }
  });
});

describe('sign-in', () => {
  const set = async (who: string, password: string, at: number) => {
    const { data } = await call('credentials.offer', { key: keys.get(who) });
    const { secret } = data as { secret: string };
    const code = codeAt(readSecret(secret), at);
    expect((await call('credentials.set', { key: keys.get(who), password, secret, code })).status).toBe(200);
    return readSecret(secret);
  };
  it('security: takes password and a code together; of 200 uses of one code at once one counts, and guesses are slowed', async () => {
    const secret = await set('only-support', 'a long enough password', time.now);
    const begin = (password: string, code: string) => call('session.begin', { name: 'only-support', password, code });
    time.now += MINUTE_MS;
    const code = codeAt(secret, time.now);
    expect((await begin('another password', code)).code).toBe('SIGN_IN_REFUSED');
    expect((await begin('a long enough password', '000000')).code).toBe('SIGN_IN_REFUSED');
    const begun = await Promise.all(Array.from({ length: 200 }, () => begin('a long enough password', code)));
    expect(begun.filter(({ status }) => status === 200)).toHaveLength(1);
    // Of those that came too late, so many as wrong tries are slowed.
    time.now += 60 * MINUTE_MS;
    for (let guess = 0; guess < 6; guess += 1) await begin('a guess', '000000');
    time.now += 500;
    const right = codeAt(secret, time.now + MINUTE_MS);
    expect((await begin('a long enough password', right)).code).toBe('SIGN_IN_REFUSED');
    time.now += MINUTE_MS;
    expect((await begin('a long enough password', codeAt(secret, time.now))).status).toBe(200);
    for (const who of keys.keys()) await signIn(who);
  });
  it('new credentials end every session of their operator', async () => {
    expect((await as('only-product', 'session.me')).status).toBe(200);
    await set('only-product', 'a long enough password', time.now);
    expect((await as('only-product', 'session.me')).code).toBe('SESSION_REQUIRED');
    await signIn('only-product');
  });
  it('security: of 200 uses of a link of a sandbox at once one signs in, within a day', async () => {
    const make = async () => ((await call('links.make', { key: keys.get('eve') })).data as { token: string }).token;
    const token = await make();
    const uses = await Promise.all(Array.from({ length: 200 }, () => call('session.link', { token })));
    expect(uses.filter(({ status }) => status === 200).map(({ data }) => data)).toMatchObject([{ name: 'eve' }]);
    const late = await make();
    time.now += 24 * 60 * MINUTE_MS;
    expect((await call('session.link', { token: late })).code).toBe('SIGN_IN_REFUSED');
    for (const who of keys.keys()) await signIn(who);
  });
  it('a session ends after half an hour without use, after twelve hours, and with its operator', async () => {
    await signIn('only-auditor');
    for (let half = 0; half < 23; half += 1) {
      time.now += 29 * MINUTE_MS;
      expect((await as('only-auditor', 'session.me')).status).toBe(200);
    }
    time.now += 60 * MINUTE_MS;
    expect((await as('only-auditor', 'session.me')).code).toBe('SESSION_REQUIRED');
    for (const who of keys.keys()) await signIn(who);
    time.now += 30 * MINUTE_MS;
    expect((await as('only-auditor', 'session.me')).code).toBe('SESSION_REQUIRED');
    for (const who of keys.keys()) await signIn(who);
    expect((await as('eve', 'acts.operators.suspend', { reason: 'gone', input: { name: 'only-auditor' } })).status).toBe(200);
    expect((await as('only-auditor', 'session.me')).code).toBe('SESSION_REQUIRED');
  });
});
