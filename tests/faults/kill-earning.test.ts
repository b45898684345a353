import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../exchange/platform/db';
import { type ExchangeProcess, startExchange } from '../helpers/exchange-process';
import { type PostgresServer, startMigratedPostgres } from '../helpers/postgres';
import { countDue, expectEarnedOnce, seedEarnings } from './support/earning-seeds';
import { withDatabase } from './support/consistency';
import { countRounds, createRandom, sleep, timeoutOf } from './support/rounds';

/** Kills at moments that nobody chose, on each of the two databases. The short form stops at chosen writes alone. */
const KILLS = countRounds({ short: 0, long: 40 });
/** A kill that meets nothing doesn't count. */
const ROUNDS_MAX = KILLS * 6;
const WITHIN = { timeout: 280_000, interval: 500 };
/** The jobs look every 5 and 15 s. */
const LOOKS_MS = 16_000;

/**
 * Where the exchange is killed, in one transaction of each job: before anything of it is written, and when all of it is but what is told. A failure
 * that is said to be the database's puts nothing aside.
 */
const STALLS = [
  [
    { name: 'day of a position', write: 'UPDATE ON staking_positions', when: 'NEW.days_paid > OLD.days_paid' },
    { name: 'step of a loan', write: 'INSERT ON loan_entries', when: "NEW.kind IN ('late_day', 'repaid', 'written_off')" },
  ],
  [
    { name: 'credited day', write: 'INSERT ON event_log', when: "NEW.kind = 'staking.credited'" },
    { name: 'step that is told', write: 'INSERT ON event_log', when: "NEW.kind IN ('loan.overdue', 'loan.repaid', 'loan.written-off')" },
  ],
] as const;
/** The short form: everything is written then but the last. */
const POINTS = KILLS > 0 ? STALLS : STALLS.slice(-1);
const saysOf = (round: number, name: string) => `stalled by the test: ${name}, ${round + 1} of ${POINTS.length}`;
const TABLES = ['staking_positions', 'loan_entries', 'event_log', 'loans'];
const UNSTALL = TABLES.flatMap((table) =>
  ['stalls_0', 'stalls_1', 'slow'].map((name) => `DROP TRIGGER IF EXISTS ${name} ON ${table};`),
).join('\n');
/** So long takes each row that the jobs write: a kill falls into their transactions. */
const SLOW = `CREATE OR REPLACE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.5); RETURN NEW; END $$;
  ${['staking_positions', 'loans'].map((table) => `CREATE TRIGGER slow BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION slow();`).join('\n')}`;

describe.each(['pglite', 'postgres'] as const)('staking and loans on %s', (kind) => {
  let postgres: PostgresServer | null = null;
  let databaseUrl: string | undefined;
  let exchange: ExchangeProcess;
  beforeAll(async () => {
    postgres = kind === 'postgres' ? await startMigratedPostgres() : null;
    databaseUrl = await postgres?.createDatabase('earning');
    exchange = await startExchange(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
    await exchange.kill();
  });
  afterAll(async () => {
    await exchange?.remove();
    await postgres?.stop();
  });
  const inDatabase = <T>(run: (db: Database) => Promise<T>) => withDatabase({ dataDir: exchange.dataDir, databaseUrl }, run);

  /** Makes the writes of a round fail; behind the last one: none. */
  const stallAt = (db: Database, round: number) =>
    db.transaction(async (tx) => {
      await tx.script(UNSTALL);
      for (const [index, { name, write, when }] of (POINTS[round] ?? []).entries()) {
        await tx.script(`CREATE OR REPLACE FUNCTION stall_${index}() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION '${saysOf(round, name)}' USING ERRCODE = '53000'; END $$;
          CREATE TRIGGER stalls_${index} BEFORE ${write} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION stall_${index}();`);
      }
    });

  /** What is due is done within looks of the jobs; the embedded database is looked into by stopping the exchange. */
  async function letFinish(): Promise<void> {
    await exchange.reopen();
    let looks = 0;
    const isDone = async () => {
      if (kind === 'pglite') {
        // A machine that was too slow for a look gets a longer one.
        looks += 1;
        await sleep(looks * LOOKS_MS);
        await exchange.kill();
      }
      const due = await inDatabase((db) => countDue(db, Date.now()));
      if (kind === 'pglite' && due > 0) await exchange.reopen();
      return due;
    };
    await expect.poll(isDone, WITHIN).toBe(0);
    await exchange.kill();
  }

  test(
    'killed before and behind each write of a day, a step and an end, what was due counts once',
    async () => {
      const now = Date.now();
      const seeds = await inDatabase(async (db) => {
        await stallAt(db, 0);
        return seedEarnings(db, now);
      });
      const due = await inDatabase((db) => countDue(db, now));
      for (const [round, points] of POINTS.entries()) {
        await exchange.reopen();
        for (const { name } of points) await expect.poll(() => exchange.log(), WITHIN).toContain(saysOf(round, name));
        await exchange.kill();
        // What a killed transaction had written is not there: everything is as due as it was.
        await inDatabase(async (db) => {
          expect(await countDue(db, now)).toBe(due);
          await stallAt(db, round + 1);
        });
      }
      await letFinish();
      await inDatabase((db) => expectEarnedOnce(db, seeds, Date.now()));
    },
    timeoutOf({ rounds: POINTS.length + 1, roundMsMax: 300_000 }),
  );

  if (KILLS > 0) {
    test(
      `${KILLS} kills while days, steps and ends are due: each counts once`,
      async () => {
        const random = createRandom(`kill-earning ${kind}`);
        const seeds = await inDatabase(async (db) => {
          await db.transaction((tx) => tx.script(`${UNSTALL} ${SLOW}`));
          return seedEarnings(db, Date.now());
        });
        let [kills, before] = [0, await inDatabase((db) => countDue(db, Date.now()))];
        for (let round = 0; round < ROUNDS_MAX && kills < KILLS; round += 1) {
          await exchange.reopen();
          await sleep(random.below(LOOKS_MS));
          await exchange.kill();
          const after = await inDatabase((db) => countDue(db, Date.now()));
          if (after > 0) kills += 1;
          process.stdout.write(`${kind}: round ${round + 1}, ${kills} kills, due before ${before} and after ${after}\n`);
          before = after;
          if (after === 0 && kills < KILLS) {
            const more = await inDatabase((db) => seedEarnings(db, Date.now()));
            seeds.push(...more);
            before = more.length;
          }
        }
        expect(kills).toBe(KILLS);
        await inDatabase((db) => db.transaction((tx) => tx.script(UNSTALL)));
        await letFinish();
        await inDatabase((db) => expectEarnedOnce(db, seeds, Date.now()));
      },
      timeoutOf({ rounds: ROUNDS_MAX, roundMsMax: 90_000 }),
    );
  }
});
