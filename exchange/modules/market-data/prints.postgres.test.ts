import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import { createDatabaseClock } from '../../platform/database-clock';
import type { Database } from '../../platform/db';
import { createLogger } from '../../platform/logger';
import { createMetrics } from '../../platform/metrics';
import type { Print } from './prints.math';
import { auditPrints, createPrintService } from './prints.service';

const log = createLogger('silent');
const SECOND = 1_000;
/** What the clock of a wrong process is off by. */
const SKEW_MS = 20_000;
const prices = new Map([['BTC-USDT', '67000']]);
let server: SharedPostgres;
let databases = 0;
const opened: Database[] = [];
let url: string;

beforeAll(async () => {
  server = await sharePostgres();
});
afterAll(() => server.stop());
beforeEach(async () => {
  databases += 1;
  url = await server.createDatabase(`prints${databases}`);
});
afterEach(async () => {
  for (const db of opened.splice(0)) await db.close();
});

function open(): Database {
  const db = openPatiently(url, log);
  opened.push(db);
  return db;
}

/** A process of its own, whose clock is off; it notes what it hears and what it alarms. */
async function createProcess(skewMs: number) {
  const db = open();
  const alarms: string[] = [];
  const metrics = { ...createMetrics(log), alarm: (kind: string) => void alarms.push(kind) };
  const service = createPrintService({ db, log, metrics });
  await service.load();
  const heard: number[] = [];
  service.onPrint((print: Print) => heard.push(print.seq));
  return {
    db,
    alarms,
    metrics,
    heard,
    local: { now: () => Date.now() + skewMs },
    print: (at: number) => service.print(at + skewMs, prices),
  };
}

it('error: a print waits behind no flood of writes', async () => {
  const { db, print } = await createProcess(0);
  let ended = 0;
  const slow = Array.from({ length: 12 }, () =>
    db
      .transaction((tx) => tx.query('SELECT pg_sleep(0.4)'))
      .finally(() => {
        ended += 1;
      }),
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await print(Date.now())).toMatchObject({ seq: 1 });
  expect(ended).toBeLessThan(slow.length);
  await Promise.all(slow);
});

describe('two processes print by clocks of their own', () => {
  it.each([
    { name: '20 s ahead', skewMs: SKEW_MS, alarms: ['print_ahead'] },
    { name: '20 s behind', skewMs: -SKEW_MS, alarms: [] },
  ])('one that is $name does not keep the right one from printing, and hears it', async ({ skewMs, alarms }) => {
    const right = await createProcess(0);
    const wrong = await createProcess(skewMs);
    // Seconds that have just passed, so that the test needn't wait for them.
    const from = Date.now() - 10 * SECOND;
    expect(await right.print(from)).not.toBeNull();
    for (let second = 1; second <= 10; second += 1) {
      expect(await wrong.print(from + second * SECOND)).toBeNull();
      expect(await right.print(from + second * SECOND), `second ${second}`).toMatchObject({ seq: second + 1 });
    }
    await wrong.print(from + 10 * SECOND);
    expect(wrong.heard).toEqual(right.heard);
    expect([...new Set(wrong.alarms)]).toEqual(alarms);
    expect(right.alarms).toEqual([]);
    expect((await auditPrints(right.db)).fault).toBeNull();
  });

  it.each([SKEW_MS, -SKEW_MS])('one whose clock is off by %i ms goes by the time of the database, prints, and says so', async (skewMs) => {
    const right = await createProcess(0);
    const wrong = await createProcess(skewMs);
    const { clock, start, stop } = createDatabaseClock({ db: wrong.db, log, metrics: wrong.metrics, local: wrong.local });
    await start();
    stop();
    expect(wrong.alarms).toEqual(['clock_wrong']);
    const shown = /^exchange_clock_offset_seconds (\S+)/m.exec((await wrong.metrics.render()).body)?.[1];
    expect(Number(shown)).toBeCloseTo(-skewMs / SECOND, 0);
    const now = clock.now();
    expect(await wrong.print(now - skewMs)).toMatchObject({ seq: 1, time: now - (now % SECOND) });
    await expect.poll(() => right.print(Date.now())).not.toBeNull();
  });

  it('a process without a price hears what the other prints', async () => {
    const right = await createProcess(0);
    const mute = createPrintService({ db: open(), log, metrics: createMetrics(log) });
    await mute.load();
    const heard: Print[] = [];
    mute.onPrint((print) => heard.push(print));
    await right.print(Date.now());
    expect(await mute.print(Date.now(), new Map())).toBeNull();
    expect(heard).toMatchObject([{ seq: 1 }]);
  });
});
