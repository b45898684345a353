import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXPORT_SECTIONS_MAX } from '../../../lib/rules/data-export';
import type { Tx } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import type { Section } from './data-export.section';
import { SECTIONS } from './data-export.sections';

const ADA = '7';

/** Tables with a member's number that are in no section, each with what speaks for it. */
const LEFT_OUT: Record<string, string> = {
  account_links: 'secrets and addresses of mails under way',
  account_traces: 'what tells one person from another, hashed',
  alert_people: 'how many alerts there are',
  balance_points: 'made of ledger entries',
  convert_quotes: 'offers of seconds; what came of them is in conversions',
  credit_scores: 'the last of the changes',
  data_exports: 'exports themselves',
  deposit_addresses: 'stand with each deposit',
  deposit_owners: 'numbers of keys',
  event_dead_letters: 'what happened, told in notifications',
  event_log: 'what happened, told in notifications',
  file_handoffs: 'codes of minutes',
  files: 'pictures',
  guard_consents: 'the old name of risk_consents',
  guard_limits: 'the old name of risk_limits',
  guard_order_ends: 'the old name of risk_order_ends',
  guard_people: 'the old name of risk_people',
  guard_tests: 'the old name of risk_tests',
  risk_order_ends: 'what the exchange reads of a break',
  risk_people: 'whether a break runs',
  holdings: 'made of fills',
  holds: 'stand as parts of ledger entries',
  hosting_books: 'the book of a hosting position',
  idempotency_keys: 'numbers of requests',
  invitation_standings: 'what a reward waits for; rewards are in',
  liability_leaves: 'made of ledger entries, kept for days',
  ledger_daily_sums: 'made of ledger entries',
  notification_mails: 'what was mailed of the notifications',
  perpetual_funding_claims: 'payments of a funding time under way',
  push_subscriptions: 'keys of a browser',
  recharge_waits: 'made of deposits and withdrawals',
  recharges: 'made of deposits and withdrawals',
  recovery_codes: 'codes',
  reservations: 'stand as parts of ledger entries',
  risk_events: 'made of orders and fills',
  risk_usage: 'made of orders and fills',
  second_factor_attempts: 'secrets',
  step_ups: 'confirmations of minutes',
  support_threads: 'how many messages there are',
  vip_standings: 'the sum that the levels follow from',
  wallet_allowances: 'read from the network',
};

let db: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.read.query(
    `INSERT INTO users (id, username, username_key, referral_code, kind) VALUES (7, 'ada', 'ada', 'AAAAAAAA', 'person'), (8, 'bob', 'bob', 'BBBBBBBB', 'person')`,
  );
});
afterAll(() => db.close());

async function readRows(name: string): Promise<Record<string, string | null>[]> {
  const section = SECTIONS.find((one) => one.name === name) as Section;
  const all: (string | null)[][] = [];
  // One row a chunk: the place that a chunk ends at is where the next one goes on.
  for (let after: readonly string[] | null = null, isMore = true; isMore; ) {
    const { rows, next } = await section.read(db.read, { userId: ADA, after, limit: 1 });
    all.push(...rows);
    after = next;
    isMore = next !== null;
  }
  return all.map((row) => Object.fromEntries(section.columns.map((column, index) => [column, row[index] ?? null])));
}

it('every table that has rows of a member is read, or is left out for a reason that is written down', async () => {
  const read = new Set<string>();
  const tx = {
    query: (text: string, params: unknown[]) => {
      for (const [, table] of text.matchAll(/(?:FROM|JOIN) (\w+)/g)) read.add(table as string);
      return db.read.query(text, params);
    },
  } as Tx;
  for (const section of SECTIONS) await section.read(tx, { userId: ADA, after: null, limit: 5 });
  const { rows } = await db.read.query<{ table_name: string }>(
    `SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'user_id' ORDER BY table_name`,
  );
  const tables = rows.map(({ table_name }) => table_name);
  expect(tables.filter((table) => !read.has(table) && LEFT_OUT[table] === undefined)).toEqual([]);
  expect(Object.keys(LEFT_OUT).filter((table) => read.has(table) || !tables.includes(table))).toEqual([]);
  expect(SECTIONS.length).toBeLessThanOrEqual(EXPORT_SECTIONS_MAX);
});

it('what was written to support and answered is in, and who of us answered is not', async () => {
  await db.read.query(`INSERT INTO support_threads (user_id, lines) VALUES (7, 2), (8, 1)`);
  await db.read.query(
    `INSERT INTO support_lines (user_id, operator, text, about, at) VALUES (7, NULL, 'Where is it?', 'withdrawal:12', to_timestamp(1)),
      (8, NULL, 'of bob', NULL, to_timestamp(1)), (7, 'olga.ops', 'On its way.', NULL, to_timestamp(2))`,
  );
  await db.read.query(
    `INSERT INTO support_waits (user_id, asked_at, promised_at, answered_at, stars) VALUES (7, to_timestamp(1), to_timestamp(9), to_timestamp(2), 5)`,
  );
  const rows = await readRows('support-messages');
  expect(rows).toMatchObject([
    { from: 'member', text: 'Where is it?', about: 'withdrawal:12', with_picture: 'no', at: '1970-01-01T00:00:01.000Z' },
    { from: 'support', text: 'On its way.', about: null },
  ]);
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain('olga');
  expect(await readRows('support-answers')).toMatchObject([{ answered_at: '1970-01-01T00:00:02.000Z', stars: '5' }]);
});

it('alerts are in as they were asked for', async () => {
  await db.read.query('INSERT INTO alert_people (user_id, kept) VALUES (7, 2), (8, 1)');
  await db.read.query(
    `INSERT INTO alerts (user_id, mode, kind, subject, level, minutes, figure, direction, threshold, state, armed_at, created_at) VALUES
      (7, 'real', 'price', 'BTC-USDT', 110.50, NULL, 'price:BTC-USDT', 'up', 110.5, 'armed', 0, 1000),
      (7, 'demo', 'move', 'ETH-USDT', 5, 15, 'move:ETH-USDT:15', 'up', 5, 'armed', 0, 2000),
      (8, 'real', 'price', 'BTC-USDT', 9, NULL, 'price:BTC-USDT', 'up', 9, 'armed', 0, 1000)`,
  );
  expect(await readRows('alerts')).toMatchObject([
    { account: 'real', kind: 'price', about: 'BTC-USDT', level: '110.5', minutes: null, created_at: '1970-01-01T00:00:01.000Z' },
    { account: 'demo', kind: 'move', minutes: '15' },
  ]);
});

it('funding that was paid and received is in, with its rate and its mark', async () => {
  const { rows } = await db.read.query<{ id: string }>(
    `INSERT INTO perpetual_fundings (market, mode, instant, rate, premium, samples, mark, print_seq, paid, received, by_fund, missing, settled_at, phase)
     VALUES ('BTC-USDT', 'real', 28800000, 10000, 0, 1, 100.5, 1, 100, 100, 0, 0, 28800001, 'done') RETURNING id`,
  );
  // The rows alone: no position is behind them.
  await db.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(
      `INSERT INTO perpetual_funding_payments (funding_id, user_id, mode, market, position_id, side, quantity, amount, journal_id)
       VALUES ($1, 7, 'real', 'BTC-USDT', 3, 'long', 200000000, -2010000, 1), ($1, 8, 'real', 'BTC-USDT', 4, 'short', 200000000, 2010000, 1)`,
      [rows[0]?.id],
    );
  });
  expect(await readRows('funding-payments')).toMatchObject([
    {
      market: 'BTC-USDT',
      position: '3',
      side: 'long',
      quantity: '2',
      mark: '100.5',
      rate: '0.0001',
      amount: '-0.0201',
      at: '1970-01-01T08:00:00.000Z',
    },
  ]);
});

it('what was changed in resting orders is in, change by change, of either product', async () => {
  const orders = (table: string, columns: string, values: string) =>
    db.read.query(
      `INSERT INTO ${table} (id, user_id, mode, market, side, kind, time_in_force, price, quantity, rested, filled, filled_value, fee, status,
        rank, created_at, updated_at${columns})
       SELECT n, CASE n WHEN 13 THEN 8 ELSE 7 END, 'real', 'BTC-USDT', 'buy', 'limit', 'GTC', 100, 100000000, 100000000, 0, 0, 0, 'cancelled', n, now(), now()${values}
         FROM generate_series(11, 13) AS n`,
    );
  await orders('spot_orders', '', '');
  await orders('perpetual_orders', ', leverage, is_reduce_only, realized, origin', `, 5, false, 0, 'user'`);
  await db.read.query(
    `INSERT INTO order_amendments (id, product, order_id, price_before, price_after, quantity_before, quantity_after, is_place_kept, created_at) VALUES
      (100, 'spot', 12, 99, 99.5, 200000000, 200000000, false, to_timestamp(1)), (101, 'spot', 12, 99.5, 99.5, 200000000, 100000000, true, to_timestamp(2)),
      (102, 'spot', 13, 98, 99.5, 200000000, 200000000, false, to_timestamp(1)), (103, 'perpetual', 11, 99, 98, 100000000, 100000000, false, to_timestamp(3))`,
  );
  expect(await readRows('spot-amendments')).toMatchObject([
    { order: '12', price_before: '99', price_after: '99.5', quantity_before: '2', quantity_after: '2', place_kept: 'no' },
    { order: '12', quantity_before: '2', quantity_after: '1', place_kept: 'yes', at: '1970-01-01T00:00:02.000Z' },
  ]);
  expect(await readRows('perpetual-amendments')).toMatchObject([{ order: '11', price_after: '98' }]);
});

it('rewards, levels and kept addresses are in', async () => {
  await db.read.query(
    `INSERT INTO rewards (source, user_id, code, amount, made_at, paid_at) VALUES ('invited:8', 7, 'INVITATION_REWARD', 5000000000, 1, 2)`,
  );
  await db.read.query('INSERT INTO vip_levels (user_id, level, reached_at) VALUES (7, 2, 2000), (7, 1, 1000)');
  await db.read.query(
    `INSERT INTO withdrawal_addresses (user_id, network, address, name, added_at, usable_at) VALUES (7, 'evm', '0x0000000000000000000000000000000000000001', 'Cold', 1, 2)`,
  );
  const rewards = await readRows('rewards');
  expect(rewards).toMatchObject([{ kind: 'INVITATION_REWARD', amount: '50' }]);
  expect(JSON.stringify(rewards)).not.toContain('invited:8');
  expect((await readRows('vip-levels')).map(({ level }) => level)).toEqual(['1', '2']);
  expect(await readRows('withdrawal-addresses')).toMatchObject([{ network: 'evm', name: 'Cold' }]);
});

it('what a member chose is in, and no secret of it', async () => {
  await db.read.query(`INSERT INTO favourites (user_id, markets) VALUES (7, '{BTC-USDT,ETH-USDT}'), (8, '{SOL-USDT}')`);
  await db.read.query(`INSERT INTO user_languages (user_id, lang) VALUES (7, 'ja'), (8, 'de')`);
  await db.read.query(
    `INSERT INTO notification_people (user_id, silent, mailed, quiet_from, quiet_until, quiet_zone) VALUES (7, '{trading}', '{money}', 60, 420, 'Asia/Tokyo')`,
  );
  await db.read.query(`INSERT INTO withdrawal_settings (user_id, only_kept, ends_at) VALUES (7, true, 5000)`);
  await db.read.query(
    `INSERT INTO second_factors (user_id, key_id, sealed, bound_at, last_step) VALUES (7, 'key', 'secret', to_timestamp(3), 0)`,
  );
  await db.read.query(
    `INSERT INTO risk_tests (user_id, product, passed_at, failed_at) VALUES (7, 'option', 2000, 1000), (8, 'option', 1, 1)`,
  );
  const rows = await readRows('settings');
  expect(rows).toMatchObject([
    {
      ...{ language: 'ja', favourites: 'BTC-USDT ETH-USDT', groups_not_shown: 'trading', groups_mailed: 'money' },
      ...{ quiet_from_minute: '60', quiet_until_minute: '420', quiet_time_zone: 'Asia/Tokyo' },
      ...{ only_addresses_of_the_book: 'yes', only_addresses_until: '1970-01-01T00:00:05.000Z', settings_locked_until: null },
      authenticator_since: '1970-01-01T00:00:03.000Z',
    },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/secret|SOL/);
  expect(await readRows('product-tests')).toEqual([
    { product: 'option', passed_at: '1970-01-01T00:00:02.000Z', failed_at: '1970-01-01T00:00:01.000Z' },
  ]);
});
