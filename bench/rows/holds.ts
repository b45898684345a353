// What it would cost to keep a hold for each resting order: batches of 64 placed and released on PostgreSQL with fsync, with hold rows and without.
import { type HoldPlacement, type Journal, placeHolds, postJournals, releaseHolds } from '../../exchange/modules/ledger/ledger';
import { createId } from '../../exchange/platform/ids';
import { createLogger } from '../../exchange/platform/logger';
import { migrate } from '../../exchange/platform/migrate';
import { openPostgres } from '../../exchange/platform/postgres';
import { runLoad } from '../support/load';
import { startServer } from '../support/postgres';
import { median, printRow } from '../support/print';

const SECONDS = Number(process.env.SECONDS ?? 5);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const USERS = 1_000;
const BATCH = 64;
const FAR = 10 ** 15;

function addressOf(user: number, part: 'available' | 'locked'): string {
  return `user:${1 + user}:real:USDT:${part}`;
}

/** Different users, as the orders of a busy second have. */
function pickUsers(): number[] {
  const first = Math.floor(Math.random() * USERS);
  return Array.from({ length: BATCH }, (_, index) => (first + index) % USERS);
}

function lock(user: number, reference: string, amount: bigint): Journal {
  const postings = [
    { address: addressOf(user, 'available'), amount: -amount },
    { address: addressOf(user, 'locked'), amount },
  ];
  return { code: amount > 0n ? 'SPOT_HOLD' : 'SPOT_RELEASE', reference, at: Date.now(), postings };
}

const server = await startServer();
try {
  const log = createLogger('error');
  const db = openPostgres(await server.createDatabase('holds'), log);
  await migrate(db, process.env.MIGRATIONS_DIR ?? 'exchange/migrations', log);
  const grants = Array.from({ length: USERS }, (_, user) => ({
    code: 'FAUCET',
    reference: createId(),
    at: Date.now(),
    postings: [
      { address: 'outside:real:issuance:USDT', amount: -(10n ** 12n) },
      { address: addressOf(user, 'available'), amount: 10n ** 12n },
    ],
  }));
  await db.transaction((tx) => postJournals(tx, grants), { kind: 'long' });
  const rates = { without: [] as number[], with: [] as number[] };
  const withoutHolds = async () => {
    const orders = pickUsers().map((user) => ({ user, id: createId() }));
    await db.transaction((tx) =>
      postJournals(
        tx,
        orders.map(({ user, id }) => lock(user, id, 5n)),
      ),
    );
    await db.transaction((tx) =>
      postJournals(
        tx,
        orders.map(({ user, id }) => lock(user, id, -5n)),
      ),
    );
  };
  const withHolds = async () => {
    const holds: HoldPlacement[] = pickUsers().map((user) => ({
      purpose: 'order',
      reference: createId(),
      userId: String(1 + user),
      mode: 'real',
      asset: 'USDT',
      amount: 5n,
      ender: { kind: 'order', id: 'bench' },
      until: FAR,
    }));
    await db.transaction((tx) => placeHolds(tx, holds, { at: Date.now() }));
    await db.transaction((tx) => releaseHolds(tx, holds, { at: Date.now() }));
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    // One writer, as a market has.
    rates.without.push((await runLoad({ clients: 1, seconds: SECONDS, work: withoutHolds })).rate * BATCH * 2);
    rates.with.push((await runLoad({ clients: 1, seconds: SECONDS, work: withHolds })).rate * BATCH * 2);
  }
  printRow({ name: `journals alone, batches of ${BATCH}`, rates: rates.without, unit: 'changes/s' });
  printRow({ name: 'with a row for each hold', rates: rates.with, unit: 'changes/s' });
  console.log(`  ${(median(rates.with) / median(rates.without)).toFixed(2)} x without`);
  await db.close();
} finally {
  await server.stop();
}
