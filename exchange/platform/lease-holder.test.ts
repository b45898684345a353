import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../tests/helpers/postgres';
import type { Database } from './db';
import { createLogger } from './logger';
import { createMetrics } from './metrics';
import { checkFence, releaseLeases, takeLeases } from './leases';
import { LeaseHolder } from './lease-holder';

const log = createLogger('silent');
const PARTS = ['A-B', 'signer C-D'];
/** Room for a busy machine between a renewal and the end of a lease; a rebuild takes longer than that. */
const TIMING = { leaseMs: 2_000, renewMs: 200 };
const REBUILD_MS = 2_500;
let server: SharedPostgres;
let url: string;
const open: Database[] = [];

beforeAll(async () => {
  server = await sharePostgres();
  url = await server.createDatabase('leases');
  const db = openPatiently(url, log);
  await db.close();
});
afterAll(async () => {
  for (const db of open) await db.close();
  await server.stop();
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const readEpochs = async (db: Database) =>
  (await db.read.query<{ part: string; epoch: string }>('SELECT part, epoch FROM leases ORDER BY part')).rows.map(
    ({ part, epoch }) => `${part} ${epoch}`,
  );

/** One process: what it owns, and how often it made a part ready. */
function createProcess(processId: string, rebuildMs: number) {
  const db = openPatiently(url, log);
  open.push(db);
  const epochs = new Map<string, string>();
  const line = { rebuilds: 0, isCut: false };
  const state = {
    epochs,
    own: (part: string, epoch: string) => void epochs.set(part, epoch),
    disown: (part: string) => void epochs.delete(part),
  };
  const lease: Database['lease'] = {
    query: (text, params) => (line.isCut ? Promise.reject(new Error('no connection')) : db.lease.query(text, params)),
  };
  const ownership = new LeaseHolder<void>({
    db: { ...db, lease },
    log,
    metrics: createMetrics(log),
    name: 'test',
    parts: PARTS,
    state,
    processId,
    timing: TIMING,
    async prepare() {
      line.rebuilds += 1;
      await wait(rebuildMs);
    },
  });
  return { db, line, epochs, ownership };
}

it('two processes that start at once and build longer than a lease lasts: one has the parts, once, and keeps them', async () => {
  const processes = [createProcess('one', REBUILD_MS), createProcess('two', REBUILD_MS)] as const;
  await Promise.all(processes.map(({ ownership }) => ownership.start()));
  await wait(2 * TIMING.leaseMs);
  const [first, second] = processes;
  expect(first.epochs.size + second.epochs.size).toBe(PARTS.length);
  expect(first.line.rebuilds + second.line.rebuilds).toBe(PARTS.length);
  expect(await readEpochs(first.db)).toEqual(['A-B 2', 'signer C-D 2']);
  for (const { ownership, epochs } of processes) if (epochs.size > 0) expect(ownership.mayWrite()).toBe(true);
  await Promise.all(processes.map(({ ownership }) => ownership.stop()));
});

it('a process that cannot renew says so before another may take its parts', async () => {
  const first = createProcess('three', 0);
  await first.ownership.start();
  expect(first.epochs.size).toBe(PARTS.length);
  const second = createProcess('four', 0);
  await second.ownership.start();
  expect(second.epochs.size).toBe(0);
  first.line.isCut = true;
  const seen: boolean[] = [];
  while (second.epochs.size < PARTS.length) {
    seen.push(first.ownership.mayWrite());
    await wait(20);
  }
  expect(seen.at(-1)).toBe(false);
  first.line.isCut = false;
  await expect.poll(() => first.epochs.size).toBe(0);
  await second.ownership.stop();
  await expect.poll(() => first.epochs.size).toBe(PARTS.length);
  expect(first.ownership.mayWrite()).toBe(true);
  await first.ownership.stop();
});

it('a transaction that holds a part keeps it from being taken over, but not from being renewed', async () => {
  const { db, epochs, ownership } = createProcess('five', 0);
  await ownership.start();
  const rival = openPatiently(url, log);
  open.push(rival);
  const steal = () => takeLeases(rival.lease, { owner: 'six', parts: PARTS, isAlone: true, leaseMs: TIMING.leaseMs });
  await db.transaction(async (tx) => {
    await checkFence(tx, 'five', new Map([...epochs].slice(0, 1)));
    const renewed = await db.lease.query("UPDATE leases SET expires_at = clock_timestamp() + interval '1 s' WHERE part = 'A-B'");
    expect(renewed.rowCount).toBe(1);
    expect([...(await steal()).keys()]).toEqual(['signer C-D']);
  });
  // A renewal that is under way has a part for a moment: it is left for the next try.
  const taken = new Set<string>();
  await expect
    .poll(async () => {
      for (const part of (await steal()).keys()) taken.add(part);
      return [...taken].sort();
    })
    .toEqual(PARTS);
  const old = db.transaction((tx) => checkFence(tx, 'five', new Map([['A-B', '1']])));
  await expect(old).rejects.toMatchObject({ parts: ['A-B'] });
  await ownership.stop();
});

it('letting some parts go leaves the other leases of the same process alone', async () => {
  const db = openPatiently(url, log);
  open.push(db);
  const parts = ['E-F', 'G-H'];
  const take = (owner: string) => takeLeases(db.lease, { owner, parts, isAlone: false, leaseMs: 600_000 });
  expect([...(await take('seven')).keys()].sort()).toEqual(parts);
  await releaseLeases(db.lease, { owner: 'seven', parts: ['E-F'] });
  expect([...(await take('eight')).keys()]).toEqual(['E-F']);
});
