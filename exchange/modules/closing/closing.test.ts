import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestWorld, signInByWallet, type TestWorld } from '../../../tests/helpers/accounts-world';
import { callConfirmed } from '../../../tests/helpers/step-up';
import { walletOf } from '../../../tests/helpers/test-wallet';
import { CLOSING_REASONS, type ClosingReason } from '../../../lib/rules/closing';
import { findOutgoingStop, hashPassword } from '../accounts/accounts';
import { postJournals, userAddress } from '../ledger/ledger';
import { payChunk } from '../rewards/rewards.paying';
import { erasing } from './closing.erasing';
import { createClosingModule } from './closing.module';
import type { Leaving } from './closing.rests';

/** 10 USDT or 0.0001 BTC leave at least, which are 10 and 5 USDT; SBX can't be converted. */
const leaving: Leaving = {
  readTerms: () => ({ channels: [channelOf('USDT_ERC20', '10'), channelOf('BTC_BTC', '0.0001')] }),
  listConvertible: () => ['USDT', 'BTC'],
  findValue: (asset, amount) => (asset === 'USDT' ? amount : isPriced ? amount * 50_000n : null),
};
const channelOf = (channel: 'USDT_ERC20' | 'BTC_BTC', min: string) => ({
  channel,
  min,
  decimals: 6,
  max: '1000',
  reviewAbove: '1',
  dayOutflowMax: '1',
});
let isPriced = true;

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld(
    {},
    {
      more: async ({ platform, stepUp, accounts }) => [
        createClosingModule(platform, {
          stepUp: stepUp.stepUp,
          accounts: accounts.service,
          ...leaving,
        }),
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
  balances: `INSERT INTO ledger_accounts (address, asset, realm, owner, user_id, part, balance) VALUES ('t:' || $1::int8, 'USDT', 'real', 'user', $1::int8, 'available', 1000000000)`,
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
  wires: `INSERT INTO wires (user_id, reference, currency, asset, asked, fee_rate, bank, state, asked_at, proof_at)
      VALUES ($1, 'CW0000000000', 'USD', 'USDT', 100, '0.01', '{}', 'review', 1, 1)`,
  proofs: `INSERT INTO deposit_proofs (user_id, network, asset, amount, hash_end, given_at) VALUES ($1, 'ERC20', 'USDT', 1, 'abc123', 1)`,
  // Settled, with tokens still to come.
  presales: `INSERT INTO presale_purchases (presale_id, user_id, tokens, bought_at, allotted, settled_at, delivered, next_part_at)
      VALUES (1, $1, 10, 1, 10, 2, 3, 4)`,
};

async function balancesOf(id: string) {
  const sql = "SELECT asset, balance FROM ledger_accounts WHERE user_id = $1 AND realm = 'real' AND balance <> 0 ORDER BY asset";
  return (await run(sql, id)).rows;
}

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
  expect(made).toEqual(CLOSING_REASONS.filter((what) => what !== 'hosting'));
  expect((await client.get('/x/closing')).info).toEqual({ reasons: made.map((what) => ({ what, count: 1 })), rests: [], rewards: '0' });
  const answer = await callConfirmed(world, client, () => client.post('/x/close-account', {}), 'busy');
  expect(answer).toMatchObject({ code: 'CLOSING_BLOCKED' });
  expect((await run('SELECT closed_at FROM users WHERE id = $1', id)).rows).toEqual([{ closed_at: null }]);
});

it('is not kept open by a reward that waits for more recharges, nor by a proof of what was credited', async () => {
  const { client, id } = await open('waiter');
  await run(
    `INSERT INTO deposit_proofs (user_id, network, asset, amount, hash_end, given_at) VALUES ($1, 'ERC20', 'USDT', 1, 'cccccc', 1)`,
    id,
  );
  expect((await client.get('/x/closing')).info).toMatchObject({ reasons: [{ what: 'proofs', count: 1 }] });
  await run(
    `INSERT INTO deposits (network, txid, log_index, user_id, asset, address, amount, state, credited, credited_at, seen_at)
      VALUES ('ERC20', '0x' || repeat('C', 64), 0, $1, 'USDT', '0x1111111111111111111111111111111111111111', 1, 'credited', 1, 1, 1)`,
    id,
  );
  await run(
    `INSERT INTO rewards (source, user_id, code, amount, made_at, due_at) VALUES ('test:waits', $1, 'VIP_REWARD', 1, 1, 9223372036854775807)`,
    id,
  );
  expect((await client.get('/x/closing')).info).toEqual({ reasons: [], rests: [], rewards: '0' });
});

it('is not kept open by a reward that is not paid yet, as when it waits for its day: it is given up as it was shown, and never paid', async () => {
  const { client, id } = await open('invited');
  const now = world.time.now;
  await run(
    `INSERT INTO rewards (source, user_id, code, amount, made_at, due_at) VALUES ('test:later', $1, 'INVITATION_REWARD', 2500000000, 1, $2::int8),
      ('test:never', $1, 'VIP_REWARD', 1, 1, 9223372036854775807)`,
    id,
    now + 1_000,
  );
  expect((await client.get('/x/closing')).info).toEqual({ reasons: [], rests: [], rewards: '25' });
  for (const rewards of [undefined, '0', '24', '25.00000001'])
    expect(await client.post('/x/close-account', rewards === undefined ? {} : { rewards })).toMatchObject({
      code: 'CLOSING_RESTS_CHANGED',
    });
  expect((await run('SELECT given_up_at FROM rewards WHERE user_id = $1', id)).rows).toEqual([
    { given_up_at: null },
    { given_up_at: null },
  ]);
  expect(await callConfirmed(world, client, () => client.post('/x/close-account', { rewards: '25' }), 'invited')).toMatchObject({
    status: 1,
  });
  expect((await run('SELECT given_up_at, paid_at FROM rewards WHERE user_id = $1', id)).rows).toEqual([
    { given_up_at: String(now), paid_at: null },
    { given_up_at: String(now), paid_at: null },
  ]);
  // Somebody who was invited meets the terms afterwards.
  await run(
    "INSERT INTO rewards (source, user_id, code, amount, made_at, due_at) VALUES ('test:after', $1, 'INVITATION_REWARD', 1, 1, 1)",
    id,
  );
  const metrics = { alarm: () => undefined } as never;
  await world.db.transaction((tx) => payChunk(tx, { at: now + 2_000, metrics }));
  expect((await run('SELECT source, given_up_at FROM rewards WHERE user_id = $1 AND paid_at IS NULL ORDER BY source', id)).rows).toEqual([
    { source: 'test:after', given_up_at: String(now + 2_000) },
    { source: 'test:later', given_up_at: String(now) },
    { source: 'test:never', given_up_at: String(now) },
  ]);
  expect(await balancesOf(id)).toEqual([]);
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
  await run(
    `INSERT INTO push_subscriptions (user_id, family, endpoint, p256dh, auth, created_at)
      VALUES ($1, gen_random_uuid(), 'https://push.example/1', repeat('p', 87), repeat('a', 22), 1)`,
    id,
  );
  await run(`INSERT INTO notification_people (user_id, mailed) VALUES ($1, '{news}')`, id);
  const demo = (await run(`SELECT count(*)::int AS n FROM ledger_accounts WHERE user_id = $1`, id)).rows;
  expect(await client.post('/x/close-account', {})).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  expect(await callConfirmed(world, client, () => client.post('/x/close-account', {}), 'leaver')).toMatchObject({ status: 1 });
  expect(client.cookie).toBe('');
  expect((await run('SELECT 1 FROM push_subscriptions WHERE user_id = $1', id)).rows).toEqual([]);
  expect((await other.get('/Login/userlogin')).status).toBe(0);
  await expect(signInByWallet(world, { wallet: 'leaver' })).rejects.toThrow('ACCOUNT_CLOSED');
  const form = { username: 'leaver', password: 'correct horse battery', is_cs: '1' };
  const signIn = await world.createClient().post('/Login/submit', form, { ...world.bff, 'x-client-ip': '203.0.113.7' });
  expect(signIn).toMatchObject({ code: 'LOGIN_FAILED' });
  expect((await run('SELECT password_hash, mail_phrase, username FROM users WHERE id = $1', id)).rows).toEqual([
    { password_hash: null, mail_phrase: null, username: 'leaver' },
  ]);
  // The mail that says so is still to come.
  const kept = 'SELECT topic, phrase, mailed FROM notification_mails JOIN notification_people USING (user_id) WHERE user_id = $1';
  expect((await run(kept, id)).rows).toEqual([{ topic: 'security', phrase: 'blue teapot', mailed: [] }]);
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

describe('what is left', () => {
  async function give(userId: string, asset: string, amount: bigint, reference: string) {
    const address = userAddress({ userId, mode: 'real', asset, part: 'available' });
    const postings = [
      { address: `house:real:fees:${asset}`, amount: -amount },
      { address, amount },
    ];
    const from = [
      { address: `outside:real:grants:${asset}`, amount: -amount },
      { address: `house:real:fees:${asset}`, amount },
    ];
    await world.db.transaction((tx) =>
      postJournals(tx, [
        { code: 'FAUCET', reference: `in:${reference}`, at: 1, postings: from },
        { code: 'FAUCET', reference, at: 1, postings },
      ]),
    );
  }
  const closingOf = async (client: Client) => (await client.get('/x/closing')).info;
  const close = (client: Client, name: string, rests: string) =>
    callConfirmed(world, client, () => client.post('/x/close-account', { rests }), name);
  it('keeps the account open while any of it can leave: by itself, by a conversion, or by a price that is to come', async () => {
    const { client, id } = await open('rich');
    await give(id, 'BTC', 9_999n, 'rich-1');
    expect(await closingOf(client)).toEqual({ reasons: [], rests: [{ asset: 'BTC', amount: '0.00009999' }], rewards: '0' });
    isPriced = false;
    expect(await closingOf(client)).toMatchObject({ reasons: [{ what: 'balances', count: 1 }], rests: [] });
    isPriced = true;
    // 4.9995 and 0.0005 USDT are the 5 that leave as BTC.
    await give(id, 'USDT', 50_000n, 'rich-2');
    expect(await closingOf(client)).toMatchObject({ reasons: [{ what: 'balances', count: 2 }], rests: [] });
    expect(await close(client, 'rich', 'BTC:0.00009999,USDT:0.0005')).toMatchObject({ code: 'CLOSING_BLOCKED' });
    expect(await balancesOf(id)).toHaveLength(2);
  });

  it('is given up to the house when it was shown to the last digit, in one journal with the closing', async () => {
    const { client, id } = await open('poor');
    await give(id, 'USDT', 123_456_789n, 'poor-1');
    await give(id, 'SBX', 7n * 10n ** 8n, 'poor-2');
    const rests = [
      { asset: 'USDT', amount: '1.23456789' },
      { asset: 'SBX', amount: '7' },
    ];
    expect(await closingOf(client)).toEqual({ reasons: [], rests, rewards: '0' });
    for (const shown of ['', 'USDT:1.23456789', 'USDT:1.2345678,SBX:7', 'SBX:7,USDT:1.23456789'])
      expect(await client.post('/x/close-account', { rests: shown })).toMatchObject({ code: 'CLOSING_RESTS_CHANGED' });
    expect(await balancesOf(id)).toHaveLength(2);
    expect(await close(client, 'poor', 'USDT:1.23456789,SBX:7')).toMatchObject({ status: 1 });
    expect(await balancesOf(id)).toEqual([]);
    const { rows } = await run(
      `SELECT a.address, p.amount FROM ledger_journals j JOIN ledger_postings p ON p.journal_id = j.id JOIN ledger_accounts a ON a.id = p.account_id
        WHERE j.code = 'BALANCE_GIVEN_UP' AND a.owner = 'house' ORDER BY a.address`,
    );
    expect(rows).toEqual([
      { address: 'house:real:given-up:SBX', amount: '700000000' },
      { address: 'house:real:given-up:USDT', amount: '123456789' },
    ]);
    expect((await run('SELECT closed_at IS NULL AS is_open FROM users WHERE id = $1', id)).rows).toEqual([{ is_open: false }]);
  });
});

it('who a closed account belonged to is erased after five years, in pieces; what was booked stays', async () => {
  const { id } = await open('gone');
  const { id: stays } = await open('recent');
  const closedAt = world.time.now;
  await run(
    `UPDATE users SET closed_at = to_timestamp($2::int8 / 1000.0), email = 'Gone@candor.example', email_key = 'gone@candor.example', username = 'Gone',
      username_key = 'gone' WHERE id = $1`,
    id,
    closedAt,
  );
  await run(`UPDATE users SET closed_at = to_timestamp($2::int8 / 1000.0) WHERE id = $1`, stays, closedAt + 1);
  await run(
    `INSERT INTO identity_submissions (user_id, state, country, first_name, last_name, document, number_hash, front, hold, email, submitted_at, review_until, decided_at, decided_by)
      VALUES ($1, 'approved', 'CH', 'Ada', 'Byron', 'passport', repeat('a', 64), 'f', 'h', 'gone@candor.example', now(), now() + interval '1 day', now(), 'eve')`,
    id,
  );
  await run('INSERT INTO support_threads (user_id, lines) VALUES ($1, 1001)', id);
  await run(`INSERT INTO support_lines (user_id, text, at) SELECT $1, 'I am Ada Byron', now() FROM generate_series(1, 1001)`, id);
  await run(
    `INSERT INTO files (id, user_id, purpose, key_id, sealed, width, height, created_at, delete_at)
      SELECT lpad(n::text, 32, '0'), $1, 'support', 'k', repeat('x', 29)::bytea, 1, 1, now(), now() + interval '9 years' FROM generate_series(1, 51) AS n`,
    id,
  );
  const entries = (await run('SELECT count(*)::int AS n FROM ledger_accounts WHERE user_id = $1', id)).rows;
  const closed = (await run('SELECT 1 FROM users WHERE closed_at <= to_timestamp($1::int8 / 1000.0)', closedAt)).rows.length;
  const remove = () => world.db.transaction((tx) => erasing.remove(tx, { before: closedAt, limit: 1_000 }));
  expect(erasing.keptMs / 86_400_000).toBe(1_827);
  expect([await remove(), await remove(), await remove()]).toEqual([1_000, 1_000, closed]);
  expect(await remove()).toBe(0);
  expect((await run('SELECT username, email, wallet_address FROM users WHERE id = $1', id)).rows).toEqual([
    { username: `erased-${id}`, email: null, wallet_address: null },
  ]);
  expect((await run('SELECT erased_at FROM users WHERE id = $1', stays)).rows).toEqual([{ erased_at: null }]);
  for (const table of ['files', 'identity_submissions'])
    expect((await run(`SELECT count(*)::int AS n FROM ${table} WHERE user_id = $1`, id)).rows, table).toEqual([{ n: 0 }]);
  expect((await run('SELECT count(*)::int AS n, max(text) AS text FROM support_lines WHERE user_id = $1', id)).rows).toEqual([
    { n: 1_001, text: '-' },
  ]);
  expect((await run('SELECT count(*)::int AS n FROM ledger_accounts WHERE user_id = $1', id)).rows).toEqual(entries);
  // The wallet may open another account now.
  expect((await open('gone')).id).not.toBe(id);
});
