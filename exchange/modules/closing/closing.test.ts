import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestWorld, signInByWallet, type TestWorld } from '../../../tests/helpers/accounts-world';
import { callConfirmed } from '../../../tests/helpers/step-up';
import { walletOf } from '../../../tests/helpers/test-wallet';
import { CLOSING_REASONS, type ClosingReason } from '../../../lib/rules/closing';
import { findOutgoingStop, hashPassword } from '../accounts/accounts';
import { createClosingModule } from './closing.module';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld(
    {},
    {
      more: async ({ platform, stepUp, accounts }) => [
        createClosingModule(platform, { stepUp: stepUp.stepUp, accounts: accounts.service }),
      ],
    },
  );
});
afterAll(() => world.close());

async function open(name: string) {
  const client = await signInByWallet(world, { wallet: name });
  const { rows } = await world.db.read.query<{ id: string }>('SELECT id FROM users WHERE wallet_address = $1', [
    walletOf(name).address.toLowerCase(),
  ]);
  return { client, id: rows[0]?.id ?? '' };
}
const run = (sql: string, ...params: unknown[]) => world.db.read.query<Record<string, unknown>>(sql, params);

/** One of each that keeps an account open, as its own module leaves it. The triggers of what only its module may write are off. */
const MADE: Record<ClosingReason, string> = {
  balances: `INSERT INTO ledger_accounts (address, asset, realm, owner, user_id, part, balance) VALUES ('t:' || $1::int8, 'USDT', 'real', 'user', $1::int8, 'available', 1)`,
  orders: `INSERT INTO ledger_accounts (address, asset, realm, owner, user_id, part, balance) VALUES ('l:' || $1::int8, 'USDT', 'real', 'user', $1::int8, 'locked', 1)`,
  positions: `INSERT INTO perpetual_positions (id, user_id, mode, market, side, quantity, cost, margin, leverage, realized, fees, funding, opened_quantity, opened_cost,
      closed_quantity, closed_value, margin_most, opened_at, updated_at) VALUES (1, $1, 'real', 'BTC-USDT', 'long', 1, 1, 1, 1, 0, 0, 0, 1, 1, 0, 0, 1, now(), now())`,
  contracts: `INSERT INTO option_contracts (user_id, mode, market, direction, stake, profit, ratio, duration_ms, state, accepted_at)
      VALUES ($1, 'real', 'BTC-USDT', 'up', 1, 1, '0.8', 30000, 'pending', 1)`,
  stakes: `INSERT INTO staking_positions (user_id, mode, kind, term, version, asset, principal, rate, daily, total, days, day_ms, exit_ms, subscribed_at, starts_at, ends_at, next_at)
      VALUES ($1, 'real', 'term', 1, 1, 'USDT', 100, 1, 1, 7, 7, 1000, 0, 1, 1, 7001, 1001)`,
  hosting: `INSERT INTO hosting_positions (book, user_id, mode, plan, version, principal, days, day_ms, fee_rate, exit_rate, settled_day, asked_at)
      SELECT id, $1, 'real', 1, 1, 100, 7, 1000, 0, 0, 0, 1 FROM hosting_books LIMIT 1`,
  loans: `INSERT INTO loans (user_id, realm, product, terms_version, days, day_ms, rate, amount, interest, state, is_auto, needs_operators, applied_at, principal, next_at)
      VALUES ($1, 'real', 'a', 1, 7, 1000, '0.1', 100, 1, 'applying', false, true, 1, 100, 1)`,
  withdrawals: `INSERT INTO withdrawals (user_id, channel, asset, network, address, amount, fee, state, requested_at, state_at, until, confirmations_needed)
      VALUES ($1, 'ERC20', 'USDT', 'ERC20', '0x1111111111111111111111111111111111111111', 100, 1, 'review', 1, 1, 2, 1)`,
  deposits: `INSERT INTO deposits (network, txid, log_index, user_id, asset, address, amount, state, block, block_hash, seen_at)
      VALUES ('ERC20', repeat('a', 64), 0, $1, 'USDT', '0x1111111111111111111111111111111111111111', 1, 'seen', 1, repeat('b', 64), 1)`,
  presales: '',
  rewards: `INSERT INTO rewards (source, user_id, code, amount, made_at, due_at) VALUES ('test:' || $1::int8, $1::int8, 'VIP_REWARD', 1, 1, 2)`,
};

it('is refused while there is anything of the real account, all of it named, and nothing is changed', async () => {
  const { client, id } = await open('busy');
  const made: ClosingReason[] = [];
  for (const what of CLOSING_REASONS) {
    if (MADE[what] === '') continue;
    await world.db.transaction(async (tx) => {
      await tx.query(`SELECT set_config('session_replication_role', 'replica', true)`);
      const { rowCount } = await tx.query(MADE[what], [id]);
      if (rowCount === 1) made.push(what);
    });
  }
  expect(made.length).toBeGreaterThanOrEqual(9);
  expect((await client.get('/x/closing')).info).toEqual({ reasons: made.map((what) => ({ what, count: 1 })) });
  const answer = await callConfirmed(world, client, () => client.post('/x/close-account', {}), 'busy');
  expect(answer).toMatchObject({ code: 'CLOSING_BLOCKED' });
  expect((await run('SELECT closed_at FROM users WHERE id = $1', id)).rows).toEqual([{ closed_at: null }]);
});

it('needs a confirmation; afterwards no way in is left, on any device, and what was booked stays', async () => {
  const { client, id } = await open('leaver');
  const other = await signInByWallet(world, { wallet: 'leaver' });
  await run(
    `UPDATE users SET password_hash = $2, mail_phrase = 'blue teapot', email = 'leaver@candor.example', email_key = 'leaver@candor.example',
      username = 'leaver', username_key = 'leaver' WHERE id = $1`,
    id,
    await hashPassword('correct horse battery'),
  );
  const demo = (await run(`SELECT count(*)::int AS n FROM ledger_accounts WHERE user_id = $1`, id)).rows;
  expect(await client.post('/x/close-account', {})).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  expect(await callConfirmed(world, client, () => client.post('/x/close-account', {}), 'leaver')).toMatchObject({ status: 1 });
  expect(client.cookie).toBe('');
  expect((await other.get('/Login/userlogin')).status).toBe(0);
  await expect(signInByWallet(world, { wallet: 'leaver' })).rejects.toThrow('ACCOUNT_CLOSED');
  const form = { username: 'leaver', password: 'correct horse battery', is_cs: '1' };
  const signIn = await world.createClient().post('/Login/submit', form, { ...world.bff, 'x-client-ip': '203.0.113.7' });
  expect(signIn).toMatchObject({ code: 'LOGIN_FAILED' });
  expect((await run('SELECT password_hash, mail_phrase, username FROM users WHERE id = $1', id)).rows).toEqual([
    { password_hash: null, mail_phrase: null, username: 'leaver' },
  ]);
  expect((await run(`SELECT count(*)::int AS n FROM ledger_accounts WHERE user_id = $1`, id)).rows).toEqual(demo);
  expect(await world.db.transaction((tx) => findOutgoingStop(tx, { userId: id, now: world.time.now }))).toBe('frozen');
  expect((await run('SELECT kind FROM event_log WHERE user_id = $1 AND kind = $2', id, 'account.closed')).rows).toHaveLength(1);
});

it('security: a lock of the settings keeps it open', async () => {
  const { client, id } = await open('locked');
  await run(`UPDATE users SET settings_locked_until = to_timestamp($2::int8 / 1000.0) WHERE id = $1`, id, world.time.now + 86_400_000);
  const close = () => callConfirmed(world, client, () => client.post('/x/close-account', {}), 'locked');
  expect(await close()).toMatchObject({ code: 'SETTINGS_LOCKED' });
  await run(`UPDATE users SET settings_locked_until = NULL WHERE id = $1`, id);
  expect(await client.post('/x/close-account', {})).toMatchObject({ code: 'STEP_UP_REQUIRED' });
});
