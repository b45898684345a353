import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROMISE_MS } from '../../lib/rules/promises';
import { createOperatorKey, foundOperator, ROLES } from '../modules/operators/operators';
import type { Database } from '../platform/db';
import { createLazySealing } from '../platform/sealing';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { answerEndpoint, findEndpoint } from './surface';

let now: number;
let db: Database;
let made: ReturnType<typeof createTestPlatform>;
let token = '';
let user = '';

beforeAll(async () => {
  db = await createTestDatabase();
  made = createTestPlatform(db, { env: { consoleKey: 'x'.repeat(40), filesKey: 'A'.repeat(43) } });
  now = made.time.now;
  const { key, fingerprint } = createOperatorKey();
  await db.transaction((tx) => foundOperator(tx, { name: 'eve', roles: ROLES, fingerprint, at: 0 }));
  ({ token } = (await ask('session.key', { key })) as { token: string });
  const { rows } = await db.read.query<{ id: string }>(
    `INSERT INTO users (username, username_key, email, email_key, referral_code) VALUES ('kim', 'kim', 'k@x.example', 'k@x.example', 'KKKKKKKK') RETURNING id`,
  );
  user = rows[0]?.id ?? '';
});
afterAll(() => db.close());

async function ask(name: string, input: unknown): Promise<unknown> {
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
  return answerEndpoint(desk, { served, token, input });
}
type Case = { id: string; promisedAt: number | null };
const list = async (queue: string, filter: string) => ((await ask('queues.list', { queue, filter })) as { items: Case[] }).items;
type Today = {
  queues: { name: string; count: number; late: number; promise: number | null }[];
  money: { asset: string; in: string; out: string }[];
};
const today = async () => (await ask('today.show', {})) as Today;

const wire = (number: number, state: string, more: { proof?: number; decided?: number } = {}) =>
  db.read.query(
    `INSERT INTO wires (user_id, reference, currency, asset, asked, fee_rate, bank, state, asked_at, proof_at, decided_at, line, sender, arrived, fee)
     SELECT $1, 'CW' || lpad($2::text, 10, '0'), 'USD', 'USDT', 50000000000, '0.005', '{}', $3::text, 1, $4, $5, l.line, l.line, l.arrived, l.fee
       FROM (SELECT CASE WHEN $3::text = 'credited' THEN 'L' || $2::text END AS line, CASE WHEN $3::text = 'credited' THEN 50000000000 END AS arrived,
                    CASE WHEN $3::text = 'credited' THEN 250000000 END AS fee) l`,
    [user, number, state, more.proof ?? null, more.decided ?? null],
  );

/** Makes a case that began at a time (ms). */
const CASES = {
  loans: (at: number) =>
    db.read.query(
      `INSERT INTO loans (user_id, realm, product, terms_version, days, day_ms, rate, amount, interest, state, is_auto, needs_operators, applied_at, principal)
       VALUES ($1, 'real', '2', 1, 7, 86400000, '0.15', 100000000000, 900000000, 'applying', false, true, $2, 100000000000)`,
      [user, at],
    ),
  proofs: (at: number) =>
    db.read.query(
      `INSERT INTO deposit_proofs (user_id, network, asset, amount, hash_end, given_at) VALUES ($1, 'ERC20', 'USDT', 1, 'abcdef', $2)`,
      [user, at],
    ),
  wires: (at: number) => wire(at % 1_000_000_007, 'review', { proof: at }),
  claims: (at: number) =>
    db.read.query('INSERT INTO vip_levels (user_id, level, reached_at) SELECT $1, 7 + count(*), $2 FROM vip_levels WHERE user_id = $1', [
      user,
      at,
    ]),
};

it.each(Object.keys(CASES) as (keyof typeof CASES)[])(
  '%s are promised within their time, late behind it, listed as late and counted',
  async (queue) => {
    const lateSince = now - PROMISE_MS[queue];
    for (const at of [lateSince, lateSince - 1, lateSince - 5]) await CASES[queue](at);
    expect((await list(queue, 'all')).map(({ promisedAt }) => promisedAt)).toEqual([now, now - 1, now - 5]);
    // The longest late first; what is promised for this moment is not late.
    expect((await list(queue, 'late')).map(({ promisedAt }) => promisedAt)).toEqual([now - 5, now - 1]);
    expect((await today()).queues).toContainEqual(expect.objectContaining({ name: queue, count: 3, late: 2, promise: now - 5 }));
  },
);

it('a bank transfer that nobody says was sent is promised nothing, and is never late', async () => {
  await wire(1, 'waiting');
  expect((await list('wires', 'all')).at(-1)).toMatchObject({ promisedAt: null });
  expect(await list('wires', 'late')).toHaveLength(2);
  expect((await today()).queues).toContainEqual(expect.objectContaining({ name: 'wires', count: 4, late: 2 }));
});

it('money within a day is what came over chains and by bank, less our fees, and nothing from before', async () => {
  await wire(2, 'credited', { decided: now - 1 });
  await wire(3, 'credited', { decided: now - 86_400_000 });
  expect((await today()).money).toEqual([{ asset: 'USDT', in: '497.5', out: '0' }]);
});
