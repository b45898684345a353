// How fast staking credits a day of many positions on PostgreSQL with fsync, in pieces of 500 as the job does it; POSITIONS says how many.
import { openServiceAccount } from '../../exchange/modules/accounts/accounts';
import { accruePiece, PIECE_POSITIONS } from '../../exchange/modules/earn/earn.accrual';
import { auditStaking } from '../../exchange/modules/earn/earn.audit';
import { toHold, toReservation } from '../../exchange/modules/earn/earn.postings';
import { insertPositions } from '../../exchange/modules/earn/earn.repository';
import { placeHolds, postJournals } from '../../exchange/modules/ledger/ledger';
import { grantPools } from '../../exchange/modules/pools/pools.funding';
import { reservePools } from '../../exchange/modules/pools/pools';
import { createId } from '../../exchange/platform/ids';
import { createLogger } from '../../exchange/platform/logger';
import { migrate } from '../../exchange/platform/migrate';
import type { Database } from '../../exchange/platform/db';
import { openPostgres } from '../../exchange/platform/postgres';
import { startServer } from '../support/postgres';

const POSITIONS = Number(process.env.POSITIONS ?? 5_000);
const USERS = Math.min(1_000, POSITIONS);
const DAYS = 7;
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 2, 1);
const PRINCIPAL = 100_000_000_000n;
const INTEREST = { rate: 300_000_000n, daily: 30_000_000n, total: 210_000_000n };
const AT_ONCE = 200;

async function openUsers(db: Database): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < USERS; n += 1) ids.push(await db.transaction((tx) => openServiceAccount(tx, { username: `bench_${n}`, at: START })));
  const amount = (PRINCIPAL * BigInt(POSITIONS)) / BigInt(USERS) + PRINCIPAL;
  const journals = ids.map((id) => ({
    code: 'FAUCET',
    reference: createId(),
    at: START,
    postings: [
      { address: 'outside:real:issuance:USDT', amount: -amount },
      { address: `user:${id}:real:USDT:available`, amount },
    ],
  }));
  await db.transaction((tx) => postJournals(tx, journals), { kind: 'long' });
  return ids;
}

async function openPositions(db: Database, users: readonly string[]): Promise<void> {
  for (let first = 0; first < POSITIONS; first += AT_ONCE) {
    await db.transaction(
      async (tx) => {
        const times = { subscribedAt: START, startsAt: START, endsAt: START + DAYS * DAY_MS, nextAt: START + DAY_MS };
        const about = { mode: 'real', kind: 'term', term: 1, version: 1, asset: 'USDT', days: DAYS, dayMs: DAY_MS, exitMs: 0 } as const;
        const begun = Array.from({ length: Math.min(AT_ONCE, POSITIONS - first) }, (_, index) => ({
          ...about,
          ...INTEREST,
          ...times,
          userId: users[(first + index) % USERS] ?? '',
          principal: PRINCIPAL,
          renews: false,
        }));
        const positions = await insertPositions(tx, begun);
        const journals = await reservePools(tx, positions.map(toReservation), START);
        await placeHolds(tx, positions.map(toHold), { at: START, journals });
      },
      { kind: 'long' },
    );
  }
}

const server = await startServer();
try {
  const log = createLogger('error');
  const db = openPostgres(await server.createDatabase('accrual'), log);
  await migrate(db, process.env.MIGRATIONS_DIR ?? 'exchange/migrations', log);
  await db.transaction((tx) => grantPools(tx, { isSandbox: true, at: START }));
  await openPositions(db, await openUsers(db));
  for (const day of [1, DAYS]) {
    const at = START + day * DAY_MS;
    const begun = performance.now();
    const slowest = { ms: 0 };
    let steps = 0;
    for (;;) {
      const piece = performance.now();
      const count = await db.transaction((tx) => accruePiece(tx, { at, limit: PIECE_POSITIONS, offer: { terms: [], version: 1 } }));
      slowest.ms = Math.max(slowest.ms, performance.now() - piece);
      if (count === 0) break;
      steps += count;
    }
    const seconds = (performance.now() - begun) / 1_000;
    const rate = steps / seconds;
    const name = day === 1 ? 'one day of each' : `${DAYS - 1} days made up, and every end`;
    console.log(
      `  ${name}: ${steps} steps in ${seconds.toFixed(1)} s, ${Math.round(rate)}/s, slowest piece ${slowest.ms.toFixed(0)} ms; a million would take ${(1_000_000 / rate / 60).toFixed(1)} min`,
    );
  }
  const { faults } = await auditStaking(db, START + DAYS * DAY_MS);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  await db.close();
} finally {
  await server.stop();
}
