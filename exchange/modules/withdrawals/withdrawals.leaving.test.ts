import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWithdrawalsWorld, type Member, OUTSIDE, type WithdrawalsWorld } from '../../../tests/helpers/withdrawals-world';
import { approveReviewed } from './withdrawals.decisions';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
let world: WithdrawalsWorld;
let ada: Member;
beforeEach(async () => {
  world = await createWithdrawalsWorld({}, { isVerified: () => Promise.resolve(true) });
  ada = await world.join('one', { USDT: 50_000n });
});
afterEach(() => world.close());

const freeze = () => world.db.read.query('UPDATE users SET frozen_at = now() WHERE id = $1', [ada.userId]);
const hold = (until: number) =>
  world.db.read.query('UPDATE users SET outgoing_held_until = to_timestamp($2::int8 / 1000.0) WHERE id = $1', [ada.userId, until]);
const stateOf = async (id: string) => (await ada.read(id)).state;

it('security: a first payment that waits when its account is frozen is refused with its reason and never paid', async () => {
  const { id } = await ada.begin();
  await freeze();
  await world.pass(MINUTE_MS);
  await world.blocks(6);
  expect(await ada.read(id)).toMatchObject({ state: 'refused', reason: 'ACCOUNT_FROZEN' });
  // Who calls it off then reads what became of it, and moves nothing.
  expect(await ada.client.post('/x/withdrawal-cancel', { id })).toMatchObject({ info: { state: 'refused' } });
  expect(await ada.usdt()).toEqual({ available: '50000', held: '0' });
});

it('security: a first payment waits until the money may leave, and says until when', async () => {
  const { id } = await ada.begin();
  const until = world.time.now + HOUR_MS;
  await hold(until);
  await world.pass(MINUTE_MS);
  expect(await ada.read(id)).toMatchObject({ state: 'waiting', until, reason: 'OUTGOING_HELD' });
  await world.pass(HOUR_MS - MINUTE_MS - 1);
  expect(await stateOf(id)).toBe('waiting');
  await world.pass(1);
  await world.blocks(6);
  expect(await ada.read(id)).toMatchObject({ state: 'done', reason: null });
});

it.each([
  ['frozen', 'ACCOUNT_FROZEN'],
  ['held', 'OUTGOING_HELD'],
])('security: what was approved and is not signed yet goes back when its account is %s', async (stop, reason) => {
  const { id } = await ada.begin();
  await world.pass(MINUTE_MS);
  expect(await stateOf(id)).toBe('approved');
  await (stop === 'frozen' ? freeze() : hold(world.time.now + HOUR_MS));
  await world.blocks(6);
  expect(await ada.read(id)).toMatchObject({ state: 'refused', reason });
  expect(await ada.usdt()).toEqual({ available: '50000', held: '0' });
});

it('security: operators can not approve a review of a frozen account, or of one that lets no money out', async () => {
  const { id } = await ada.begin({ amount: '30000', address: OTHER });
  await world.pass(MINUTE_MS);
  const approve = () => world.db.transaction((tx) => approveReviewed(tx, { id, at: world.time.now, until: world.time.now + MINUTE_MS }));
  await hold(world.time.now + HOUR_MS);
  await expect(approve()).rejects.toThrow('OUTGOING_HELD');
  await freeze();
  await expect(approve()).rejects.toThrow('ACCOUNT_FROZEN');
  expect(await stateOf(id)).toBe('review');
  expect(await world.sandbox('ERC20').readBalance([OTHER, OUTSIDE.ERC20], 'USDT')).toBe(0n);
});
