import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../exchange/platform/db';
import { type ExchangeProcess, startExchange } from '../helpers/exchange-process';
import { addressOf } from '../helpers/legacy-client';
import { type PostgresServer, startMigratedPostgres } from '../helpers/postgres';
import { IS_LONG } from '../helpers/turns';
import { expectDatabaseConsistent, withDatabase } from './support/consistency';
import { countRounds, createRandom, sleep, timeoutOf } from './support/rounds';
import { WithdrawingMember } from './support/withdrawing-member';

/**
 * Kills at moments that nobody chose, on each of the two databases, each with many withdrawals under way: a start of the exchange takes longer than all
 * else. Of a withdrawal that a kill meets each of its states counts once. The short form walks through the states alone.
 */
const KILLS = countRounds({ short: 0, long: 200 });
/** A kill that meets nothing doesn't count. */
const ROUNDS_MAX = Math.ceil(KILLS * 1.2);
const OUT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const WALK_OUT = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
/** Some ask before each kill, in turn: so nobody asks for as much in a day as people look at first. */
const MEMBERS = 48;
const ASKING = 8;
/** Of one member, under way at once without meeting the bound of twenty. */
const OPEN_MAX = 8;
/** Asked for by each member before a kill. */
const EACH = 2;
/** Every second kill falls between a request and its payment, the others anywhere in the five blocks of 5 s after it. */
const EARLY_MS_MAX = 2_500;
const LATE_MS_MAX = 7_000;
const RETRY_MS = 500;
/** What was asked for again after the last kill waits for a minute, and for five blocks: only a machine that stands still takes longer than this. */
const LAST_MS_MAX = 300_000;
/** A first payment to an address waits for a minute: nothing of it is waited for here. */
const RELEASE =
  "UPDATE jobs SET due_at = now() - interval '1 second', run_at = now() - interval '1 second' WHERE kind = 'withdrawals release' AND state = 'waiting'";
/**
 * Where a withdrawal is kept until it is killed there: the write that would take it further fails. `states`: where it may stand; the blocks that
 * confirm it may all have come while the exchange was started again. `sent`: transactions that the chain has by then.
 */
const STALLS = [
  { states: ['approved'], write: 'UPDATE ON withdrawals', when: "NEW.state = 'signed'", sent: 0 },
  { states: ['signed'], write: 'INSERT ON sandbox_transactions', when: "NEW.request_key LIKE 'payment:%'", sent: 0 },
  // The chain has it, and the exchange died before it knew.
  { states: ['signed'], write: 'UPDATE ON withdrawals', when: "NEW.state = 'sent'", sent: 1 },
  { states: ['sent'], write: 'UPDATE ON withdrawals', when: "NEW.state IN ('confirming', 'done')", sent: 1 },
  { states: ['sent', 'confirming'], write: 'UPDATE ON withdrawals', when: "NEW.state = 'done'", sent: 1 },
] as const;
const saysOf = (stall: number) => `stalled by the test, ${stall + 1} of ${STALLS.length}`;
const UNSTALL = `DROP TRIGGER IF EXISTS stalls ON withdrawals; DROP TRIGGER IF EXISTS stalls ON sandbox_transactions;`;

/** What each state leaves behind is the same on both; that both keep what was acknowledged, kill-exchange.test.ts looks at. */
const DATABASES = IS_LONG ? (['pglite', 'postgres'] as const) : (['postgres'] as const);

describe.each(DATABASES)('withdrawals on %s', (kind) => {
  let postgres: PostgresServer | null = null;
  let databaseUrl: string | undefined;
  let exchange: ExchangeProcess;
  beforeAll(async () => {
    postgres = kind === 'postgres' ? await startMigratedPostgres() : null;
    databaseUrl = await postgres?.createDatabase('withdrawals');
    exchange = await startExchange(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
  });
  afterAll(async () => {
    await exchange?.remove();
    await postgres?.stop();
  });
  /** Opening the database of a killed exchange takes seconds: what is looked at together is looked at in one. */
  const inDatabase = <T>(look: (db: Database) => Promise<T>) => withDatabase({ dataDir: exchange.dataDir, databaseUrl }, look);
  const read = async <T extends Record<string, unknown>>(db: Database, sql: string) => (await db.long.query<T>(sql)).rows;
  /** Stalls at one of the points; behind the last one: nowhere. */
  const stallAt = (db: Database, stall: number) =>
    db.transaction(async (tx) => {
      await tx.script(UNSTALL);
      const point = STALLS[stall];
      if (point === undefined) return;
      await tx.script(`CREATE OR REPLACE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${saysOf(stall)}'; END $$;
        CREATE TRIGGER stalls BEFORE ${point.write} FOR EACH ROW WHEN (${point.when}) EXECUTE FUNCTION stall();`);
    });
  const isOpen = ({ state }: { state: string }) => state !== 'done';
  const waitUntil = async (isReached: () => Promise<boolean>) => {
    const until = Date.now() + LAST_MS_MAX;
    while (Date.now() < until && !(await isReached())) await sleep(RETRY_MS);
  };

  /** All that was asked for is done and on the chain, each once, and the books agree. The exchange is stopped for it. */
  async function expectPaidOnce(members: readonly WithdrawingMember[], address: string): Promise<void> {
    const asked = members.flatMap((member) => member.asked);
    const listAll = async () => (await Promise.all(members.map((member) => member.list()))).flat();
    let rows = await listAll();
    await waitUntil(async () => {
      rows = await listAll();
      return rows.length === asked.length && !rows.some(isOpen);
    });
    expect(rows.map(({ id }) => id).sort()).toEqual(asked.map(({ id }) => id ?? '').sort());
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['done']));
    await exchange.kill();
    const arrived = rows.reduce((sum, { arrives }) => sum + Math.round(Number(arrives) * 1e6), 0) / 1e6;
    await inDatabase(async (db) => {
      const paid = await read<{ n: string; keys: string; sum: string }>(
        db,
        `SELECT count(*) AS n, count(DISTINCT request_key) AS keys, trim_scale(sum(amount) / 1e18)::text AS sum FROM sandbox_transactions WHERE to_address = '${address}'`,
      );
      expect(paid).toEqual([{ n: String(rows.length), keys: String(rows.length), sum: String(arrived) }]);
      expect(await read(db, "SELECT id FROM holds WHERE purpose = 'withdrawal' AND state = 'held'")).toEqual([]);
      await expectDatabaseConsistent(db);
    });
    const audit = await exchange.operate('audit', '--as', 'ada');
    expect(audit.output).toContain('clean');
    expect(audit.code).toBe(0);
  }

  test(
    'killed in each state, also between the chain and its own note of it, a withdrawal goes on there and is paid exactly once',
    async () => {
      const member = await WithdrawingMember.join(exchange.base, { name: addressOf(0x88_0002), address: WALK_OUT });
      await member.ask('11');
      await exchange.kill();
      await inDatabase(async (db) => {
        expect(await read(db, 'SELECT state FROM withdrawals')).toEqual([{ state: 'waiting' }]);
        await read(db, RELEASE);
        await stallAt(db, 0);
      });
      for (const [stall, { states, sent }] of STALLS.entries()) {
        await exchange.reopen();
        await waitUntil(async () => exchange.log().includes(saysOf(stall)));
        await exchange.kill();
        await inDatabase(async (db) => {
          expect(
            states.map((state) => [{ state }]),
            saysOf(stall),
          ).toContainEqual(await read(db, 'SELECT state FROM withdrawals'));
          const made = await read(db, `SELECT id FROM sandbox_transactions WHERE to_address = '${WALK_OUT}'`);
          expect(made, saysOf(stall)).toHaveLength(sent);
          await stallAt(db, stall + 1);
        });
      }
      await exchange.reopen();
      await expectPaidOnce([member], WALK_OUT);
    },
    timeoutOf({ rounds: STALLS.length, roundMsMax: 120_000 }) + LAST_MS_MAX,
  );

  /** Asks for more of each member that has room for it. */
  const askOf = async (members: readonly WithdrawingMember[], amounts: () => string) => {
    const open = await Promise.all(members.map(async (member) => (await member.list()).filter(isOpen).length));
    const free = members.filter((_, index) => (open[index] ?? 0) + EACH <= OPEN_MAX);
    const asking = free.flatMap((member) => Array.from({ length: EACH }, () => member.ask(amounts())));
    return { asking: Promise.all(asking) };
  };

  if (KILLS > 0) {
    test(
      `${KILLS} kills of the exchange while withdrawals are under way: each is paid exactly once, never twice, never lost`,
      async () => {
        // Run alone, it finds the exchange running.
        await exchange.kill();
        await exchange.reopen();
        const random = createRandom(`kill-withdrawals ${kind}`);
        const met = new Set<string>();
        const names = Array.from({ length: MEMBERS }, (_, index) => addressOf(0x88_0010 + index));
        const members = await Promise.all(names.map((name) => WithdrawingMember.join(exchange.base, { name, address: OUT })));
        let kills = 0;
        for (let round = 0; round < ROUNDS_MAX && kills < KILLS; round += 1) {
          const first = (round * ASKING) % MEMBERS;
          const { asking } = await askOf(members.slice(first, first + ASKING), () => String(10 + random.below(3)));
          if (round % 2 === 1) await asking;
          await sleep(random.below(round % 2 === 0 ? EARLY_MS_MAX : LATE_MS_MAX));
          await exchange.kill();
          await asking;
          const open = await inDatabase(async (db) => {
            const found = await read<{ id: string; state: string }>(db, "SELECT id, state FROM withdrawals WHERE state <> 'done'");
            await read(db, RELEASE);
            return found;
          });
          if (open.length > 0) kills += 1;
          for (const { id, state } of open) met.add(`${state} ${id}`);
          await exchange.reopen();
          await Promise.all(members.map((member) => member.settle()));
          const asked = members.reduce((sum, member) => sum + member.asked.length, 0);
          process.stdout.write(`${kind}: ${kills} kills, ${asked} withdrawals, met in their states: ${countStates(met)}\n`);
        }
        expect(kills).toBe(KILLS);
        expect(met.size).toBeGreaterThanOrEqual(KILLS);
        await expectPaidOnce(members, OUT);
      },
      timeoutOf({ rounds: ROUNDS_MAX, roundMsMax: 60_000 }) + 2 * LAST_MS_MAX,
    );
  }
});

/** Returns `approved 12, sent 3` and so on of what was met as `approved <id>`. */
function countStates(met: ReadonlySet<string>): string {
  const counts = new Map<string, number>();
  for (const one of met) {
    const [state = ''] = one.split(' ');
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return [...counts].map(([state, count]) => `${state} ${count}`).join(', ');
}
