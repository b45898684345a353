import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assets, registryChanges } from '../../../lib/protocol/registry';
import type { OperatorActor } from '../../platform/actor';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { createTestPlatform } from '../../platform/test-platform';
import { createActions, createOperatorKey, foundOperator, identifyOperator } from '../operators/operators';
import { changeRegistryAction, NOTICE_MS } from './registry.actions';
import { findDifferences } from './registry.in-code';
import { createRegistryModule } from './registry.module';
import { findTermsSchema } from './registry.kinds';
import { listNewestOfEach } from './registry.repository';
import type { Registry } from './registry.service';

const NOW = Date.UTC(2026, 2, 1, 12);
const acts = createActions([changeRegistryAction]);
let db: Database;
let time: { now: number };
let module: ReturnType<typeof createRegistryModule>;
let registry: Registry;
let actors: OperatorActor[];

beforeEach(async () => {
  db = await createTestDatabase();
  const test = createTestPlatform(db, { now: NOW });
  time = test.time;
  module = createRegistryModule(test.platform);
  registry = module.registry;
  await registry.refresh();
  actors = [];
  for (const name of ['eve', 'fay']) {
    const { key, fingerprint } = createOperatorKey();
    await db.transaction((tx) => foundOperator(tx, { name, roles: ['admin', 'product'], fingerprint, at: NOW }));
    actors.push(await identifyOperator(db.read, key, NOW));
  }
});
afterEach(() => db.close());

const option = () => ({ ...registry.readOptionTerms(), stakeMax: '700' });
const base = () => ({
  kind: 'product',
  code: 'option',
  base: '1',
  terms: option() as unknown,
  takesEffectAt: NOW + NOTICE_MS,
  note: 'smaller stakes',
});
const ask = async (change: Partial<ReturnType<typeof base>> = {}) => {
  const input = { ...base(), ...change };
  const asked = { actor: actors[0]!, act: 'registry.change', reason: 'risk', input, at: NOW } as const;
  const outcome = await db.transaction((tx) => acts.performAction(tx, asked));
  return outcome.state === 'requested' ? outcome.requestId : '';
};
const approve = (requestId: string, at = NOW) =>
  db.transaction((tx) => acts.approveRequest(tx, { actor: actors[1]!, requestId, reason: 'seen', at }));
const run = async (call: { id: string }, input: unknown = {}) =>
  module.calls
    ?.find((each) => each.call.id === call.id)
    ?.run(input, { session: null, actor: null, ip: '', isBff: false, setSession: () => undefined });

it('begins with the coins and grids that the code still holds, and an audit finds where they part', async () => {
  expect(findDifferences(await listNewestOfEach(db.read))).toEqual([]);
  expect([registry.readListedAt('BTC-USDT'), registry.readListedAt('NONE-USDT')]).toEqual([0, 0]);
  await db.read.query(`INSERT INTO registry_versions (kind, code, version, terms, takes_effect_at, announced_at, note)
    SELECT kind, code, 2, jsonb_set(terms, '{tickSize}', '"0.1"'), 1, 1, 'by hand' FROM registry_versions WHERE code = 'BTC-USDT'`);
  const [audit] = module.audits ?? [];
  expect((await audit?.run(db))?.faults).toEqual(['market BTC-USDT is another in the code than in the registry']);
});

it('a change that a second operator approved is public at once and in force from its time on', async () => {
  const id = await ask();
  await registry.refresh();
  expect(registry.readOptionTerms().stakeMax).toBe('5000');
  await approve(id);
  await registry.refresh();
  const changes = (await run(registryChanges)) as { code: string; version: number; effective: number; announced: number; note: string }[];
  expect(changes[0]).toMatchObject({ code: 'option', version: 2, effective: NOW + NOTICE_MS, announced: NOW, note: 'smaller stakes' });
  time.now = NOW + NOTICE_MS - 1;
  expect(registry.readOptionTerms().stakeMax).toBe('5000');
  time.now += 1;
  expect(registry.readOptionTerms().stakeMax).toBe('700');
});

it.each([
  { sandbox: true, short: 5_000 },
  { sandbox: false, short: 60_000 },
])('SANDBOX_DAY_MS makes short days shorter in a sandbox alone ($sandbox), and no day of 24 hours', async ({ sandbox, short }) => {
  const { platform } = createTestPlatform(db, { now: NOW, env: { sandbox, sandboxDayMs: 5_000 } });
  const other = createRegistryModule(platform).registry;
  await other.refresh();
  const days = (terms: readonly { dayMs: number }[]) => [...new Set(terms.map(({ dayMs }) => dayMs))].sort((a, b) => b - a);
  expect(days(other.readStakingTerms().terms)).toEqual([86_400_000, short]);
  expect(days(other.readHostingTerms().plans)).toEqual([86_400_000, sandbox ? short : 120_000]);
});

it('answers assets and networks as the catalogue says', async () => {
  const answer = assets.answer.parse(await run(assets));
  expect(answer.assets.find(({ coin }) => coin === 'BTC')).toEqual({
    coin: 'BTC',
    version: 1,
    name: 'Bitcoin',
    scale: 8,
    icon: 'btc',
    aliases: ['XBT'],
  });
  expect(answer.networks.map(({ network, confirmations }) => [network, confirmations])).toEqual([
    ['ERC20', 5],
    ['BTC', 3],
    ['TRC20', 20],
  ]);
});

const market = () => registry.read('market', 'BTC-USDT').terms as Record<string, string>;

describe('limits of a market', () => {
  it('change at their time, and what was asked before is judged by the widest that were in force', async () => {
    const before = registry.readMarketLimits('BTC-USDT');
    expect(before).toEqual({ quantityMin: '0.000001', quantityMax: '150', minNotional: '5' });
    const takesEffectAt = NOW + NOTICE_MS;
    await approve(
      await ask({ kind: 'market', code: 'BTC-USDT', terms: { ...market(), quantityMax: '50', minNotional: '9' }, takesEffectAt }),
    );
    await registry.refresh();
    expect(registry.readMarketLimits('BTC-USDT')).toEqual(before);
    time.now = takesEffectAt;
    expect(registry.readMarketLimits('BTC-USDT')).toEqual({ quantityMin: '0.000001', quantityMax: '50', minNotional: '9' });
    expect(registry.readWidestLimits('BTC-USDT')).toEqual(before);
    expect(registry.readMarketLimits('ETH-USDT').minNotional).toBe('5');
  });
  it.each<[string, Record<string, string>]>([
    ['no whole steps', { quantityMin: '0.0000015' }],
    ['the smallest above the largest', { quantityMin: '151' }],
    ['nothing as the smallest', { quantityMin: '0' }],
    ['a value that shuts out whoever has little', { minNotional: '1000.01' }],
    ['a value below which the house could not sell what its books hold', { minNotional: '9.01' }],
    ["a largest order below the house's own", { quantityMax: '1.499999' }],
    ['more steps than a number holds', { quantityMax: '1000000.000001' }],
  ])('are refused with %s, before anybody is asked', async (_name, terms) => {
    await expect(ask({ kind: 'market', code: 'BTC-USDT', terms: { ...market(), ...terms } })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
  });
});

describe('a change is refused', () => {
  it.each<[string, () => Parameters<typeof ask>[0], string]>([
    ["of a market's grid", () => ({ kind: 'market', code: 'BTC-USDT', terms: { ...market(), tickSize: '0.1' } }), 'keeps its coins'],
    ["of a market's coins", () => ({ kind: 'market', code: 'BTC-USDT', terms: { ...market(), base: 'ETH' } }), 'keeps its coins'],
    [
      'of fees without their own notice',
      () => ({ code: 'spot', terms: { ...(registry.read('product', 'spot').terms as object), takerFeeRate: '0.0001' } }),
      'changed by fees.change',
    ],
    ['that comes too soon', () => ({ takesEffectAt: NOW + NOTICE_MS - 1 }), 'at least ten minutes'],
    ['that comes in years', () => ({ takesEffectAt: NOW + 10 ** 11 }), 'within a year'],
    [
      "of an asset's decimals",
      () => ({ kind: 'asset', code: 'BTC', terms: { ...(registry.read('asset', 'BTC').terms as object), scale: 9 } }),
      'keeps its scale',
    ],
    [
      'of an asset that there is not',
      () => ({ kind: 'asset', code: 'DOGE2', terms: registry.read('asset', 'BTC').terms }),
      'no asset DOGE2',
    ],
  ])('%s', async (_name, change, reason) => {
    const id = await ask(change());
    await expect(approve(id)).rejects.toThrow(reason);
  });
  it.each<[string, unknown]>([
    ['an unknown field', { extra: 1 }],
    ['a ratio of one', { durations: [{ seconds: 30, ratio: '1.0' }] }],
    [
      'a duration given twice',
      {
        durations: [
          { seconds: 30, ratio: '0.8' },
          { seconds: 30, ratio: '0.9' },
        ],
      },
    ],
    ['a duration that no purchase can name', { durations: [{ seconds: 45, ratio: '0.8' }] }],
    ['stakes the wrong way round', { stakeMin: '6000' }],
  ])('with %s, before anybody is asked', async (_name, terms) => {
    await expect(ask({ terms: { ...option(), ...(terms as object) } })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });
  it('that is approved too late for its notice', async () => {
    const id = await ask();
    await expect(approve(id, NOW + 1)).rejects.toThrow('at least ten minutes');
  });
  it('that would come before one announced already', async () => {
    await approve(await ask({ takesEffectAt: NOW + 2 * NOTICE_MS }));
    const second = await ask({ base: '2' });
    await expect(approve(second)).rejects.toThrow('announced before');
  });
});

it.each(["UPDATE registry_versions SET note = 'x'", 'DELETE FROM registry_versions', 'TRUNCATE registry_versions'])(
  'security: the database refuses %s',
  async (sql) => {
    await expect(db.read.query(sql)).rejects.toThrow('refused');
  },
);

it('a sandbox has operators look at withdrawals from small sums on, by one public version; no other installation does', async () => {
  const worker = module.workers?.[0];
  for (let start = 0; start < 2; start += 1) {
    await worker?.start();
    await worker?.stop();
  }
  const above = () => registry.readWithdrawalTerms().channels.map(({ channel, reviewAbove }) => `${channel} ${reviewAbove}`);
  expect(above()).toEqual(['USDT_ERC20 1000', 'USDT_TRC20 1000', 'BTC_BTC 0.02', 'ETH_ERC20 0.4', 'USDC_ERC20 1000']);
  expect((await listNewestOfEach(db.read)).find(({ code }) => code === 'withdrawal')).toMatchObject({ version: 2 });

  const other = await createTestDatabase();
  const real = createRegistryModule(createTestPlatform(other, { now: NOW, env: { sandbox: false } }).platform);
  await real.workers?.[0]?.start();
  await real.workers?.[0]?.stop();
  expect(real.registry.readWithdrawalTerms().channels[0]).toMatchObject({ reviewAbove: '20000' });
  await other.close();
});

/** The same value with one of its texts replaced, for each of them. */
function* withOneText(value: unknown, text: string): Generator<unknown> {
  if (typeof value === 'string') yield text;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    for (const changed of withOneText(part, text)) {
      yield Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
    }
  }
}

it.each(['x', '', '1e5', '٣', '-', '0.', '9'.repeat(60)])(
  'terms with "%s" in the place of any figure are refused or read, and nothing breaks',
  async (text) => {
    for (const { kind, code, terms } of await listNewestOfEach(db.read)) {
      const schema = findTermsSchema(kind, code);
      if (schema === null) throw new Error(`no schema of ${kind} ${code}`);
      expect(schema.safeParse(terms).success, `${kind} ${code}`).toBe(true);
      for (const changed of withOneText(terms, text)) expect(() => schema.safeParse(changed), `${kind} ${code}`).not.toThrow();
    }
  },
);
