import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import type { Database } from '../../platform/db';
import { createLogger } from '../../platform/logger';
import { takeLeases } from '../../platform/leases';
import { checkFence, holdWriters } from './matching.lease';

const log = createLogger('silent');
const LEASE = 'ETH-USDT:perpetual';
let server: SharedPostgres;
let db: Database;
let epochs: ReadonlyMap<string, string>;

beforeAll(async () => {
  server = await sharePostgres();
  db = openPatiently(await server.createDatabase('hold'), log);
  epochs = await db.transaction((tx) => takeLeases(tx, { owner: 'writer', parts: [LEASE], isAlone: true, leaseMs: 600_000 }));
});
afterAll(async () => {
  await db.close();
  await server.stop();
});

/** Resolves when so many transactions wait for the lock. */
const waiting = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await db.read.query<{ n: string }>(`SELECT count(*) AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`);
      return Number(rows[0]?.n);
    })
    .toBe(count);

it('a hold waits for the writer under way, the next one waits for the hold, and other markets and renewals wait for neither', async () => {
  const seen: string[] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const first = db.transaction(async (tx) => {
    await checkFence(tx, 'writer', epochs, { mayBeHeld: true });
    await gate;
    seen.push('first writer');
  });
  await expect
    .poll(async () => (await db.read.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted`)).rows.length)
    .toBe(1);
  const hold = db.transaction(async (tx) => {
    await holdWriters(tx);
    seen.push('hold');
  });
  await waiting(1);
  const second = db.transaction(async (tx) => {
    await checkFence(tx, 'writer', epochs, { mayBeHeld: true });
    seen.push('second writer');
  });
  await waiting(2);
  // A book of coins, and a renewal: not held up.
  await db.transaction((tx) => checkFence(tx, 'writer', epochs));
  await db.read.query("UPDATE market_leases SET expires_at = clock_timestamp() + interval '10 minutes'");
  open();
  await Promise.all([first, hold, second]);
  expect(seen).toEqual(['first writer', 'hold', 'second writer']);
});
