import { expect, it } from 'vitest';
import { notifyAfterCommit, onCommitted, watchCommits } from '../../platform/after-commit';
import type { Database, Tx } from '../../platform/db';
import { guardWrites, tablesWrittenBy } from './operators.guard';

it.each([
  ['INSERT INTO wires (id) SELECT 1 FROM users', ['wires']],
  [
    'WITH a AS (UPDATE incidents i SET seen_at = 1), b AS (DELETE FROM jobs WHERE id = 1) INSERT INTO users (id) VALUES (1)',
    ['incidents', 'jobs', 'users'],
  ],
  ['SELECT 1 FROM users FOR UPDATE', []],
  ['SELECT 1 FROM users u FOR NO KEY UPDATE OF u SKIP LOCKED', []],
  ['INSERT INTO vip_levels (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET id = 2', ['vip_levels']],
  ['update Users set id = 1', ['users']],
  ['LOCK TABLE registry_versions IN EXCLUSIVE MODE', []],
])('%s writes %j', (text, tables) => {
  expect(tablesWrittenBy(text)).toEqual(tables);
});

it('security: an act that writes another table than its row says is undone, and no act posts that names no journal', async () => {
  const sent: string[] = [];
  const tx: Tx = {
    query(text) {
      sent.push(text);
      return Promise.resolve({ rows: [], rowCount: 0 });
    },
  };
  const halt = guardWrites(tx, 'markets.halt');
  await halt.query('SELECT 1 FROM ledger_accounts');
  await halt.query('INSERT INTO market_halts (market) VALUES ($1)', ['BTC-USDT']);
  expect(() => halt.query('UPDATE price_prints SET hash = $1', ['x'])).toThrow('markets.halt may not write price_prints');
  expect(() => halt.query('UPDATE ledger_accounts SET balance = 1')).toThrow('markets.halt may not write ledger_accounts');
  await guardWrites(tx, 'pools.fund').query('UPDATE ledger_accounts SET balance = 1');
  expect(() => guardWrites(tx, 'users.read').query('UPDATE users SET frozen_at = NULL')).toThrow('users.read may not write users');
  expect(sent).toHaveLength(3);
});

it('what an act leaves for others is heard of at the commit', async () => {
  const tx: Tx = { query: () => Promise.resolve({ rows: [], rowCount: 0 }) };
  const db = watchCommits({ transaction: (run: (tx: Tx) => Promise<unknown>) => run(tx) } as unknown as Database);
  const heard: string[] = [];
  onCommitted(db, 'events', () => heard.push('events'));
  onCommitted(db, 'jobs', () => heard.push('jobs'));
  await db.transaction(async (own) => {
    notifyAfterCommit(own, 'jobs');
    notifyAfterCommit(guardWrites(own, 'account.freeze'), 'events');
    expect(heard).toEqual([]);
  });
  expect(heard.sort()).toEqual(['events', 'jobs']);
});
