import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ActionName, createOperatorKey, foundOperator, identifyOperator, needsApproval } from '../modules/operators/operators';
import type { OperatorActor } from '../platform/actor';
import type { Database } from '../platform/db';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { acts } from './actions';
import { describeObject } from './object-facts';

const DAY_MS = 86_400_000;
let db: Database;
let made: ReturnType<typeof createTestPlatform>;
const actors: OperatorActor[] = [];
let sale = '';
let incident = '';

beforeAll(async () => {
  db = await createTestDatabase();
  made = createTestPlatform(db);
  for (const name of ['eve', 'fay', 'gil']) {
    const { key, fingerprint } = createOperatorKey();
    if (name === 'gil')
      await db.read.query(`INSERT INTO operators (name, roles, key_hash, created_at) VALUES ('gil', ARRAY['support', 'auditor'], $1, 0)`, [
        fingerprint,
      ]);
    else await db.transaction((tx) => foundOperator(tx, { name, roles: ['admin'], fingerprint, at: 0 }));
    actors.push(await identifyOperator(db.read, key, 0));
  }
  const opened = await agree('presale.open', { code: 'spring', asset: 'SBX', supply: 100, ...SALE, ends: at(DAY_MS) });
  sale = /pre-sale (\d+)/.exec(opened)?.[1] ?? '';
  await db.read.query("INSERT INTO incidents (area, subject, opened_at, seen_at) VALUES ('trading', 'BTC-USDT', 1000, 1000)");
  incident = (await db.read.query<{ id: string }>('SELECT id FROM incidents')).rows[0]?.id ?? '';
});
afterAll(() => db.close());

const SALE = { price: '1', mode: 'first-come', min: 1, max: 10 };
const at = (ms: number) => new Date(made.time.now + ms).toISOString();
async function ask(act: ActionName, input: object) {
  const asked = { actor: actors[0] as OperatorActor, act, reason: 'a test', input, at: made.time.now };
  return db.transaction((tx) => acts.performAction(tx, asked));
}
const approve = (requestId: string) =>
  db.transaction((tx) => acts.approveRequest(tx, { actor: actors[1] as OperatorActor, requestId, reason: 'seen', at: made.time.now }));
async function agree(act: ActionName, input: object): Promise<string> {
  const asked = await ask(act, input);
  return asked.state === 'done' ? asked.outcome : approve(asked.requestId);
}
const valuesOf = async (kind: 'entry' | 'presale' | 'incident', id: string) => {
  const context = { db, clock: made.platform.clock, listMarkets: () => [] };
  return (await describeObject(context, kind, id)).values ?? {};
};

type Whole = { act: ActionName; read(): Promise<string | number | null>; field?: string; input(turn: number): Promise<object> | object };
/** Each action that writes something whole: how its version is read, and what is asked for in its place, another thing at each turn. */
const WHOLE: readonly Whole[] = [
  {
    act: 'registry.change',
    read: async () => (await valuesOf('entry', 'product option')).base ?? '',
    input: async (turn) => ({
      ...{ kind: 'product', code: 'option', takesEffectAt: made.time.now + DAY_MS + turn, note: 'other stakes' },
      terms: { ...(JSON.parse((await valuesOf('entry', 'product option')).terms ?? '') as object), stakeMax: String(700 + turn) },
    }),
  },
  {
    act: 'fees.change',
    read: async () => (await valuesOf('entry', 'product spot')).base ?? '',
    input: (turn) => ({
      ...{ product: 'spot', makerFeeRate: '0', takerFeeRate: `0.000${turn + 1}`, takesEffectAt: made.time.now + 2 * DAY_MS + turn },
      note: 'cheaper',
    }),
  },
  {
    act: 'presale.change',
    read: async () => (await valuesOf('presale', sale)).base ?? '',
    input: (turn) => ({ id: sale, ...SALE, max: 20 + turn, ends: at(DAY_MS) }),
  },
  {
    act: 'incidents.note',
    read: async () => (await valuesOf('incident', incident)).base ?? '',
    input: (turn) => ({ incident, texts: { en: `We look into it, ${turn}.` } }),
  },
  {
    act: 'help.change',
    read: async () =>
      Number((await db.read.query<{ v: string }>("SELECT count(*) AS v FROM help_versions WHERE entry = 'cost'")).rows[0]?.v ?? 0),
    input: (turn) => ({ entry: 'cost', texts: { en: { q: `What, ${turn}?`, a: 'Fees.' } }, note: 'shorter' }),
  },
  {
    act: 'operators.roles',
    read: async () =>
      (await db.read.query<{ roles: string[] }>("SELECT roles FROM operators WHERE name = 'gil'")).rows[0]?.roles.join(',') ?? '',
    input: (turn) => ({ name: 'gil', roles: [['product'], ['support'], ['reviewer'], ['treasurer']][turn] }),
  },
  {
    act: 'support.save-answer',
    field: 'before',
    read: async () =>
      (await db.read.query<{ text: string }>("SELECT text FROM support_saved_answers WHERE name = 'hello' AND lang = 'en'")).rows[0]
        ?.text ?? null,
    input: (turn) => ({ name: 'hello', lang: 'en', text: `Hello, ${turn}.` }),
  },
];

it('every act that writes something whole is here', () => {
  expect([...WHOLE.map(({ act }) => act), 'help.restore'].sort()).toEqual([...acts.whole].sort());
});

it.each(WHOLE.map((whole) => [whole.act, whole] as const))(
  'security: %s writes over nothing that somebody changed since it was read, and says so',
  async (act, { read, input, field = 'base' }) => {
    const base = await read();
    const refusal = { code: 'MOVED_ON', message: expect.stringMatching(/^Somebody changed .* Read it again, then ask anew\.$/) as string };
    if (needsApproval(act)) {
      const [first, second] = [
        await ask(act, { ...(await input(0)), [field]: base }),
        await ask(act, { ...(await input(1)), [field]: base }),
      ];
      if (first.state !== 'requested' || second.state !== 'requested') throw new Error('two have to agree');
      expect(first.preview).toContain('in place of version ');
      await approve(first.requestId);
      const after = await read();
      await expect(approve(second.requestId)).rejects.toMatchObject(refusal);
      expect(await read()).toEqual(after);
    } else await agree(act, { ...(await input(0)), [field]: base });
    // Whoever reads the old one still is told at once, and nobody has to look at what can't be done.
    await expect(ask(act, { ...(await input(2)), [field]: base })).rejects.toMatchObject(refusal);
    await expect(ask(act, await input(2))).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await agree(act, { ...(await input(3)), [field]: await read() });
  },
);
