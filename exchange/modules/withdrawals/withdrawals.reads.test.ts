import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRows } from '../../../tests/helpers/read-rows';
import { createWithdrawalsWorld, type Member, OUTSIDE, type WithdrawalsWorld } from '../../../tests/helpers/withdrawals-world';
import { readAskings } from './withdrawals.asking.repository';
import { readBefore, readUse } from './withdrawals.sums.repository';

/** What a member has withdrawn in a year, each third of it paid, called off and refused; the newest failed on its chain. */
const OVER = 20_000;
/** What a look may read. */
const READ_MAX = 50;
const YEAR_MS = 365 * 86_400_000;
let world: WithdrawalsWorld;
let ada: Member;
beforeAll(async () => {
  world = await createWithdrawalsWorld();
  ada = await world.join('one');
  await world.db.read.query(
    `INSERT INTO withdrawals (user_id, channel, asset, network, address, amount, fee, state, requested_at, state_at, until, reason, txid, confirmations, confirmations_needed)
     SELECT $1::int8, 'USDT_ERC20', 'USDT', 'ERC20', CASE WHEN n % 100 = 0 THEN $2::text ELSE '0x' || lpad(n::text, 40, '0') END, 1000, 10, (ARRAY['refused', 'done', 'cancelled'])[n % 3 + 1], $4::int8 + n, $4::int8 + n, NULL,
            CASE WHEN n % 3 = 0 THEN CASE WHEN n > $3 - 3 THEN 'PAYMENT_REVERTED' ELSE 'not now' END END, CASE WHEN n % 3 = 1 THEN 'x' END, 5, 5
       FROM generate_series(1, $3::int4) AS n`,
    [ada.userId, OUTSIDE.ERC20, OVER, world.time.now - YEAR_MS],
  );
  await world.db.read.query('ANALYZE withdrawals');
});
afterAll(() => world.close());

it('security: what is asked about a member who withdraws reads what is open, and what failed, not all that is over', async () => {
  const { userId } = ada;
  const { id } = await ada.begin();
  const asked = { userId, asset: 'USDT', network: 'ERC20', address: OUTSIDE.ERC20, since: world.time.now - 86_400_000, asking: null };
  expect(await readRows(world.db.read, (tx) => readAskings(tx, [asked]))).toBeLessThan(READ_MAX);
  const row = { id, userId, asset: 'USDT', requestedAt: world.time.now };
  expect(await readRows(world.db.read, (tx) => readBefore(tx, row, { ms: 86_400_000, doubtSince: 0 }))).toBeLessThan(READ_MAX);
  expect(await readRows(world.db.read, (tx) => readUse(tx, { userId, asset: 'USDT', since: asked.since }))).toBeLessThan(READ_MAX);
});
