// How fast a valuation settles the holders of one book on PostgreSQL with fsync, in pieces as the job does it; HOLDERS says how many.
import { openServiceAccount } from '../../exchange/modules/accounts/accounts';
import { auditHosting } from '../../exchange/modules/hosting/hosting.audit';
import { findBook } from '../../exchange/modules/hosting/hosting.books.repository';
import { openMissing } from '../../exchange/modules/hosting/hosting.job';
import { insertPosition } from '../../exchange/modules/hosting/hosting.positions.repository';
import { toHold } from '../../exchange/modules/hosting/hosting.postings';
import { CHUNK_POSITIONS } from '../../exchange/modules/hosting/hosting.settlement';
import { valueBook } from '../../exchange/modules/hosting/hosting.valuation';
import { placeHolds, postJournals } from '../../exchange/modules/ledger/ledger';
import { grantPools } from '../../exchange/modules/pools/pools.funding';
import { createRegistry } from '../../exchange/modules/registry/registry.service';
import type { Database } from '../../exchange/platform/db';
import { createLogger } from '../../exchange/platform/logger';
import { createTestPlatform } from '../../exchange/platform/test-platform';
import { migrate } from '../../exchange/platform/migrate';
import { openPostgres } from '../../exchange/platform/postgres';
import { toFraction } from '../../lib/rules/hosting';
import { startServer } from '../support/postgres';

const HOLDERS = Number(process.env.HOLDERS ?? 5_000);
const USERS = Math.min(1_000, HOLDERS);
const START = Date.UTC(2026, 2, 1, 1);
const PRINCIPAL = 100_000_000_000n;
const AT_ONCE = 200;
const NO_FEES = { spot: () => Promise.resolve(0n), perpetual: () => Promise.resolve(0n) };
const DEPS = { readOpenPositions: () => Promise.resolve([]), readMarks: () => new Map(), sumTakerFees: NO_FEES };

function pay(db: Database, to: readonly { address: string; amount: bigint }[], reference: string) {
  const journals = to.map(({ address, amount }) => ({
    code: 'FAUCET',
    reference: `${reference}:${address}`,
    at: START,
    postings: [
      { address: 'outside:real:issuance:USDT', amount: -amount },
      { address, amount },
    ],
  }));
  return db.transaction((tx) => postJournals(tx, journals), { kind: 'long' });
}

/** Holders with their holds, as subscribing writes them. */
async function subscribe(db: Database, book: NonNullable<Awaited<ReturnType<typeof findBook>>>): Promise<void> {
  const users: string[] = [];
  for (let n = 0; n < USERS; n += 1)
    users.push(await db.transaction((tx) => openServiceAccount(tx, { username: `bench_${n}`, at: START })));
  const amount = (PRINCIPAL * BigInt(HOLDERS)) / BigInt(USERS) + PRINCIPAL;
  await pay(
    db,
    users.map((id) => ({ address: `user:${id}:real:USDT:available`, amount })),
    'users',
  );
  const { id: plan, days, dayMs, feeRate, exitRate } = book.terms;
  const terms = { plan, version: 1, days, dayMs, feeRate: toFraction(feeRate), exitRate: toFraction(exitRate) };
  for (let first = 0; first < HOLDERS; first += AT_ONCE) {
    await db.transaction(
      async (tx) => {
        const holds: ReturnType<typeof toHold>[] = [];
        for (let n = first; n < Math.min(first + AT_ONCE, HOLDERS); n += 1) {
          const about = { book: book.id, userId: users[n % USERS] ?? '', mode: 'real', principal: PRINCIPAL, settledDay: 0 } as const;
          holds.push(toHold(await insertPosition(tx, { ...about, ...terms, askedAt: START }), book.nextAt ?? START));
        }
        await placeHolds(tx, holds, { at: START });
      },
      { kind: 'long' },
    );
  }
}

const server = await startServer();
try {
  const log = createLogger('error');
  const db = openPostgres(await server.createDatabase('hosting'), log);
  await migrate(db, process.env.MIGRATIONS_DIR ?? 'exchange/migrations', log);
  const { platform } = createTestPlatform(db, { now: START, env: { sandbox: true } });
  const registry = createRegistry(platform);
  await registry.refresh();
  await db.transaction((tx) => grantPools(tx, { isSandbox: true, at: START }));
  while (await db.transaction((tx) => openMissing(tx, registry.readHostingTerms().plans, START)));
  const find = async () => {
    const found = await findBook(db.read, { plan: 1, mode: 'real' });
    if (found === null) throw new Error('there is no book');
    return found;
  };
  await subscribe(db, await find());
  for (const name of ['everybody joins', 'a day without a gain', 'a day with income for each'] as const) {
    const book = await find();
    if (name === 'a day with income for each') {
      await pay(db, [{ address: `user:${book.userId}:real:USDT:available`, amount: (PRINCIPAL * BigInt(HOLDERS)) / 100n }], 'result');
    }
    const at = book.nextAt ?? START;
    const begun = performance.now();
    let [pieces, slowest] = [0, 0];
    for (;;) {
      const piece = performance.now();
      const progress = await db.transaction((tx) => valueBook(tx, { id: book.id, at }, DEPS));
      slowest = Math.max(slowest, performance.now() - piece);
      if (progress.kind !== 'worked') break;
      pieces += 1;
    }
    const seconds = (performance.now() - begun) / 1_000;
    if (pieces < HOLDERS / CHUNK_POSITIONS) throw new Error(`${name}: ${pieces} pieces for ${HOLDERS} holders`);
    const rate = HOLDERS / seconds;
    console.log(
      `  ${name}: ${HOLDERS} holders in ${seconds.toFixed(1)} s, ${Math.round(rate)}/s, slowest piece of ${CHUNK_POSITIONS} ${slowest.toFixed(0)} ms`,
    );
  }
  const { faults } = await auditHosting(db, START, NO_FEES);
  if (faults.length > 0) throw new Error(faults.slice(0, 5).join('\n'));
  await db.close();
} finally {
  await server.stop();
}
