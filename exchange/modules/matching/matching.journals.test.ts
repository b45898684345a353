import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRows } from '../../../tests/helpers/read-rows';
import { createPerpetualWorld, type PerpetualWorld } from '../../../tests/helpers/perpetual-world';
import { createWorld, type World } from '../../../tests/helpers/spot-world';
import { createId } from '../../platform/ids';
import { createTestDatabase } from '../../platform/test-database';
import type { Database } from '../../platform/db';
import { type Journal, listOwnJournals, postJournals } from '../ledger/ledger';
import { optionJournals } from '../options/options.postings';
import { createMarketJournals } from './matching';

const PAGE = { from: null, to: null, before: null, limit: 100, asset: null, codes: null, feeNames: new Map<string, string>() };
const tellers = [
  createMarketJournals('spot', ['SPOT_HOLD', 'SPOT_RELEASE', 'SPOT_FILL']),
  createMarketJournals('perpetual', [
    'PERPETUAL_HOLD',
    'PERPETUAL_RELEASE',
    'PERPETUAL_FILL',
    'PERPETUAL_MARGIN',
    'PERPETUAL_FUNDING',
    'PERPETUAL_LIQUIDATION',
    'PERPETUAL_DELEVERAGE',
  ]),
  optionJournals,
];
type Input = Partial<Parameters<typeof listOwnJournals>[1]>;
const list = (db: Database, input: Input = {}) => listOwnJournals(db.read, { ...PAGE, userId: '1', mode: 'real', ...input });
const of = async (db: Database, symbol: string, input: Input = {}) =>
  (await list(db, { ...input, market: { symbol, tellers } })).rows.map(({ code, reference }) => `${code} ${reference}`);

describe('in spot', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  it('of a market are its holds, amendments, stops and fills, and nothing of another one', async () => {
    for (const user of ['1', '2']) await world.fund(user, { USDT: '900000', ETH: '10', BTC: '10' });
    const btc = { market: 'BTC-USDT' } as const;
    const bought = await world.place('1', 'buy 0.1 at 1900');
    await world.spot.amendOrder(
      { userId: '1', mode: 'real' },
      { orderId: bought.id, price: '1950', quantity: null, stop: null, requestId: createId() },
    );
    await world.place('2', 'sell 0.04 at 1950');
    await world.cancel('1', bought.id);
    await world.place('1', 'sell 0.2 at 1890', { kind: 'stop_limit', stop: '1900' });
    const other = await world.place('1', 'buy 0.3 at 1910', btc);
    await world.place('2', 'sell 0.1 at 1910', btc);
    const all = (await list(world.db)).rows
      .filter(({ code }) => code.startsWith('SPOT_'))
      .map(({ code, reference }) => `${code} ${reference}`);
    const [own, others] = [await of(world.db, 'ETH-USDT'), await of(world.db, 'BTC-USDT')];
    expect(own.map((name) => name.replace(/\d+$/, ''))).toEqual([
      'SPOT_HOLD stop:',
      'SPOT_RELEASE order:',
      'SPOT_FILL fill:',
      'SPOT_HOLD amend:',
      'SPOT_HOLD order:',
    ]);
    expect(others).toEqual([expect.stringMatching(/^SPOT_FILL fill:\d+$/), `SPOT_HOLD order:${other.id}`]);
    expect([...own, ...others].sort()).toEqual(all.sort());
    expect(await of(world.db, 'SOL-USDT')).toEqual([]);
    expect(await of(world.db, 'ETH-USDT', { codes: ['DEPOSIT'] })).toEqual([]);
    expect(await of(world.db, 'ETH-USDT', { codes: ['SPOT_FILL', 'DEPOSIT'] })).toHaveLength(1);
  });
  afterAll(() => world.verify());
});

describe('in perpetual', () => {
  let world: PerpetualWorld;
  beforeAll(async () => {
    world = await createPerpetualWorld();
  });
  it('of a market are its holds, fills and margins', async () => {
    for (const user of ['1', '2']) await world.fund(user, '10000');
    await world.place('2', 'sell 1 at 2000');
    await world.place('1', 'buy 1 at 2000');
    const position = await world.position('1');
    await world.perpetual.changeMargin(
      { userId: '1', mode: 'real' },
      { positionId: position?.id ?? '', amount: 1_000_000_000n, requestId: createId() },
    );
    const all = (await list(world.db)).rows
      .map(({ code, reference }) => `${code} ${reference}`)
      .filter((name) => name.startsWith('PERPETUAL_'));
    expect(await of(world.db, 'ETH-USDT')).toEqual(all);
    expect(all.map((name) => name.split(' ')[0])).toEqual(['PERPETUAL_MARGIN', 'PERPETUAL_FILL']);
    expect(await of(world.db, 'BTC-USDT')).toEqual([]);
  });
  afterAll(() => world.verify());
});

it('of a market are the contracts on it', async () => {
  const db = await createTestDatabase();
  for (const [id, market] of [
    [1, 'BTC-USDT'],
    [2, 'ETH-USDT'],
  ]) {
    await db.read.query(
      `INSERT INTO option_contracts (id, user_id, mode, market, direction, stake, profit, ratio, duration_ms, state, accepted_at)
       OVERRIDING SYSTEM VALUE VALUES ($1, 1, 'real', $2, 'up', 5, 4, '0.8', 60000, 'pending', 1)`,
      [id, market],
    );
  }
  await db.transaction((tx) => postJournals(tx, [1, 2].map(stakeOf)));
  expect(await of(db, 'ETH-USDT')).toEqual(['OPTION_STAKE option:2']);
  await db.close();
});

describe('of a market that was hardly traded', () => {
  const COUNT = 4_000;
  let db: Database;
  beforeAll(async () => {
    db = await createTestDatabase();
    await db.read.query(
      `INSERT INTO spot_orders (id, user_id, mode, market, side, kind, time_in_force, price, quantity, rested, filled, filled_value, fee, status, rank, created_at, updated_at)
       SELECT n, 1, 'real', CASE WHEN n = 1 THEN 'ETH-USDT' ELSE 'BTC-USDT' END, 'buy', 'limit', 'GTC', 100, 10, 10, 0, 0, 0, 'cancelled', n, now(), now()
         FROM generate_series(1, $1::int4) n`,
      [COUNT],
    );
    const grant = [
      { address: 'outside:real:issuance:USDT', amount: -10_000n },
      { address: 'user:1:real:USDT:available', amount: 10_000n },
    ];
    await db.transaction((tx) => postJournals(tx, [{ code: 'FAUCET', reference: 'one', at: 0, postings: grant }]));
    await db.transaction((tx) =>
      postJournals(
        tx,
        Array.from({ length: COUNT }, (_, index) => holdOf(index + 1)),
      ),
    );
    for (const table of ['ledger_accounts', 'ledger_journals', 'ledger_postings', 'spot_orders']) await db.read.query(`ANALYZE ${table}`);
  });
  afterAll(() => db.close());

  it('a page looks back in bounds, and the next one goes on from there to the end', async () => {
    const pages: string[][] = [];
    let before: string | null = null;
    do {
      const page = await list(db, { limit: 20, before, market: { symbol: 'ETH-USDT', tellers } });
      pages.push(page.rows.map(({ reference }) => reference));
      before = page.next;
    } while (before !== null);
    expect(pages).toEqual([[], ['order:1']]);
  });
  it('reads a few rows for each that it passes, by index', async () => {
    const read = await readRows(db.read, (tx) =>
      listOwnJournals(tx, { ...PAGE, userId: '1', mode: 'real', limit: 20, market: { symbol: 'ETH-USDT', tellers } }),
    );
    expect(read).toBeLessThan(5 * 500 * 6);
  });
  it('a full page ends where it is full', async () => {
    const page = await list(db, { limit: 20, market: { symbol: 'BTC-USDT', tellers } });
    expect(page.rows).toHaveLength(20);
    expect((await of(db, 'BTC-USDT', { limit: 1, before: page.next }))[0]).toBe(`SPOT_HOLD order:${COUNT - 20}`);
  });
});

function holdOf(order: number): Journal {
  const postings = [
    { address: 'user:1:real:USDT:available', amount: -1n },
    { address: 'user:1:real:USDT:locked', amount: 1n },
  ];
  return { code: 'SPOT_HOLD', reference: `order:${order}`, at: order, postings };
}

function stakeOf(contract: number): Journal {
  const postings = [
    { address: 'outside:real:issuance:USDT', amount: -5n },
    { address: 'user:1:real:USDT:available', amount: 5n },
  ];
  return { code: 'OPTION_STAKE', reference: `option:${contract}`, at: contract, postings };
}
