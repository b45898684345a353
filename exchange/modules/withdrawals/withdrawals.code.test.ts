import { Secret } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callConfirmed } from '../../../tests/helpers/step-up';
import { createWithdrawalsWorld, type Member, newRequest, OUTSIDE, type WithdrawalsWorld } from '../../../tests/helpers/withdrawals-world';
import { codeAt } from '../../platform/totp';

const PERIOD_MS = 30_000;
const DAY_MS = 86_400_000;
let world: WithdrawalsWorld;
let ada: Member;
let secret: Buffer;
beforeAll(async () => {
  world = await createWithdrawalsWorld();
  ada = await world.join('one');
  const { info } = await callConfirmed(world, ada.client, () => ada.client.get('/user/ga'), 'one');
  secret = Buffer.from(Secret.fromBase32((info as { secret: string }).secret).buffer);
  await ada.client.get(`/user/gaGoogle?code=${codeAt(secret, world.time.now)}`);
  // No money leaves for a day after a change of what protects it.
  world.time.now = Math.ceil((world.time.now + DAY_MS) / PERIOD_MS + 1) * PERIOD_MS;
});
afterAll(() => world.close());

const apply = (code?: string) =>
  ada.client.post('/Exchange/shenqing', {
    ...{ amount: '100', addr: OUTSIDE.ERC20, qianbao: OUTSIDE.ERC20, tbchannel: 'USDT_ERC20', request_id: newRequest() },
    ...(code === undefined ? {} : { code }),
  });

it('call 47 is confirmed by the code of an authenticator that comes with it, once for each code', async () => {
  expect(await apply()).toMatchObject({ code: 'STEP_UP_REQUIRED', params: { ways: 'totp' } });
  expect(await apply(codeAt(secret, world.time.now + 10 * PERIOD_MS))).toMatchObject({ code: 'TWO_FACTOR_WRONG' });
  expect(await ada.usdt()).toEqual({ available: '1000', held: '0' });
  const code = codeAt(secret, world.time.now);
  expect(await apply(code)).toMatchObject({ status: 1, info: expect.stringContaining('100 USDT was requested') });
  expect(await ada.usdt()).toEqual({ available: '900', held: '100' });
  expect((await apply(code)).status).toBe(0);
  expect((await ada.usdt()).held).toBe('100');
});
