import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../exchange/platform/db';
import { insertDueContracts, SETTLED_ONCE_SQL } from '../helpers/due-contracts';
import { type ExchangeProcess, startExchange } from '../helpers/exchange-process';
import { type PostgresServer, startMigratedPostgres } from '../helpers/postgres';
import { expectDatabaseConsistent, withDatabase } from './support/consistency';
import { countRounds, createRandom, sleep, timeoutOf } from './support/rounds';
import { IS_LONG } from '../helpers/turns';

const ROUNDS = countRounds({ short: 1, long: 20 });
/** How fast ten thousand are is measured by `npm run bench -- seconds`. */
const CONTRACTS = IS_LONG ? 10_000 : 2_000;
/** Room to write the contracts and for the five prints before the delivery, beside twice what a start took on this machine. */
const LEAD_MS = IS_LONG ? 15_000 : 8_000;
const leadOf = (startMs: number) => LEAD_MS + 2 * startMs;
/** The kill falls into this time after the delivery: before the first result, among them, or after the last. */
const KILL_MS_MIN = 100;
const KILL_MS_MAX = IS_LONG ? 1_500 : 500;
const LOOKS_MAX = 20;
/** The first look; a machine that was too slow for it gets a longer one each time. */
const LOOK_MS = 1_500;
/** The other process may first have to take over prices and markets. */
const OTHER_SETTLES_MS_MAX = 90_000;
const POLL_MS = 50;
/** Far from any real price: what is `up` wins, what is `down` loses. */
const STRIKE = { 'BTC-USDT': '1', 'ETH-USDT': '1' };

async function insertDue(db: Database, startMs: number): Promise<number> {
  const deliversAt = Math.ceil((Date.now() + leadOf(startMs)) / 1_000) * 1_000;
  await db.transaction((tx) => insertDueContracts(tx, { count: CONTRACTS, deliversAt, durationMs: 60_000, strike: STRIKE }), {
    kind: 'long',
  });
  return deliversAt;
}

async function countOpen(db: Database): Promise<number> {
  const { rows } = await db.read.query<{ n: string }>(`SELECT count(*) AS n FROM option_contracts WHERE settled_at IS NULL`);
  return Number(rows[0]?.n);
}

async function expectSettled(db: Database, rounds: number): Promise<void> {
  expect((await db.read.query(SETTLED_ONCE_SQL)).rows).toEqual([]);
  const { rows } = await db.read.query(
    'SELECT state, direction, count(*)::int AS n FROM option_contracts GROUP BY state, direction ORDER BY state',
  );
  const half = (CONTRACTS * rounds) / 2;
  expect(rows).toEqual([
    { state: 'lost', direction: 'down', n: half },
    { state: 'won', direction: 'up', n: half },
  ]);
}

describe(`${CONTRACTS} seconds contracts due at one instant, each settled once`, () => {
  let exchange: ExchangeProcess;
  beforeAll(async () => {
    exchange = await startExchange();
  });
  afterAll(() => exchange?.remove());

  test(
    `${ROUNDS} times the one exchange on the embedded database is killed around the delivery`,
    async () => {
      const random = createRandom('seconds embedded');
      for (let round = 1; round <= ROUNDS; round += 1) {
        await exchange.kill();
        const deliversAt = await withDatabase(exchange, (db) => insertDue(db, exchange.lastStartMs()));
        await exchange.reopen();
        await sleep(deliversAt - Date.now() + KILL_MS_MIN + random.below(KILL_MS_MAX - KILL_MS_MIN));
        await exchange.kill();
        // Opening it takes seconds: what is there is looked at in the same one.
        const look = (isLast: boolean) =>
          withDatabase(exchange, async (db) => {
            const open = await countOpen(db);
            if (open > 0 && !isLast) return open;
            await expectSettled(db, round);
            await expectDatabaseConsistent(db);
            return 0;
          });
        let open = await look(false);
        process.stdout.write(`seconds embedded: killed with ${CONTRACTS - open} of ${CONTRACTS} settled\n`);
        for (let count = 1; open > 0; count += 1) {
          await exchange.reopen();
          await sleep(count * LOOK_MS);
          await exchange.kill();
          open = await look(count === LOOKS_MAX);
        }
      }
    },
    timeoutOf({ rounds: ROUNDS, roundMsMax: 600_000 }),
  );
});

describe(`${CONTRACTS} seconds contracts due at one instant, two processes on PostgreSQL`, () => {
  let postgres: PostgresServer;
  let databaseUrl: string;
  let processes: [ExchangeProcess, ExchangeProcess];

  beforeAll(async () => {
    postgres = await startMigratedPostgres();
    databaseUrl = await postgres.createDatabase('candor');
    processes = [await startExchange({ DATABASE_URL: databaseUrl }), await startExchange({ DATABASE_URL: databaseUrl })];
  });
  afterAll(async () => {
    for (const exchange of processes ?? []) await exchange.remove();
    await postgres?.stop();
  });

  test(
    `${ROUNDS} times one of two processes is killed at the first results: the other settles the rest`,
    async () => {
      const { dataDir } = processes[0];
      for (let round = 1; round <= ROUNDS; round += 1) {
        const killed = processes[round % 2] as ExchangeProcess;
        await withDatabase({ dataDir, databaseUrl }, async (db) => {
          const deliversAt = await insertDue(db, processes[1].lastStartMs());
          await sleep(deliversAt - Date.now());
          let open = CONTRACTS;
          while (open === CONTRACTS) open = await countOpen(db);
          await killed.kill();
          const left = await countOpen(db);
          for (const end = Date.now() + OTHER_SETTLES_MS_MAX; open > 0 && Date.now() < end; await sleep(POLL_MS))
            open = await countOpen(db);
          process.stdout.write(
            `seconds PostgreSQL: killed with ${CONTRACTS - left} of ${CONTRACTS} settled, all after ${Date.now() - deliversAt} ms\n`,
          );
          await expectSettled(db, round);
          await expectDatabaseConsistent(db);
        });
        if (round < ROUNDS) await killed.reopen();
      }
    },
    timeoutOf({ rounds: ROUNDS, roundMsMax: 600_000 }),
  );
});
