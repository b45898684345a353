// 1,000, 10,000 and 100,000 accounts changed by one statement of the ledger, with all of its checks: time per account beside each other.
import { auditLedger, type Journal, postJournals } from '../../exchange/modules/ledger/ledger';
import type { Database } from '../../exchange/platform/db';
import { createId } from '../../exchange/platform/ids';
import { onBothDatabases } from '../support/databases';
import { median, printVerdict } from '../support/print';

const SIZES = [1_000, 10_000, 100_000];
const ROUNDS = 3;
/** A hundred times the accounts may cost so many times more each: sorting, and less of it all in the processor's caches. */
const GROWTH_MAX = 3;

/** One journal with a line for each of these users and one for the world beyond. */
function creditAll(users: number): Journal {
  const lines = Array.from({ length: users }, (_, user) => ({ address: `user:${user + 1}:real:USDT:available`, amount: 1n }));
  const source = { address: 'outside:real:issuance:USDT', amount: -BigInt(users) };
  return { code: 'FAUCET', reference: createId(), at: Date.now(), postings: [source, ...lines] };
}

/** Plans of the checks are kept for the life of a connection: `isFirst` is the first statement of a new one. */
async function post(db: Database, users: number, isFirst = false): Promise<number> {
  const startedAt = performance.now();
  await db.transaction(async (tx) => {
    if (isFirst) await tx.query('DISCARD PLANS');
    await postJournals(tx, [creditAll(users)]);
  });
  return performance.now() - startedAt;
}

/** How many accounts of users hold what the newest journal's line says, of all its lines. */
async function countChanged(db: Database): Promise<number> {
  const { rows } = await db.read.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id AND a.balance = p.balance_after
      WHERE p.journal_id = (SELECT max(id) FROM ledger_journals) AND a.owner = 'user'`,
  );
  return rows[0]?.count ?? 0;
}

/** Microseconds an account, by size. */
async function measure(db: Database, isFirst: boolean): Promise<number[]> {
  const micros: number[] = [];
  for (const size of SIZES) {
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push(await post(db, size, isFirst));
      const changed = await countChanged(db);
      if (changed !== size) throw new Error(`${changed} of ${size} accounts were changed`);
    }
    const each = (median(rounds) * 1_000) / size;
    micros.push(each);
    const seconds = (median(rounds) / 1_000).toFixed(3);
    const name = `${db.kind}, ${isFirst ? 'first statement of a connection' : 'after small ones'}`;
    console.log(`${name}: ${size.toLocaleString('en')} accounts: ${seconds} s, ${each.toFixed(1)} microseconds each`);
  }
  return micros;
}

await onBothDatabases(async (db) => {
  // As few accounts as possible when the first plans are made.
  await post(db, SIZES[0] as number, true);
  await post(db, Math.max(...SIZES));
  for (const isFirst of [true, false]) {
    if (!isFirst) await post(db, 1, true);
    const micros = await measure(db, isFirst);
    const growth = (micros.at(-1) as number) / (micros[0] as number);
    const isReached = growth <= GROWTH_MAX;
    const what = `${db.kind}, cost of an account among 100,000 beside 1,000`;
    printVerdict({ what, value: `${growth.toFixed(2)} x`, wanted: `at most ${GROWTH_MAX} x`, isReached });
    if (!isReached) process.exitCode = 1;
  }
  if (!(await auditLedger(db)).isClean) throw new Error('the ledger is not clean');
});
