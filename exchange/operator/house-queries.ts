import { type Mode, MODES } from '../../lib/protocol/wire';
import { getAssetScale } from '../modules/ledger/ledger';
import { assetsOf, POOL_NAMES, readCovers } from '../modules/pools/pools';
import type { Tx } from '../platform/db';
import { fromUnits } from '../platform/decimal';

/** Which subject of the audit proves what the chains hold. */
export const CUSTODY = 'custody';

/** Returns what each pool holds free and has set aside; amounts are decimals. */
export async function readPools(tx: Tx, modes: readonly Mode[] = MODES) {
  const parts = modes.flatMap((mode) => POOL_NAMES.flatMap((pool) => assetsOf(pool).map((asset) => ({ pool, mode, asset }))));
  const covers = await readCovers(tx, parts);
  return parts.map(({ pool, mode, asset }, at) => {
    const { free = 0n, reserved = 0n, until = null } = covers[at] ?? {};
    const write = (units: bigint) => fromUnits(units, getAssetScale(asset));
    return { pool: `${pool}-pool`, account: mode, asset, free: write(free), reserved: write(reserved), until };
  });
}

type LettersAsked = {
  limit: number;
  /** The row that was read last; `createdAt` in µs. */
  behind?: { createdAt: string; consumer: string; id: string } | null;
  consumer?: string | null;
};

/** Returns events that consumers went past, or one of them did, the newest first; `place` is what each is ordered by. */
export async function listDeadLetters(tx: Tx, { limit, behind = null, consumer = null }: LettersAsked) {
  const params: unknown[] = [limit];
  const of = consumer === null ? '' : ` AND consumer = $${params.push(consumer)}`;
  const [time, whose, id] = behind === null ? [] : [behind.createdAt, behind.consumer, behind.id].map((one) => `$${params.push(one)}`);
  const from = `'epoch'::timestamptz + ${time}::int8 * interval '1 microsecond'`;
  const rest =
    behind === null ? '' : ` AND created_at <= ${from} AND (created_at < ${from} OR (consumer, id) > (${whose}::text, ${id}::int8))`;
  const { rows } = await tx.query<{ consumer: string; id: string; kind: string; at: Date; attempts: number; error: string; place: string }>(
    `SELECT consumer, id, kind, at, attempts, error, (extract(epoch FROM created_at) * 1000000)::int8 || '.' || id || '.' || consumer AS place
       FROM event_dead_letters WHERE true${of}${rest} ORDER BY created_at DESC, consumer, id LIMIT $1`,
    params,
  );
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

/** Returns an event that a consumer went past; null: there is none. `at` in ms. */
export async function findDeadLetter(tx: Tx, { consumer, id }: { consumer: string; id: string }) {
  const { rows } = await tx.query<{ kind: string; at: Date; attempts: number; error: string }>(
    'SELECT kind, at, attempts, error FROM event_dead_letters WHERE consumer = $1 AND id = $2',
    [consumer, id],
  );
  return rows[0] ?? null;
}

/** Keeps what the audit of a subject found. `at` in ms. */
export async function saveAudit(tx: Tx, { subject, at, faults }: { subject: string; at: number; faults: number }): Promise<void> {
  await tx.query(
    'INSERT INTO audit_results (subject, at, faults) VALUES ($1, $2, $3) ON CONFLICT (subject) DO UPDATE SET at = $2, faults = $3',
    [subject, at, faults],
  );
}

/** Returns when a subject was proved last (ms) and how many faults there were; null: never. */
export async function findAudit(tx: Tx, subject: string): Promise<{ at: number; faults: number } | null> {
  const { rows } = await tx.query<{ at: string; faults: number }>(
    'SELECT at, faults FROM audit_results WHERE subject = $1 AND at IS NOT NULL',
    [subject],
  );
  return rows[0] === undefined ? null : { at: Number(rows[0].at), faults: rows[0].faults };
}

/** Returns when each subject was proved last (ms; null: never to its end), and how many faults there were. */
export async function listAudits(tx: Tx): Promise<{ subject: string; at: number | null; faults: number }[]> {
  const { rows } = await tx.query<{ subject: string; at: string | null; faults: number }>(
    'SELECT subject, at, faults FROM audit_results ORDER BY subject LIMIT 200',
  );
  return rows.map(({ at, ...row }) => ({ ...row, at: at === null ? null : Number(at) }));
}

type Due = { subject: string; now: number; everyMs: number; retryMs: number };

/**
 * Takes the proof of a subject on: true for one process, when it was never proved, is older than `everyMs`, or found faults. Who began and never ended has had it
 * after `retryMs`.
 */
export async function takeAudit(tx: Tx, { subject, now, everyMs, retryMs }: Due): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO audit_results AS r (subject, at, faults, begun_at) VALUES ($1, NULL, 0, $2)
     ON CONFLICT (subject) DO UPDATE SET begun_at = $2
      WHERE r.begun_at <= $2::int8 - $4::int8 AND (r.at IS NULL OR r.faults > 0 OR r.at <= $2::int8 - $3::int8) RETURNING 1`,
    [subject, now, everyMs, retryMs],
  );
  return rowCount === 1;
}
