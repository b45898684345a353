import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ExchangeProcess, startExchange } from '../helpers/exchange-process';
import { type PostgresServer, startMigratedPostgres } from '../helpers/postgres';
import { expectConsistent } from './support/consistency';
import { LoadMember } from './support/load';
import { countRounds, createRandom, sleep, timeoutOf } from './support/rounds';
import { startWork } from './support/start-work';

const KILLS = countRounds({ short: 2, long: 200 });
const MODES = ['demo', 'demo', 'demo', 'real'] as const;
/** The kill falls anywhere in this time after the first answer. */
const LOAD_MS_MAX = 600;
/** One start in so many is killed too, somewhere on its way. */
const KILLED_STARTS = 0.2;
const START_MS_MAX = 1_500;
const INSPECT_EVERY = 20;
const FIRST_ANSWER_MS_MAX = 120_000;

describe.each(['embedded', 'postgres'] as const)('kill -9 of the exchange on the %s database', (kind) => {
  let postgres: PostgresServer | null = null;
  let databaseUrl: string | undefined;
  let exchange: ExchangeProcess;

  beforeAll(async () => {
    postgres = kind === 'postgres' ? await startMigratedPostgres() : null;
    databaseUrl = await postgres?.createDatabase('candor');
    exchange = await startExchange(databaseUrl ? { DATABASE_URL: databaseUrl } : {});
  });
  afterAll(async () => {
    await exchange?.remove();
    await postgres?.stop();
  });

  test(
    `${KILLS} kills under load: what was acknowledged is there once, what was not takes effect once when repeated`,
    async () => {
      const random = createRandom(`kill-exchange ${kind}`);
      const reopenMs: number[] = [];
      let settled = 0;
      let open = 0;
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const members = await Promise.all(MODES.map((mode) => LoadMember.join(exchange.base, mode)));
        await loadUntilKilled({ exchange, members, afterMs: random.below(LOAD_MS_MAX), random });
        if (random.chance(KILLED_STARTS)) await exchange.startAndKill(random.below(START_MS_MAX));
        if (kill === 1 || kill === KILLS || kill % INSPECT_EVERY === 0) await expectConsistent({ dataDir: exchange.dataDir, databaseUrl });
        const started = Date.now();
        await exchange.reopen();
        reopenMs.push(Date.now() - started);
        await Promise.all(members.map((member) => member.expectAllThere({ isSettled: false })));
        open += members.flatMap(({ sent }) => sent).filter(({ answer }) => answer === null).length;
        await Promise.all(members.map((member) => member.settle()));
        await Promise.all(members.map((member) => member.expectAllThere({ isSettled: true })));
        settled += members.flatMap(({ sent }) => sent).filter(({ answer }) => answer?.status === 1).length;
      }
      await exchange.kill();
      await expectConsistent({ dataDir: exchange.dataDir, databaseUrl });
      expect(settled).toBeGreaterThan(KILLS);
      process.stdout.write(
        `kill-exchange ${kind}: ${KILLS} kills, ${settled} effects, ${open} requests cut off, reopened in ${Math.max(...reopenMs)} ms at most\n`,
      );
    },
    timeoutOf({ rounds: KILLS, roundMsMax: 90_000 }),
  );
});

type KillInput = { exchange: ExchangeProcess; members: LoadMember[]; afterMs: number; random: ReturnType<typeof createRandom> };

async function loadUntilKilled({ exchange, members, afterMs, random }: KillInput): Promise<void> {
  const work = startWork(members, random);
  for (const end = Date.now() + FIRST_ANSWER_MS_MAX; work.countAnswers() === 0 && Date.now() < end; )
    await Promise.race([work.failed, sleep(2)]);
  await Promise.race([work.failed, sleep(afterMs)]);
  work.stop();
  await exchange.kill();
  await work.end();
}
