import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ExchangeProcess, startExchange } from '../helpers/exchange-process';
import { addressOf } from '../helpers/legacy-client';
import { type PostgresServer, startPostgres } from '../helpers/postgres';
import { expectWhole, withDatabase } from './support/inspect';
import { countRounds, createRandom, sleep, timeoutOf } from './support/rounds';
import { WithdrawingMember } from './support/withdrawing-member';

/** On each of the two databases. */
const KILLS = countRounds({ short: 2, long: 100 });
const OUT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** Under way at once without meeting the bound of twenty. */
const OPEN_MAX = 14;
const EACH = 2;
/** Every second kill falls between a request and its payment, the others anywhere in the five blocks of 5 s after it. */
const EARLY_MS_MAX = 2_500;
const LATE_MS_MAX = 7_000;
const RETRY_MS = 500;
const LAST_MS_MAX = 120_000;
/** A first payment to an address waits for a minute: nothing of it is waited for here. */
const RELEASE =
  "UPDATE jobs SET due_at = now() - interval '1 second', run_at = now() - interval '1 second' WHERE kind = 'withdrawals release' AND state = 'waiting'";

describe.each(['pglite', 'postgres'] as const)('withdrawals on %s', (kind) => {
  let postgres: PostgresServer | null = null;
  let databaseUrl: string | undefined;
  let exchange: ExchangeProcess;
  const seen = new Set<string>();
  beforeAll(async () => {
    postgres = kind === 'postgres' ? await startPostgres() : null;
    databaseUrl = await postgres?.createDatabase('withdrawals');
    exchange = await startExchange(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
  }, 240_000);
  afterAll(async () => {
    await exchange?.remove();
    await postgres?.stop();
  });
  afterEach(() => process.stdout.write(`${kind}: killed in the states ${[...seen].sort().join(', ')}\n`));
  const inDatabase = <T extends Record<string, unknown>>(sql: string) =>
    withDatabase({ dataDir: exchange.dataDir, databaseUrl }, async (db) => (await db.long.query<T>(sql)).rows);

  test(
    `${KILLS} kills at the states of withdrawals: each is paid exactly once, never twice, never lost`,
    async () => {
      const random = createRandom(`kill-withdrawals ${kind}`);
      const member = await WithdrawingMember.join(exchange.base, { name: addressOf(0x88_0001), address: OUT });
      const isOpen = ({ state }: { state: string }) => state !== 'done';
      for (let kill = 0; kill < KILLS; kill += 1) {
        while ((await member.list()).filter(isOpen).length > OPEN_MAX) await sleep(RETRY_MS);
        const asking = Promise.all(Array.from({ length: EACH }, () => member.ask(String(10 + random.below(3)))));
        if (kill % 2 === 1) await asking;
        await sleep(random.below(kill % 2 === 0 ? EARLY_MS_MAX : LATE_MS_MAX));
        await exchange.kill();
        await asking;
        for (const { state } of await inDatabase<{ state: string }>('SELECT DISTINCT state FROM withdrawals')) seen.add(state);
        await inDatabase(RELEASE);
        await exchange.reopen();
        await member.settle();
      }
      const until = Date.now() + LAST_MS_MAX;
      let rows = await member.list();
      while (Date.now() < until && (rows.length < member.asked.length || rows.some(isOpen))) {
        await sleep(RETRY_MS);
        rows = await member.list();
      }
      expect(rows.map(({ id }) => id).sort()).toEqual(member.asked.map(({ id }) => id ?? '').sort());
      expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['done']));
      await exchange.kill();
      const paid = await inDatabase<{ n: string; keys: string; sum: string }>(
        `SELECT count(*) AS n, count(DISTINCT request_key) AS keys, trim_scale(sum(amount) / 1e18)::text AS sum FROM sandbox_transactions WHERE to_address = '${OUT}'`,
      );
      const arrived = rows.reduce((sum, { arrives }) => sum + Math.round(Number(arrives) * 1e6), 0) / 1e6;
      expect(paid).toEqual([{ n: String(rows.length), keys: String(rows.length), sum: String(arrived) }]);
      expect(await inDatabase("SELECT id FROM holds WHERE purpose = 'withdrawal' AND state = 'held'")).toEqual([]);
      await expectWhole({ dataDir: exchange.dataDir, databaseUrl });
      const audit = await exchange.operate('audit');
      expect(audit.output).toContain('clean');
      expect(audit.code).toBe(0);
    },
    timeoutOf({ rounds: KILLS, roundMsMax: 60_000 }) + 2 * LAST_MS_MAX,
  );
});
