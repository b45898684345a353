import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { RiskLimitsWire } from '../../../lib/protocol/risk-limits';
import { type Client, createTestWorld, signInByWallet, type TestWorld } from '../../../tests/helpers/accounts-world';
import { confirmByWallet } from '../../../tests/helpers/step-up';
import { createId } from '../../platform/ids';
import { optionRisk } from '../options/options';
import { perpetualRisk } from '../perpetual/perpetual';
import { createRiskLimitsModule } from './risk-limits.module';

let world: TestWorld;
let wallet: string;
let names = 0;
beforeAll(async () => {
  world = await createTestWorld(
    {},
    {
      more: async ({ platform, stepUp }) => [
        createRiskLimitsModule(platform, {
          risks: { option: optionRisk, perpetual: perpetualRisk },
          confirmLoosening: (tx, asker) => stepUp.stepUp.require(tx, asker, { act: 'limits' }),
        }),
      ],
    },
  );
});
afterAll(() => world.close());
beforeEach(() => {
  wallet = `limits ${names++}`;
});

const enter = (mode: '0' | '1') => signInByWallet(world, { wallet, mode });
const set = (client: Client, limits: Record<string, string>, id = createId()) =>
  client.post('/x/risk-limits-change', { ...limits, request_id: id });
const stakeOf = async (client: Client) => ((await client.get('/x/risk-limits')).info as RiskLimitsWire).limits[0];

it('security: a looser limit of the real account begins to wait after a confirmation alone, a tighter one holds without', async () => {
  const client = await enter('0');
  expect(await set(client, { stake_max: '50', loss_day_max: '100' })).toMatchObject({ status: 1 });
  const looserOnes: Record<string, string>[] = [{ stake_max: '51', loss_day_max: '100' }, { stake_max: '50' }];
  for (const looser of looserOnes) {
    expect(await set(client, looser)).toMatchObject({ code: 'STEP_UP_REQUIRED', params: { act: 'limits', ways: 'wallet' } });
  }
  expect(await stakeOf(client)).toMatchObject({ max: '50', later: null });
  const id = createId();
  await confirmByWallet(world, client, await set(client, { stake_max: '80', loss_day_max: '40' }, id), wallet);
  expect(await set(client, { stake_max: '80', loss_day_max: '40' }, id)).toMatchObject({ status: 1 });
  expect(await stakeOf(client)).toMatchObject({ max: '50', later: { max: '80' } });
});

it('what waits already is asked for again without a confirmation, and nothing else is', async () => {
  const client = await enter('0');
  await set(client, { stake_max: '50' });
  await confirmByWallet(world, client, await set(client, { stake_max: '80' }), wallet);
  await set(client, { stake_max: '80' });
  world.time.now += 6 * 60_000;
  expect(await set(client, { stake_max: '80', stake_day_max: '500' })).toMatchObject({ status: 1 });
  expect(await set(client, { stake_max: '90', stake_day_max: '500' })).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  expect(await set(client, { stake_max: '40', stake_day_max: '500' })).toMatchObject({ status: 1 });
});

it('play money is loosened without one', async () => {
  const client = await enter('1');
  await set(client, { stake_max: '50' });
  expect(await set(client, {})).toMatchObject({ status: 1 });
});
