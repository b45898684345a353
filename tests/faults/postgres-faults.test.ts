import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ExchangeProcess, startExchange } from '../helpers/exchange-process';
import { type PostgresServer, startMigratedPostgres } from '../helpers/postgres';
import { expectConsistent } from './support/consistency';
import { LoadMember } from './support/load';
import { CUTS, openPostgresProxy, type PostgresProxy } from './support/postgres-proxy';
import { countRounds, createRandom, type Random, sleep, timeoutOf } from './support/rounds';
import { startWork } from './support/start-work';

const CRASHES = countRounds({ short: 1, long: 20 });
const CUT_ROUNDS = countRounds({ short: 2, long: 40 });
const LOST_COMMITS = countRounds({ short: 20, long: 400 });
const MODES = ['demo', 'demo', 'demo', 'real'] as const;
const LOAD_MS_MAX = 500;
const OUTAGE_MS_MAX = 2_000;
/** Every so many a commit loses its line. */
const CUT_SHARE = 0.2;
const LOAD_MS_LIMIT = 300_000;

let postgres: PostgresServer;
let line: PostgresProxy;
let exchange: ExchangeProcess;
let databaseUrl: string;
let databases = 0;

beforeAll(async () => {
  postgres = await startMigratedPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  databases += 1;
  databaseUrl = await postgres.createDatabase(`candor${databases}`);
  line = await openPostgresProxy(databaseUrl);
  exchange = await startExchange({ DATABASE_URL: line.url, LOG_LEVEL: 'error' });
});
afterEach(async () => {
  await exchange?.remove();
  await line?.close();
});

describe('PostgreSQL in trouble under load', () => {
  test(
    `${CRASHES} kills of PostgreSQL: the exchange goes on by itself, each request has one effect`,
    async () => {
      const random = createRandom('postgres crash');
      await runRounds(CRASHES, random, async () => {
        await sleep(random.below(LOAD_MS_MAX));
        postgres.crash();
        await sleep(random.below(OUTAGE_MS_MAX));
        await postgres.restart();
        await sleep(random.below(LOAD_MS_MAX));
      });
    },
    timeoutOf({ rounds: CRASHES, roundMsMax: 120_000 }),
  );

  test(
    `${CUT_ROUNDS} times all connections cut, by the server or on the way: each request has one effect`,
    async () => {
      const random = createRandom('connections cut');
      await runRounds(CUT_ROUNDS, random, async () => {
        await sleep(random.below(LOAD_MS_MAX));
        if (random.chance(0.5)) line.cutAll();
        else await endAllSessions();
        await sleep(random.below(LOAD_MS_MAX));
      });
    },
    timeoutOf({ rounds: CUT_ROUNDS, roundMsMax: 60_000 }),
  );

  test(
    `${LOST_COMMITS} commits whose line breaks: each request has one effect, and is answered as done`,
    async () => {
      const random = createRandom('lost commits');
      await runRounds(1, random, async () => {
        line.chooseCut = () => (random.chance(CUT_SHARE) ? random.pick(CUTS) : null);
        const count = () => Object.values(line.cuts).reduce((sum, cuts) => sum + cuts, 0);
        for (const end = Date.now() + LOAD_MS_LIMIT; count() < LOST_COMMITS && Date.now() < end; ) await sleep(20);
        line.chooseCut = () => null;
        process.stdout.write(`lost commits: ${JSON.stringify(line.cuts)}\n`);
        expect(count()).toBeGreaterThanOrEqual(LOST_COMMITS);
      });
    },
    timeoutOf({ rounds: LOST_COMMITS, roundMsMax: 1_000 }),
  );
});

/** Load, trouble in the middle of it, then the proof: everything acknowledged is there once, everything else once when repeated. */
async function runRounds(rounds: number, random: Random, trouble: () => Promise<void>): Promise<void> {
  const openByRound: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const members = await Promise.all(MODES.map((mode) => LoadMember.join(exchange.base, mode)));
    const work = startWork(members, random);
    await Promise.race([trouble(), work.failed]);
    await work.end();
    await Promise.all(members.map((member) => member.expectAllThere({ isSettled: false })));
    openByRound.push(members.flatMap(({ sent }) => sent).filter(({ answer }) => answer === null).length);
    const started = Date.now();
    await Promise.all(members.map((member) => member.settle()));
    await Promise.all(members.map((member) => member.expectAllThere({ isSettled: true })));
    process.stdout.write(
      `round ${round}: ${members.flatMap(({ sent }) => sent).length} requests, ${openByRound.at(-1)} left open, settled in ${Date.now() - started} ms\n`,
    );
  }
  await expectConsistent({ dataDir: exchange.dataDir, databaseUrl });
}

async function endAllSessions(): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await client.end();
}
