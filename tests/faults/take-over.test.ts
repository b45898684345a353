import { afterAll, beforeAll, expect, test } from 'vitest';
import { restingOrder } from '../helpers/call-examples';
import { type ExchangeProcess, startExchange } from '../helpers/exchange-process';
import { addressOf, LegacyClient } from '../helpers/legacy-client';
import { type PostgresServer, startMigratedPostgres } from '../helpers/postgres';
import { expectConsistent } from './support/consistency';
import { LoadMember } from './support/load';
import { countRounds, createRandom, sleep, timeoutOf } from './support/rounds';
import { startWork } from './support/start-work';

const ROUNDS = countRounds({ short: 2, long: 20 });
const MODES = ['demo', 'demo', 'demo', 'real'] as const;
const LOAD_MS_MAX = 800;
/** The lease says 3 s and a second between two looks; the rest is room for a busy machine. */
const TAKE_OVER_MS_MAX = 30_000;
const POLL_MS = 20;

let postgres: PostgresServer;
let databaseUrl: string;
let processes: [ExchangeProcess, ExchangeProcess];

beforeAll(async () => {
  postgres = await startMigratedPostgres();
  databaseUrl = await postgres.createDatabase('candor');
  const env = { DATABASE_URL: databaseUrl };
  processes = [await startExchange(env), await startExchange(env)];
});
afterAll(async () => {
  for (const exchange of processes ?? []) await exchange.remove();
  await postgres?.stop();
});

test(
  `${ROUNDS} owners of the markets killed or frozen: the other process takes over, and nothing is matched twice`,
  async () => {
    const random = createRandom('take-over');
    const took: string[] = [];
    let owner = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const [active, other] = owner === 0 ? processes : [processes[1], processes[0]];
      const isFrozen = round % 2 === 0;
      const members = await Promise.all(MODES.map((mode) => LoadMember.join(active.base, mode)));
      const watcher = new LegacyClient(other.base);
      await watcher.signIn(addressOf(0x9_0000 + round), 'demo');
      const probe = await restingOrder(watcher);
      expect(await watcher.send('POST', '/Mobile/Trade/upTrade2', probe), 'one process writes a market').toMatchObject({
        code: 'MARKET_BUSY',
      });

      const work = startWork(members, random);
      await Promise.race([work.failed, sleep(random.below(LOAD_MS_MAX) + 100)]);
      const struck = Date.now();
      if (isFrozen) active.freeze(true);
      else await active.kill();
      const takenAfterMs = await waitForWriter(watcher, probe, struck);
      took.push(`${isFrozen ? 'frozen' : 'killed'} ${takenAfterMs} ms`);
      expect(takenAfterMs, took.join(', ')).toBeLessThan(TAKE_OVER_MS_MAX);

      // The old owner wakes with commands under way: its commits must be refused, its members are sent to the new one.
      if (isFrozen) active.freeze(false);
      await Promise.race([work.failed, sleep(random.below(LOAD_MS_MAX))]);
      await work.end();
      for (const member of members) {
        const client = new LegacyClient(other.base);
        await member.expectAllThere({ isSettled: false, at: client });
        await member.settle(client);
        await member.expectAllThere({ isSettled: true, at: client });
      }
      await expectConsistent({ dataDir: active.dataDir, databaseUrl });
      if (!isFrozen) await active.reopen();
      owner = 1 - owner;
    }
    process.stdout.write(`take-over: ${took.join(', ')}\n`);
  },
  timeoutOf({ rounds: ROUNDS, roundMsMax: 150_000 }),
);

/** Asks until an order is taken; returns how long after `struck` that was (ms). */
async function waitForWriter(client: LegacyClient, order: Record<string, string>, struck: number): Promise<number> {
  while (Date.now() - struck < 3 * TAKE_OVER_MS_MAX) {
    const answer = await client.send('POST', '/Mobile/Trade/upTrade2', order);
    if (answer.status === 1) return Date.now() - struck;
    expect(answer.code).toBe('MARKET_BUSY');
    await sleep(POLL_MS);
  }
  return Date.now() - struck;
}
