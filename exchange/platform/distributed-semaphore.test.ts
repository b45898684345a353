import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../tests/helpers/postgres';
import { createWorkLimiter } from '../modules/accounts/accounts.work-limiter';
import { monotonicNow } from './clock';
import type { Database } from './db';
import { createLogger } from './logger';
import { createDistributedSemaphore } from './distributed-semaphore';

let server: SharedPostgres;
let processes: Database[];
beforeAll(async () => {
  server = await sharePostgres();
  const url = await server.createDatabase('slots');
  const log = createLogger('silent');
  processes = [openPatiently(url, log), openPatiently(url, log), openPatiently(url, log)];
});
afterAll(async () => {
  await Promise.all(processes.map((db) => db.close()));
  await server?.stop();
});

const slotsOf = (db: Database, name: string) => createDistributedSemaphore({ db, name, slotsMax: 2 });
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('of three processes with two turns each, never more than two work at once, and all get their turn', async () => {
  let running = 0;
  let most = 0;
  const gates = processes.map((db) => createWorkLimiter({ runningMax: 2, waitMaxMs: 20_000, slots: slotsOf(db, 'hash') }));
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await later(5);
    running -= 1;
    return 'done';
  };
  const done = await Promise.all(Array.from({ length: 30 }, (_, n) => gates[n % 3]!.run({ source: `network ${n}`, isKnown: false }, work)));
  expect([done.length, most]).toEqual([30, 2]);
});

it('a process whose wait is over is told so, and does nothing', async () => {
  const held = await Promise.all([0, 1].map(() => slotsOf(processes[0]!, 'busy').take(monotonicNow() + 5_000)));
  const gate = createWorkLimiter({ runningMax: 2, waitMaxMs: 50, slots: slotsOf(processes[1]!, 'busy') });
  let hasRun = false;
  const attempt = gate.run({ source: 'network', isKnown: true }, async () => {
    hasRun = true;
  });
  await expect(attempt).rejects.toMatchObject({ code: 'SIGN_IN_BUSY', params: { seconds: '1' } });
  expect(hasRun).toBe(false);
  await held[0]?.();
  expect(await slotsOf(processes[1]!, 'busy').take(monotonicNow() + 5_000)).not.toBeNull();
});

it('a slot whose process died is taken over, and the dead one gives nothing back', async () => {
  const dead = await slotsOf(processes[0]!, 'dead').take(monotonicNow() + 5_000);
  await slotsOf(processes[0]!, 'dead').take(monotonicNow() + 5_000);
  await processes[0]!.read.query(`UPDATE work_slots SET taken_until = now() - interval '1 s' WHERE name = 'dead' AND slot = 0`);
  expect(await slotsOf(processes[1]!, 'dead').take(monotonicNow())).not.toBeNull();
  await dead?.();
  expect(await slotsOf(processes[2]!, 'dead').take(monotonicNow())).toBeNull();
});
