import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillSchema, placesIn, putIn } from '../../tests/helpers/schema-values';
import { takeShare } from '../../tests/helpers/turns';
import { createServer } from '../http/server';
import { ActionRefused, createOperatorKey, foundOperator } from '../modules/operators/operators';
import type { Database } from '../platform/db';
import { createLazySealing } from '../platform/sealing';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { acts } from './actions';
import { addOperatorRoutes } from './http';
import { SERVED } from './surface';

const CONSOLE_KEY = 'console-key-of-the-tests-0123456789abcdef';
/** They end the session, or are answered to nobody who has one. */
const LEFT_OUT = ['session.end', 'session.key', 'session.begin', 'session.link', 'links.make', 'acts.operators.suspend'];
const HOSTILE: readonly unknown[] = [
  ...[
    '\0',
    'a\0b',
    '\ud800',
    'a\udc00b',
    '\u202ea',
    '__proto__',
    'constructor',
    '-1',
    '1e400',
    '1.2.3',
    '\uff11',
    '9'.repeat(30),
    '%',
    "'",
  ],
  ...[Number.MAX_SAFE_INTEGER, 8_640_000_000_000_001, 1e15, 1e308, -1, 0.5],
  ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', `2026-03-01T00:00:00.${'1'.repeat(100)}Z`],
];
/** Fields take turns with the values: most fields of one make are in many acts. */
const SHARE = 4;
let db: Database;
let app: FastifyInstance;
let token = '';
const lines: string[] = [];

type Answer = { status: number; body: { data?: { token: string }; error?: { code: string; message: string } } };
async function call(name: string, input: unknown): Promise<Answer> {
  const reply = await app.inject({
    method: 'POST',
    url: `/operator/${name}`,
    headers: { 'content-type': 'application/json', 'x-console-key': CONSOLE_KEY, 'x-operator-session': token },
    payload: JSON.stringify(input),
  });
  return { status: reply.statusCode, body: reply.json() };
}

beforeAll(async () => {
  db = await createTestDatabase();
  const { platform } = createTestPlatform(db, { env: { consoleKey: CONSOLE_KEY, filesKey: 'A'.repeat(43) } });
  app = createServer({ ...platform, calls: [], bffKey: platform.env.bffKey, authenticate: async () => null });
  addOperatorRoutes(app, {
    ...platform,
    log: pino({ base: null }, { write: (line: string) => void lines.push(line) }),
    audits: [],
    sealing: createLazySealing(platform.env),
    listMarkets: () => [],
    listWallets: () => Promise.resolve([]),
    prepareSweep: () => Promise.reject(new ActionRefused('INPUT_INVALID', 'There is no chain.')),
  });
  const { key, fingerprint } = createOperatorKey();
  await db.transaction((tx) => foundOperator(tx, { name: 'eve', roles: ['admin'], fingerprint, at: 0 }));
  token = (await call('session.key', { key })).body.data?.token ?? '';
  // Each request is asked for as if it were the first.
  await db.read.query('ALTER TABLE operator_requests DISABLE TRIGGER ALL');
});
afterAll(async () => {
  await app.close();
  await db.close();
});

function exampleOf({ endpoint }: (typeof SERVED)[number]): unknown {
  const act = acts.names.find((name) => endpoint.name === `acts.${name}`);
  return act === undefined ? fillSchema(endpoint.input) : { reason: 'why', input: fillSchema(acts.inputOf(act)) };
}

it('security: no hostile value in any field of any endpoint or act is our own fault', async () => {
  const faults: string[] = [];
  let [asked, turn] = [0, 0];
  for (const served of SERVED.filter(({ endpoint }) => !LEFT_OUT.includes(endpoint.name))) {
    const { name } = served.endpoint;
    const good = exampleOf(served);
    for (const place of placesIn(good)) {
      turn += 1;
      for (const value of takeShare(HOSTILE, turn, SHARE)) {
        asked += 1;
        await db.read.query('DELETE FROM operator_requests');
        const { status } = await call(name, putIn(good, place, value));
        if (status >= 500) faults.push(`${name} ${place.join('.')} ${JSON.stringify(value)}: ${lines.at(-1)?.slice(0, 200)}`);
      }
    }
  }
  expect(faults).toEqual([]);
  expect(asked).toBeGreaterThan(2_000);
});

it('error: a text that no database keeps is refused with its place, for an act before anything is asked for', async () => {
  const input = { name: 'ada', roles: ['support'], fingerprint: 'a'.repeat(64) };
  await db.read.query('DELETE FROM operator_requests');
  const { body } = await call('acts.operators.add', { reason: 'a \ud83d', input });
  expect(body.error).toMatchObject({ code: 'INPUT_INVALID', message: expect.stringContaining('reason: ') });
  expect((await call('session.begin', { name: 'e\0ve', password: 'x'.repeat(20), code: '123456' })).body.error?.code).toBe('INPUT_INVALID');
  expect((await db.read.query('SELECT 1 FROM operator_requests')).rows).toEqual([]);
});
