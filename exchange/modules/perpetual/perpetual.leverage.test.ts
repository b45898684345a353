import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPerpetualWorld, type PerpetualWorld } from '../../../tests/helpers/perpetual-world';
import { createId } from '../../platform/ids';

let world: PerpetualWorld;
beforeEach(async () => {
  world = await createPerpetualWorld();
  for (const user of ['1', '2']) await world.fund(user, '10000');
  await world.fund('3', '100000');
  await world.place('3', 'sell 2 at 2000');
  await world.place('1', 'buy 2 at 2000');
});
afterEach(() => world.verify());

const set = async (leverage: number, { user = '1', requestId = createId() } = {}) =>
  world.perpetual.changeLeverage(
    { userId: user, mode: 'real' },
    { positionId: (await world.position('1'))?.id ?? '', leverage, requestId },
  );
const refusalOf = (promise: Promise<unknown>) => promise.then(() => 'taken').catch((error: { code: string }) => error.code);

describe('another leverage for an open position', () => {
  it('that is lower takes the missing margin from the balance, once per request, and brings liquidation further away', async () => {
    const before = await world.position('1');
    expect([before?.margin, await world.money('1')]).toEqual(['400', '9598 + 0 + 400']);
    const requestId = createId();
    const answer = await set(5, { requestId });
    expect(await set(5, { requestId })).toEqual(answer);
    expect(await refusalOf(set(4, { requestId }))).toBe('DUPLICATE_REQUEST');
    expect(answer.position).toMatchObject({ leverage: 5, margin: '800', num: '2', cost: '4000' });
    expect(Number(answer.position.liquidation)).toBeLessThan(Number(before?.liquidation));
    expect(await world.money('1')).toBe('9198 + 0 + 800');
    await world.restart();
    expect(await world.position('1')).toMatchObject(answer.position);
  });

  it('that is higher gives margin back, and what was added by hand with it', async () => {
    const position = { positionId: (await world.position('1'))?.id ?? '', requestId: createId() };
    await world.perpetual.changeMargin({ userId: '1', mode: 'real' }, { ...position, amount: 100n * 10n ** 8n });
    expect((await set(100)).position).toMatchObject({ leverage: 100, margin: '40' });
    expect(await world.money('1')).toBe('9958 + 0 + 40');
  });

  it('leaves a loss covered, as taking margin out by hand does', async () => {
    await world.print('1950');
    expect((await set(50)).position.margin).toBe('178');
  });

  it('posts one entry that the owner sees, and none when nothing moves', async () => {
    await set(10);
    await set(20);
    const { rows } = await world.db.read.query<{ amount: string }>(
      `SELECT p.amount FROM ledger_postings p JOIN ledger_journals j ON j.id = p.journal_id JOIN ledger_accounts a ON a.id = p.account_id
        WHERE j.code = 'PERPETUAL_MARGIN' AND j.reference LIKE 'leverage:%' AND a.part = 'available'`,
    );
    expect(rows).toEqual([{ amount: String(200n * 10n ** 8n) }]);
  });

  it('is liquidated at the price that the new margin names', async () => {
    const { liquidation } = (await set(50)).position as { liquidation: string };
    await world.print((Number(liquidation) + 0.02).toFixed(2));
    expect(await world.show('1')).toBe('long 2 for 4000 on 80');
    await world.print((Number(liquidation) - 0.01).toFixed(2));
    expect(await world.show('1')).toBe('none');
  });

  it('error: is refused beyond what the market offers, and beyond what a position of this size may have', async () => {
    expect(await refusalOf(set(101))).toBe('LEVERAGE_INVALID');
    await world.fund('1', '100000');
    await world.place('3', 'sell 28 at 2000');
    await world.place('1', 'buy 28 at 2000');
    expect(await refusalOf(set(100))).toBe('LEVERAGE_INVALID');
    expect((await set(50)).position.margin).toBe('1200');
  });

  it('error: is refused with what it needs when the balance is too small, and nothing changes', async () => {
    await world.place('3', 'sell 8 at 2000');
    await world.place('1', 'buy 8 at 2000');
    const before = [await world.position('1'), await world.money('1')];
    await expect(set(1)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE', params: { available: '7990', needed: '18000' } });
    expect([await world.position('1'), await world.money('1')]).toEqual(before);
  });

  it('error: going up is refused on a late feed, going down is not', async () => {
    world.index.age = 3_001;
    expect(await refusalOf(set(20))).toBe('MARKET_STALE');
    world.index.age = 10_001;
    expect(await refusalOf(set(20))).toBe('MARKET_REDUCE_ONLY');
    expect((await set(8)).position.margin).toBe('500');
  });

  it("security: somebody else's position is not found", async () => {
    expect(await refusalOf(set(5, { user: '2' }))).toBe('POSITION_NOT_FOUND');
  });
});
