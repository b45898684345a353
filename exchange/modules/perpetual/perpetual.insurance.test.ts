import { expect, it } from 'vitest';
import { createPerpetualWorld } from '../../../tests/helpers/perpetual-world';
import { describeInsurance } from './perpetual.insurance-need';

const REFUSED = { code: 'INSURANCE_TOO_LOW' };

it('must hold 50,000 USDT and 1 % of the open longs before a position is opened with real money; closing always goes', async () => {
  const world = await createPerpetualWorld({ sandbox: false });
  for (const user of ['1', '2']) await world.fund(user, '100000');
  for (const user of ['1', '2']) await world.fund(user, '100000', 'demo');
  expect(await describeInsurance(world.db)).toBe(
    'insurance fund: holds 0 USDT, must hold 50000 for real positions to be opened: 50000 MISSING',
  );
  await expect(world.place('2', 'sell 1 at 2000')).rejects.toMatchObject(REFUSED);
  expect((await world.place('2', 'sell 1 at 2000', { mode: 'demo' })).state).toBe('open');
  await world.setFund('50020');
  await world.place('2', 'sell 2 at 2000');
  await world.place('1', 'buy 1 at 2000');
  // 1 % of 2,000 is 20; one contract more would need 20 more.
  await expect(world.place('1', 'buy 1 at 2000')).rejects.toMatchObject(REFUSED);
  expect(await world.show('1')).toBe('long 1 for 2000 on 200');
  expect(await describeInsurance(world.db)).toBe('insurance fund: holds 50020 USDT, must hold 50020 for real positions to be opened');
  await world.setFund('0');
  await world.restart();
  await expect(world.place('1', 'buy 0.1 at 1990')).rejects.toMatchObject(REFUSED);
  await world.setFund('50020');
  await world.place('2', 'buy 1 at 1999');
  await world.setFund('0');
  expect((await world.place('1', 'sell 1', { isReduceOnly: true })).order.state).toBe('filled');
  await world.verify();
});
