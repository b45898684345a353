import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../tests/helpers/postgres';
import { watchCommits } from './after-commit';
import { systemClock } from './clock';
import type { Database } from './db';
import { defineJob } from './job-kinds';
import { JobRunner } from './job-runner';
import { scheduleJob } from './jobs.repository';
import { createLogger } from './logger';
import { createMetrics } from './metrics';

const log = createLogger('silent');
const CHUNKS = 5;
let server: SharedPostgres;
let url: string;
const open: Database[] = [];

beforeAll(async () => {
  server = await sharePostgres();
  url = await server.createDatabase('jobs');
  const db = connect();
  await db.transaction((tx) => tx.script('CREATE TABLE done (n serial, worker text, key text, piece int, UNIQUE (key, piece))'));
});
afterAll(async () => {
  for (const db of open) await db.close();
  await server.stop();
});

function connect(): Database {
  const db = watchCommits(openPatiently(url, log));
  open.push(db);
  return db;
}

/** One process that writes a row for each chunk. `between` runs inside a chunk, after its row. */
function createWorker(worker: string, between: (piece: number) => Promise<void> = () => Promise.resolve()) {
  const db = connect();
  const kind = defineJob({
    name: 'count',
    payload: z.object({}),
    cursor: z.number(),
    async run(tx, { key, cursor }) {
      const piece = (cursor ?? 0) + 1;
      await tx.query('INSERT INTO done (worker, key, piece) VALUES ($1, $2, $3)', [worker, key, piece]);
      await between(piece);
      return piece === CHUNKS ? null : piece;
    },
  });
  const runner = new JobRunner({ db, log, clock: systemClock, metrics: createMetrics(log), kinds: [kind] });
  return { db, kind, runner };
}

const rowsOf = async (db: Database, key: string) =>
  (await db.read.query<{ worker: string; piece: number }>('SELECT worker, piece FROM done WHERE key LIKE $1 ORDER BY n', [key])).rows;

it('two processes share the jobs, and each piece is done once', async () => {
  const workers = [createWorker('one'), createWorker('two')] as const;
  const [{ db, kind }] = workers;
  await Promise.all(workers.map(({ runner }) => runner.start()));
  const keys = Array.from({ length: 20 }, (_, index) => `shared ${index}`);
  await db.transaction(async (tx) => {
    for (const key of keys) await scheduleJob(tx, kind, { key, dueAt: 0, payload: {} });
  });
  await expect.poll(async () => (await rowsOf(db, 'shared%')).length).toBe(keys.length * CHUNKS);
  await Promise.all(workers.map(({ runner }) => runner.stop()));
  expect((await db.read.query("SELECT 1 FROM jobs WHERE state <> 'done'")).rows).toEqual([]);
});

it('a process that is killed in the middle of a piece leaves nothing of it, and another one goes on from there', async () => {
  let reached: () => void = () => undefined;
  const isInside = new Promise<void>((resolve) => {
    reached = resolve;
  });
  let letGo: () => void = () => undefined;
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const first = createWorker('first', async (piece) => {
    if (piece !== 3) return;
    reached();
    await isLetGo;
  });
  await first.db.transaction((tx) => scheduleJob(tx, first.kind, { key: 'killed', dueAt: 0, payload: {} }));
  const ended = first.runner.round().catch(() => undefined);
  await isInside;
  const second = createWorker('second');
  await second.runner.round();
  // While the first one holds it nobody else touches it.
  expect((await rowsOf(second.db, 'killed')).map(({ piece }) => piece)).toEqual([1, 2]);
  await second.db.read.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'",
  );
  await expect
    .poll(async () => {
      await second.runner.round();
      return rowsOf(second.db, 'killed');
    })
    .toEqual([1, 2, 3, 4, 5].map((piece) => ({ worker: piece < 3 ? 'first' : 'second', piece })));
  letGo();
  await ended;
  expect(await rowsOf(second.db, 'killed')).toHaveLength(CHUNKS);
});
