import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countOpen as countStakes, listPositions as listStakes, sumStaked } from '../../exchange/modules/earn/earn.repository';
import { sumBegun } from '../../exchange/modules/earn/earn.sums.repository';
import { readHosted } from '../../exchange/modules/hosting/hosting.hosted';
import * as hosting from '../../exchange/modules/hosting/hosting.positions.repository';
import { listContracts } from '../../exchange/modules/options/options.repository';
import { countOpen as countContracts } from '../../exchange/modules/options/options.purchases.repository';
import type { Tx } from '../../exchange/platform/db';
import { createHostingWorld, type HostingWorld } from '../helpers/hosting-world';
import { readRows } from '../helpers/read-rows';

/** What a member has begun and taken back, or has behind them. */
const OVER = 20_000;
/** Whatever is asked of what is open reads no more rows than this. */
const READ_MAX = 20;

let world: HostingWorld;
let userId: string;
beforeAll(async () => {
  world = await createHostingWorld();
  userId = await world.join();
  await world.db.transaction(async (tx) => {
    await tx.query(`SELECT set_config('session_replication_role', 'replica', true)`);
    const fill = (sql: string) => tx.query(sql, [userId, OVER]);
    await fill(`INSERT INTO hosting_positions (book, user_id, mode, plan, version, principal, days, day_ms, fee_rate, exit_rate, settled_day, asked_at, state, returned, ended_at)
      SELECT (SELECT min(id) FROM hosting_books), $1, 'real', 1, 1, 100, 7, 1000, 0, 0, 0, 1, 'cancelled', 100, 2 FROM generate_series(1, $2::int4)`);
    await fill(`INSERT INTO staking_positions (user_id, mode, kind, term, version, asset, principal, rate, daily, total, days, day_ms, exit_ms, subscribed_at, starts_at, ends_at, state, ended_at)
      SELECT $1, 'real', 'term', 1, 1, 'USDT', 100, 1, 1, 7, 7, 1000, 0, 1, 1, 7001, 'redeemed', 2 FROM generate_series(1, $2::int4)`);
    await fill(`INSERT INTO option_contracts (user_id, mode, market, direction, stake, profit, ratio, duration_ms, state, reason, accepted_at, settled_at)
      SELECT $1, 'real', 'BTC-USDT', 'up', 1, 1, '0.8', 30000, 'refunded', 'no_strike', 1, 2 FROM generate_series(1, $2::int4)`);
  });
  for (const table of ['hosting_positions', 'staking_positions', 'option_contracts']) await world.db.read.query(`ANALYZE ${table}`);
});
afterAll(() => world.db.close());

const owner = () => ({ userId, mode: 'real' as const });
const LOOKS: Record<string, (tx: Tx) => Promise<unknown>> = {
  'hosted amounts that are open, counted': (tx) => hosting.readOpen(tx, { ...owner(), since: 0 }),
  'hosted amounts that are open, listed': (tx) => hosting.listPositions(tx, { ...owner(), isOver: false, page: 1 }),
  'what hosted amounts brought': (tx) => hosting.sumPositions(tx, owner()),
  'what is in books': (tx) => readHosted(tx, { ...owner(), dayStart: 0 }),
  'stakes that are open, counted': (tx) => countStakes(tx, owner()),
  'stakes that are open, listed': (tx) => listStakes(tx, { ...owner(), states: ['running', 'leaving'], page: 1 }),
  'what is staked': (tx) => sumStaked(tx, owner()),
  'what was staked lately': (tx) => sumBegun(tx, { ...owner(), since: 0 }),
  'contracts that are open, counted': (tx) => countContracts(tx, [owner()]),
  'contracts that are open, listed': (tx) => listContracts(tx, { ...owner(), market: null, states: ['pending', 'running'], page: 1 }),
};

describe('security: a member with 20,000 rows that are over', () => {
  it.each(Object.keys(LOOKS))('costs no more than others: %s', async (name) => {
    const look = LOOKS[name];
    if (look === undefined) throw new Error(name);
    expect(await readRows(world.db.read, look)).toBeLessThanOrEqual(READ_MAX);
  });
});
