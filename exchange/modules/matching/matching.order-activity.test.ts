import { afterEach, describe, expect, it } from 'vitest';
import { createPerpetualWorld } from '../../../tests/helpers/perpetual-world';
import { createWorld, type World } from '../../../tests/helpers/spot-world';
import type { Mode } from '../../../lib/protocol/wire';
import type { ExchangeModule } from '../../composition/module';
import type { Database } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { type ActivityListInput, listActivity } from '../ledger/ledger.activity';

const PAGE = { from: null, to: null, before: null, limit: 20, asset: null, codes: null, feeNames: new Map(), sharedCodes: ['FAUCET'] };
type World2 = { db: Database; verify(): Promise<unknown> };

let verify: (() => Promise<unknown>) | null = null;
afterEach(() => verify?.());

/** Each act in words: what it is, what it came to, and its fee. */
async function show({ db }: World2, module: ExchangeModule, userId: string, input: Partial<ActivityListInput> & { mode?: Mode } = {}) {
  const tellers = module.journalActivity === undefined ? [] : [module.journalActivity];
  const { rows, next } = await listActivity(db.read, { ...PAGE, userId, mode: 'real', tellers, ...input });
  const write = ({ asset, amount }: { asset: string; amount: bigint }) => `${fromUnits(amount, 8)} ${asset}`;
  return {
    next,
    rows: rows.map(({ code, order, changes, fee }) =>
      [
        order === null
          ? code
          : `${order.side} ${fromUnits(order.filled, 8)} of ${fromUnits(order.quantity, 8)}${order.isOpen ? ', open' : ''}${order.ids.length > 1 ? ', pair' : ''}`,
        ...changes.map(write),
        ...(fee === null ? [] : [`fee ${write(fee)}`]),
      ].join('; '),
    ),
  };
}

async function createSpot(): Promise<World> {
  const world = await createWorld();
  verify = () => world.verify();
  await world.fund('1', { USDT: '10000', ETH: '10' });
  await world.fund('2', { ETH: '10', USDT: '50000' });
  return world;
}

describe('records by what was done', () => {
  it('an order is one row with its hold, its fills and its release, whichever of them is listed', async () => {
    const world = await createSpot();
    const { order } = await world.place('1', 'buy 2 at 1900');
    await world.place('2', 'sell 0.5 at 1900');
    await world.place('2', 'sell 0.25 at 1900');
    expect((await show(world, world.spot, '1')).rows[0]).toBe('buy 0.75 of 2, open; 0.7494 ETH; -1425 USDT; fee 0.0006 ETH');
    await world.cancel('1', order.id);
    const { rows } = await show(world, world.spot, '1');
    expect(rows).toEqual(['buy 0.75 of 2; 0.7494 ETH; -1425 USDT; fee 0.0006 ETH', 'FAUCET; 10 ETH', 'FAUCET; 10000 USDT']);
    expect((await show(world, world.spot, '1', { asset: 'ETH', codes: ['SPOT_FILL'] })).rows).toEqual([rows[0]]);
    expect((await show(world, world.spot, '2')).rows.slice(0, 2)).toEqual([
      'sell 0.25 of 0.25; -0.25 ETH; 474.525 USDT; fee 0.475 USDT',
      'sell 0.5 of 0.5; -0.5 ETH; 949.05 USDT; fee 0.95 USDT',
    ]);
  });

  it('both legs of a pair are one row, and what nobody filled moved nothing', async () => {
    const world = await createSpot();
    const { order } = await world.place('1', 'buy 1 at 1900', { kind: 'oco', stop: '2100', stopLimit: '2110' });
    await world.place('2', 'sell 1 at 2105');
    await world.print('2100');
    const { rows } = await show(world, world.spot, '1');
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatch(/^buy 1 of 1, pair; 0\.99[89]\d* ETH; -2105 USDT; fee/);
    const again = await world.place('1', 'sell 2 at 2300', { kind: 'oco', stop: '1900', stopLimit: '1890' });
    await world.cancel('1', again.order.id);
    expect((await show(world, world.spot, '1')).rows[0]).toBe('sell 0 of 2, pair');
    expect(order.id).not.toBe(again.order.id);
  });

  it('an order whose entries lie on both sides of the end of a page is the same row on both', async () => {
    const world = await createSpot();
    const first = await world.place('1', 'buy 1 at 1900');
    await world.place('1', 'buy 1 at 1800');
    await world.cancel('1', first.order.id);
    const newest = await show(world, world.spot, '1', { limit: 1 });
    expect(newest.rows).toEqual(['buy 0 of 1']);
    const rest = await show(world, world.spot, '1', { before: newest.next });
    expect(rest.rows.slice(0, 2)).toEqual(['buy 0 of 1, open', 'buy 0 of 1']);
  });

  it("nobody's orders are told to another, and no orders of the other account", async () => {
    const world = await createSpot();
    const { order } = await world.place('1', 'buy 1 at 1900');
    const acts = world.spot.journalActivity as NonNullable<ExchangeModule['journalActivity']>;
    const reference = `order:${order.id}`;
    const find = (userId: string, mode: Mode) => acts.find(world.db.read, { userId, mode }, [reference, 'amend:1', 'other:1']);
    expect([...(await find('1', 'real'))]).toEqual([[reference, order.id]]);
    expect([(await find('2', 'real')).size, (await find('1', 'demo')).size]).toEqual([0, 0]);
    expect((await acts.read(world.db.read, { userId: '2', mode: 'real' }, [order.id])).size).toBe(0);
  });

  it('perpetual orders, liquidations among them, come to exactly what they changed in the account', async () => {
    const world = await createPerpetualWorld();
    verify = () => world.verify();
    for (const user of ['1', '2', '3']) await world.fund(user, '100000');
    await world.place('2', 'sell 1 at 2000', { leverage: 2 });
    await world.place('1', 'buy 1 at 2000', { leverage: 10 });
    await world.print('1850');
    await world.place('3', 'buy 1 at 1830', { leverage: 2 });
    await world.print('1808');
    expect(await world.money('1')).toBe('99818.935 + 0 + 0');
    const { rows } = await show(world, world.perpetual, '1');
    // 180.065 of margin lost with the fee of closing in it, and the fee of opening.
    expect(rows).toEqual(['sell 1 of 1; -180.065 USDT; fee 0.915 USDT', 'buy 1 of 1; -1 USDT; fee 1 USDT', 'FAUCET; 100000 USDT']);
  });
});
