// Ledger transfers acknowledged after COMMIT on PostgreSQL with fsync, 16 clients, single and in groups, beside pgbench's TPC-B.
import { auditLedger, createTransferQueue, type Journal, postJournals } from '../../exchange/modules/ledger/ledger';
import type { Database } from '../../exchange/platform/db';
import { createId } from '../../exchange/platform/ids';
import { createLogger } from '../../exchange/platform/logger';
import { migrate } from '../../exchange/platform/migrate';
import { openPostgres } from '../../exchange/platform/postgres';
import { runLoad } from '../support/load';
import { createReference, startServer } from '../support/postgres';
import { median, printRow } from '../support/print';

const CLIENTS = 16;
const SECONDS = Number(process.env.SECONDS ?? 5);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** As many accounts as the reference has: 100,000 a branch. */
const USERS = 20_000;
const GROUP = 50;

/** One unit from one user to another: what a payment between users is, two lines and no account that all of them share. */
function transferOf(from: number, to: number): Journal {
  return {
    code: 'SPOT_RELEASE',
    reference: createId(),
    at: Date.now(),
    postings: [
      { address: addressOf(from), amount: -1n },
      { address: addressOf(to), amount: 1n },
    ],
  };
}

function addressOf(user: number): string {
  return `user:${1 + user}:real:USDT:available`;
}

function pick(): number {
  return Math.floor(Math.random() * USERS);
}

function pickPair(): [number, number] {
  const from = pick();
  return [from, (from + 1 + Math.floor(Math.random() * (USERS - 1))) % USERS];
}

async function fund(db: Database): Promise<void> {
  for (let first = 0; first < USERS; first += 1_000) {
    const journals = Array.from({ length: 1_000 }, (_, index) => ({
      code: 'FAUCET' as const,
      reference: createId(),
      at: Date.now(),
      postings: [
        { address: 'outside:real:issuance:USDT', amount: -(10n ** 12n) },
        { address: addressOf(first + index), amount: 10n ** 12n },
      ],
    }));
    await db.transaction((tx) => postJournals(tx, journals), { kind: 'long' });
  }
}

const server = await startServer();
try {
  const reference = await createReference(await server.createDatabase('reference'), CLIENTS);
  const log = createLogger('error');
  const db = openPostgres(await server.createDatabase('ours'), log);
  await migrate(db, process.env.MIGRATIONS_DIR ?? 'exchange/migrations', log);
  await fund(db);
  const queue = createTransferQueue(db);
  const rates = { reference: [] as number[], alone: [] as number[], queued: [] as number[], grouped: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.reference.push(await reference.measure({ clients: CLIENTS, seconds: SECONDS }));
    const alone = await runLoad({
      clients: CLIENTS,
      seconds: SECONDS,
      work: () => db.transaction((tx) => postJournals(tx, [transferOf(...pickPair())])),
    });
    rates.alone.push(alone.rate);
    const queued = await runLoad({
      clients: CLIENTS,
      seconds: SECONDS,
      work: () => {
        const [from, to] = pickPair();
        return queue.submit({
          request: { userId: String(1 + from), mode: 'real', call: 'bench.transfer', requestId: createId(), input: { from, to } },
          addresses: [addressOf(from), addressOf(to)],
          plan: async () => ({ journals: [transferOf(from, to)], answer: 'done' }),
        });
      },
    });
    rates.queued.push(queued.rate);
    const grouped = await runLoad({
      clients: CLIENTS,
      seconds: SECONDS,
      work: () =>
        db.transaction((tx) =>
          postJournals(
            tx,
            Array.from({ length: GROUP }, () => transferOf(...pickPair())),
          ),
        ),
    });
    rates.grouped.push(grouped.rate * GROUP);
  }
  const times = (values: readonly number[]) => `${(median(values) / median(rates.reference)).toFixed(2)} x the reference`;
  printRow({ name: 'pgbench TPC-B, 16 clients', rates: rates.reference, unit: 'transactions/s' });
  printRow({ name: 'single transfers through the queue, each with a request number', rates: rates.queued, unit: 'transfers/s' });
  console.log(`  ${times(rates.queued)} (wanted: at least 1.0)`);
  printRow({ name: 'single transfers, a transaction each', rates: rates.alone, unit: 'transfers/s' });
  console.log(`  ${times(rates.alone)}`);
  printRow({ name: `transfers in groups of ${GROUP}`, rates: rates.grouped, unit: 'transfers/s' });
  console.log(`  ${times(rates.grouped)} (wanted: at least 2.5)`);
  const { journals, isClean } = await auditLedger(db);
  console.log(`audit of ${journals.toLocaleString('en')} journals: ${isClean ? 'clean' : 'NOT CLEAN'}`);
  await db.close();
} finally {
  await server.stop();
}
