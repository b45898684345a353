import { expect, test } from 'vitest';
import { type ExchangeProcess, startExchange } from '../helpers/exchange-process';
import { LegacyClient } from '../helpers/legacy-client';
import { startMigratedPostgres } from '../helpers/postgres';
import { IS_LONG } from '../helpers/turns';
import { type DatabaseOf, expectDatabaseConsistent, withDatabase } from './support/consistency';
import { countRounds, createRandom, type Random, sleep, timeoutOf } from './support/rounds';
import { startWork } from './support/start-work';
import { expectPlannedOnce, planInstant, playLeapingPrices } from './support/trading-events';
import { TradingMember } from './support/trading-member';

const KILLS = countRounds({ short: 1, long: 50 });
/** In the short form the markets' PostgreSQL is that of the two processes below. */
const DATABASES = IS_LONG ? (['embedded', 'postgres'] as const) : (['embedded'] as const);
const MEMBERS = 6;
/** From the plan to its instant five prints have to come before the delivery, beside twice what a start took on this machine. */
const LEAD_MS = 8_000;
const leadOf = (startMs: number) => LEAD_MS + 2 * startMs;
/** The kill falls into this time around the instant: before it, between its liquidations, funding and deliveries, or after them. */
const BEFORE_MS = 400;
const AFTER_MS = 1_600;
/** An overdue contract is settled after this at most, and so is funding. */
const SETTLED_MS_MAX = 90_000;
const LOOK_MS = 100;
const OVERDUE_MS = 2_000;
const LOOKS_MAX = 20;
/** Answers before a kill may fall, so that there is something to lose on the slowest machine too. */
const ANSWERS_MIN = 4 * MEMBERS;
const ANSWERS_MS_MAX = 120_000;
const ROUND_MS_MAX = 300_000;

type Done = { reopenMs: number };
type Sums = Awaited<ReturnType<typeof expectPlannedOnce>>;

test.concurrent.each(DATABASES)(
  `${KILLS} kills -9 on the %s database while prices leap, at a funding and delivery instant: each effect once`,
  async (kind) => {
    const postgres = kind === 'postgres' ? await startMigratedPostgres() : null;
    const databaseUrl = await postgres?.createDatabase('candor');
    const feed = playLeapingPrices();
    const exchange = await startExchange({ ...feed.env, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) });
    try {
      const at = { dataDir: exchange.dataDir, databaseUrl };
      const random = createRandom(`kill-trading ${kind}`);
      const done: Done = { reopenMs: exchange.lastStartMs() };
      await exchange.kill();
      let sums: Sums = { liquidations: 0, triggers: 0, settled: 0 };
      for (let round = 1; round <= KILLS; round += 1) sums = await runKill({ exchange, at, random, round, done });
      process.stdout.write(`kill-trading ${kind}: ${JSON.stringify(sums)}, reopened in ${done.reopenMs} ms at most\n`);
      expect(sums.liquidations).toBeGreaterThan(0);
    } finally {
      await exchange.remove();
      await postgres?.stop();
      feed.remove();
    }
  },
  timeoutOf({ rounds: KILLS, roundMsMax: ROUND_MS_MAX }),
);

test.concurrent(
  `${KILLS} owners of the markets killed at a funding and delivery instant: the other process does what is due, once`,
  async () => {
    const postgres = await startMigratedPostgres();
    const databaseUrl = await postgres.createDatabase('candor');
    const feed = playLeapingPrices();
    const env = { ...feed.env, DATABASE_URL: databaseUrl };
    const processes = [await startExchange(env), await startExchange(env)] as const;
    // One after the other; the very first start founds what a new database lacks, which none of the later ones does.
    const startMs = 2 * processes[1].lastStartMs();
    try {
      const at = { dataDir: processes[0].dataDir, databaseUrl };
      const random = createRandom('kill-trading two processes');
      for (let round = 1; round <= KILLS; round += 1) {
        await Promise.all(processes.map((process) => process.kill()));
        const instant = await plan(at, startMs);
        const [owner, other] = round % 2 === 1 ? processes : ([processes[1], processes[0]] as const);
        await owner.reopen();
        const members = await Promise.all(Array.from({ length: MEMBERS }, () => TradingMember.join(owner.base)));
        await other.reopen();
        await loadUntilKilled({ exchange: owner, members, random, killAt: instant + random.below(BEFORE_MS + AFTER_MS) - BEFORE_MS });
        const client = new LegacyClient(other.base);
        for (const member of members) {
          await member.expectAllThere({ isSettled: false, at: client });
          await member.settle(client);
          await member.expectAllThere({ isSettled: true, at: client });
        }
        const { sums, tookMs } = await waitUntilPlannedOnce(at, { instants: round, instant });
        process.stdout.write(`kill-trading two processes: ${JSON.stringify(sums)}, all due done ${tookMs} ms after the instant\n`);
      }
    } finally {
      for (const exchange of processes) await exchange.remove();
      await postgres.stop();
      feed.remove();
    }
  },
  timeoutOf({ rounds: KILLS, roundMsMax: ROUND_MS_MAX }),
);

type RunInput = { exchange: ExchangeProcess; at: DatabaseOf; random: Random; round: number; done: Done };

/** Returns what happened until then. The exchange is stopped afterwards. */
async function runKill({ exchange, at, random, round, done }: RunInput): Promise<Sums> {
  const instant = await plan(at, done.reopenMs);
  await exchange.reopen();
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => TradingMember.join(exchange.base)));
  await loadUntilKilled({ exchange, members, random, killAt: instant + random.below(BEFORE_MS + AFTER_MS) - BEFORE_MS });
  await withDatabase(at, expectDatabaseConsistent);
  const started = Date.now();
  await exchange.reopen();
  done.reopenMs = Math.max(done.reopenMs, Date.now() - started);
  await Promise.all(members.map((member) => member.expectAllThere({ isSettled: false })));
  await Promise.all(members.map((member) => member.settle()));
  await Promise.all(members.map((member) => member.expectAllThere({ isSettled: true })));
  for (let look = 1; ; look += 1) {
    // What is overdue is done by the first prints after the start; a busy machine gets another, longer look.
    await sleep(look * OVERDUE_MS);
    await exchange.kill();
    const inspected = await inspect(at, round).catch((error: unknown) => {
      if (look === LOOKS_MAX) throw error;
      return null;
    });
    if (inspected !== null) return inspected.sums;
    await exchange.reopen();
  }
}

async function plan(at: DatabaseOf, startMs: number): Promise<number> {
  return withDatabase(at, async (db) => {
    const instant = Math.ceil((Date.now() + leadOf(startMs)) / 1_000) * 1_000;
    await planInstant(db, instant);
    return instant;
  });
}

function inspect(at: DatabaseOf, instants: number) {
  return withDatabase(at, async (db) => {
    await expectDatabaseConsistent(db);
    return { sums: await expectPlannedOnce(db, instants) };
  });
}

/** Looks until everything due is there; then it must all be there once. */
async function waitUntilPlannedOnce(at: DatabaseOf, { instants, instant }: { instants: number; instant: number }) {
  return withDatabase(at, async (db) => {
    let sums: Awaited<ReturnType<typeof expectPlannedOnce>> | null = null;
    for (const end = Date.now() + SETTLED_MS_MAX; sums === null && Date.now() < end; await sleep(LOOK_MS)) {
      sums = await expectPlannedOnce(db, instants).catch(() => null);
    }
    const tookMs = Date.now() - instant;
    await expectPlannedOnce(db, instants);
    await expectDatabaseConsistent(db);
    return { sums, tookMs };
  });
}

type LoadInput = { exchange: ExchangeProcess; members: TradingMember[]; random: Random; killAt: number };

async function loadUntilKilled({ exchange, members, random, killAt }: LoadInput): Promise<void> {
  const work = startWork(members, random);
  for (const end = Date.now() + ANSWERS_MS_MAX; work.countAnswers() < ANSWERS_MIN && Date.now() < end; )
    await Promise.race([work.failed, sleep(5)]);
  await Promise.race([work.failed, sleep(Math.max(0, killAt - Date.now()))]);
  work.stop();
  await exchange.kill();
  await work.end();
  process.stdout.write(`kill-trading: ${JSON.stringify(TradingMember.countAnswers(members))}\n`);
  expect(members.flatMap(({ sent }) => sent).filter(({ answer }) => answer?.status === 1).length).toBeGreaterThan(0);
}
