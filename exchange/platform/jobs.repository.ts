import { notifyAfterCommit } from './after-commit';
import type { Tx } from './db';
import type { JobKind } from './job-kinds';
import type { RetentionRule } from './retention';

/** The key of the one row that a periodic job has. */
export const PERIODIC_KEY = 'periodic';

export type JobRow = {
  id: string;
  kind: string;
  key: string;
  dueAt: number;
  payload: unknown;
  cursor: unknown;
  attempts: number;
  pieces: string;
};

const toMs = (column: string) => `(extract(epoch FROM ${column}) * 1000)::int8`;
const toTime = (parameter: string) => `to_timestamp(${parameter}::int8 / 1000.0)`;

/** Plans a job in the transaction of what asks for it. Returns false when this kind has one of the key already, also one that is done. */
export async function scheduleJob<Payload>(
  tx: Tx,
  kind: Pick<JobKind<Payload>, 'name' | 'payload'>,
  job: { key: string; dueAt: number; payload: Payload },
): Promise<boolean> {
  notifyAfterCommit(tx, 'jobs');
  const { rowCount } = await tx.query(
    `INSERT INTO jobs (kind, key, due_at, run_at, payload) VALUES ($1, $2, ${toTime('$3')}, ${toTime('$3')}, $4::json)
     ON CONFLICT (kind, key) DO NOTHING RETURNING 1`,
    [kind.name, job.key, job.dueAt, JSON.stringify(kind.payload.parse(job.payload))],
  );
  return rowCount > 0;
}

/** Plans several jobs of any kinds in one statement; each that is there already is left as it is. */
export async function scheduleJobs(tx: Tx, jobs: readonly { kind: string; key: string; dueAt: number; payload: unknown }[]): Promise<void> {
  if (jobs.length === 0) return;
  notifyAfterCommit(tx, 'jobs');
  await tx.query(
    `INSERT INTO jobs (kind, key, due_at, run_at, payload)
     SELECT j.kind, j.key, ${toTime('j.due')}, ${toTime('j.due')}, j.payload::json
       FROM unnest($1::text[], $2::text[], $3::int8[], $4::text[]) AS j(kind, key, due, payload) ORDER BY j.kind, j.key
     ON CONFLICT (kind, key) DO NOTHING`,
    [
      jobs.map(({ kind }) => kind),
      jobs.map(({ key }) => key),
      jobs.map(({ dueAt }) => dueAt),
      jobs.map(({ payload }) => JSON.stringify(payload)),
    ],
  );
}

/** Plans the periodic jobs that have no time yet, each at its next one, and those whose time lies beyond that: a clock was ahead, or a period has become shorter. */
export async function openPeriodic(tx: Tx, kinds: readonly JobKind[], now: number): Promise<void> {
  const rows = kinds.flatMap(({ name, period }) => (period === null ? [] : [{ name, at: now - (now % period.everyMs) + period.everyMs }]));
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO jobs (kind, key, due_at, run_at, payload)
     SELECT k.name, $3, to_timestamp(k.at / 1000.0), to_timestamp(k.at / 1000.0), '{}' FROM unnest($1::text[], $2::int8[]) AS k(name, at)
      ORDER BY k.name ON CONFLICT (kind, key) DO NOTHING`,
    [rows.map(({ name }) => name), rows.map(({ at }) => String(at)), PERIODIC_KEY],
  );
  await tx.query(
    `UPDATE jobs SET due_at = late.at, run_at = late.at, cursor = NULL, pieces = 0, attempts = 0, error = NULL FROM (
       SELECT j.id, to_timestamp(k.at / 1000.0) AS at FROM unnest($1::text[], $2::int8[]) AS k(name, at)
         JOIN jobs j ON j.kind = k.name AND j.key = $3 AND j.state = 'waiting' AND j.due_at > to_timestamp(k.at / 1000.0)
        FOR UPDATE OF j SKIP LOCKED) late WHERE jobs.id = late.id`,
    [rows.map(({ name }) => name), rows.map(({ at }) => String(at)), PERIODIC_KEY],
  );
}

/** Takes the job that has waited longest, for this transaction; null when none is due that nobody else has. */
export async function takeJob(tx: Tx, kinds: readonly string[], now: number): Promise<JobRow | null> {
  const { rows } = await tx.query<Omit<JobRow, 'dueAt'> & { due_at: string }>(
    `SELECT id, kind, key, ${toMs('due_at')} AS due_at, payload, cursor, attempts, pieces FROM jobs
      WHERE state = 'waiting' AND run_at <= ${toTime('$2')} AND kind = ANY($1::text[]) ORDER BY run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [kinds, now],
  );
  return rows[0] === undefined ? null : { ...rows[0], dueAt: Number(rows[0].due_at) };
}

/** Moves the cursor of a job that goes on: after those that are due already. */
export async function moveJob(tx: Tx, { id }: JobRow, cursor: unknown, now: number): Promise<void> {
  await tx.query(
    `UPDATE jobs SET cursor = $2::json, run_at = ${toTime('$3')}, pieces = pieces + 1, attempts = 0, error = NULL WHERE id = $1`,
    [id, JSON.stringify(cursor), now],
  );
}

/** Ends a job, or plans the next time of a periodic one. */
export async function completeJob(tx: Tx, { id }: JobRow, { next, now }: { next: number | null; now: number }): Promise<void> {
  if (next === null) {
    await tx.query(
      `UPDATE jobs SET state = 'done', ended_at = ${toTime('$2')}, cursor = NULL, pieces = pieces + 1, attempts = 0, error = NULL WHERE id = $1`,
      [id, now],
    );
    return;
  }
  await tx.query(
    `UPDATE jobs SET due_at = ${toTime('$2')}, run_at = ${toTime('$2')}, cursor = NULL, pieces = 0, attempts = 0, error = NULL WHERE id = $1`,
    [id, next],
  );
}

/** Notes a failure, unless the job has been moved since. Returns false then. */
export async function noteJobFailure(tx: Tx, job: JobRow, failure: { error: string; runAt: number }): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE jobs SET attempts = attempts + 1, error = $4, run_at = ${toTime('$5')}
      WHERE id = $1 AND state = 'waiting' AND attempts = $2 AND pieces = $3::int8 AND due_at = ${toTime('$6')} RETURNING 1`,
    [job.id, job.attempts, job.pieces, failure.error, failure.runAt, job.dueAt],
  );
  return rowCount > 0;
}

/** Puts a job aside after its last failure. A periodic one goes on with its next time; the one that failed stays beside it, by its time. */
export async function deadLetterJob(tx: Tx, job: JobRow, input: { error: string; now: number; next: number | null }): Promise<boolean> {
  if (!(await noteJobFailure(tx, job, { error: input.error, runAt: input.now }))) return false;
  if (input.next === null) {
    await tx.query(`UPDATE jobs SET state = 'dead', ended_at = ${toTime('$2')} WHERE id = $1`, [job.id, input.now]);
    return true;
  }
  await tx.query(
    `INSERT INTO jobs (kind, key, state, due_at, run_at, payload, cursor, pieces, attempts, error, ended_at)
     SELECT kind, $2, 'dead', due_at, run_at, payload, cursor, pieces, attempts, error, ${toTime('$3')} FROM jobs WHERE id = $1
     ON CONFLICT (kind, key) DO NOTHING`,
    [job.id, `${job.key} ${new Date(job.dueAt).toISOString()}`, input.now],
  );
  await completeJob(tx, job, { next: input.next, now: input.now });
  return true;
}

/** Returns when the next job of these kinds is to be tried, in ms; null when none waits. */
export async function findNextRun(tx: Tx, kinds: readonly string[]): Promise<number | null> {
  const { rows } = await tx.query<{ at: string | null }>(
    `SELECT ${toMs('min(run_at)')} AS at FROM jobs WHERE state = 'waiting' AND kind = ANY($1::text[])`,
    [kinds],
  );
  return rows[0]?.at == null ? null : Number(rows[0].at);
}

/** Returns for each kind by how many seconds its first job is late, and how many were put aside. */
export async function readJobFigures(
  tx: Tx,
  kinds: readonly string[],
  now: number,
): Promise<{ kind: string; lag: number; dead: number }[]> {
  const { rows } = await tx.query<{ kind: string; lag: number; dead: number }>(
    `SELECT k.kind,
            coalesce(greatest(0, $2::int8 / 1000.0 - extract(epoch FROM min(j.due_at) FILTER (WHERE j.state = 'waiting'))), 0)::float8 AS lag,
            count(*) FILTER (WHERE j.state = 'dead')::float8 AS dead
       FROM unnest($1::text[]) AS k(kind) LEFT JOIN jobs j ON j.kind = k.kind AND j.state <> 'done' GROUP BY k.kind`,
    [kinds, now],
  );
  return rows;
}

export type ListedJob = {
  id: string;
  kind: string;
  key: string;
  state: string;
  dueAt: Date;
  runAt: Date;
  attempts: number;
  error: string | null;
  /** What it is ordered by in a list: its part, when it is tried (µs), its number. */
  place: string;
};

/** Parts of what is not done, as they are listed: what was put aside, what is tried again after a failure, what waits, the longest first. */
const JOB_PARTS = {
  'put aside': { where: "state = 'dead'", order: 'id' },
  failing: { where: "state = 'waiting' AND attempts > 0", order: 'id' },
  waiting: { where: "state = 'waiting' AND attempts = 0", order: 'run_at, id' },
} as const;
export type JobPart = keyof typeof JOB_PARTS;
export const JOB_STATES = Object.keys(JOB_PARTS) as [JobPart, ...JobPart[]];
type JobsAsked = {
  limit: number;
  /** The row that was read last: its part's place among them, when it is tried (µs), its number. */
  behind?: { part: number; runAt: string; id: string } | null;
  state?: JobPart | null;
  kind?: string | null;
};

/** Returns the jobs that were put aside, then those that are tried again after a failure, then those that wait longest; or one part, or one kind of them, by its name or in words (`sandbox blocks`). */
export async function listJobs(tx: Tx, { limit, behind = null, state = null, kind = null }: JobsAsked): Promise<ListedJob[]> {
  const params: unknown[] = [limit];
  const isOfKind = kind === null ? '' : ` AND kind IN ($${params.push(kind)}, $${params.push(kind.replaceAll(' ', '-'))})`;
  const whole = (value: string) => `$${params.push(value)}::int8`;
  const parts = JOB_STATES.flatMap((name, rank) => {
    if ((state !== null && state !== name) || rank < (behind?.part ?? 0)) return [];
    const { where, order: asListed } = JOB_PARTS[name];
    // Each part is read by its own index, no further than the page goes; those of a kind in the order of their numbers.
    const order = kind === null ? asListed : 'id';
    const goOn = ({ runAt, id }: { runAt: string; id: string }) =>
      order === 'id'
        ? `id > ${whole(id)}`
        : `(run_at, id) > ('epoch'::timestamptz + ${whole(runAt)} * interval '1 microsecond', ${whole(id)})`;
    const rest = behind?.part === rank ? ` AND ${goOn(behind)}` : '';
    return `(SELECT *, ${rank} AS part, row_number() OVER () AS nth FROM (SELECT id, kind, key, state, due_at, run_at, attempts, error FROM jobs
      WHERE ${where}${isOfKind}${rest} ORDER BY ${order} LIMIT $1) rows)`;
  });
  if (parts.length === 0) return [];
  const { rows } = await tx.query<ListedJob>(
    `SELECT id, kind, key, state, due_at AS "dueAt", run_at AS "runAt", attempts, error,
            part || '.' || (extract(epoch FROM run_at) * 1000000)::int8 || '.' || id AS place
       FROM (${parts.join(' UNION ALL ')}) listed ORDER BY part, nth LIMIT $1`,
    params,
  );
  return rows;
}

/** Returns a job by its number, whatever became of it; null: there is none. */
export async function findJob(tx: Tx, id: string): Promise<(Omit<ListedJob, 'place'> & { pieces: string }) | null> {
  const { rows } = await tx.query<Omit<ListedJob, 'place'> & { pieces: string }>(
    'SELECT id, kind, key, state, due_at AS "dueAt", run_at AS "runAt", attempts, pieces, error FROM jobs WHERE id = $1',
    [id],
  );
  return rows[0] ?? null;
}

/** Lets a job that was put aside be tried again, from where it stopped. Returns its kind and key, null when there is none. */
export async function requeueJob(tx: Tx, id: string, now: number): Promise<{ kind: string; key: string } | null> {
  notifyAfterCommit(tx, 'jobs');
  const { rows } = await tx.query<{ kind: string; key: string }>(
    `UPDATE jobs SET state = 'waiting', ended_at = NULL, attempts = 0, error = NULL, run_at = ${toTime('$2')}
      WHERE id = $1 AND state = 'dead' RETURNING kind, key`,
    [id, now],
  );
  return rows[0] ?? null;
}

/** Jobs that are done keep their keys for a while. Those that were put aside stay until an operator has looked at them. */
export const jobRetention: RetentionRule = {
  name: 'jobs',
  keptMs: 30 * 86_400_000,
  async remove(tx, { before, limit }) {
    const { rowCount } = await tx.query(
      `DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE state = 'done' AND ended_at < ${toTime('$1')} ORDER BY ended_at LIMIT $2)`,
      [before, limit],
    );
    return rowCount;
  },
};
