import { z } from 'zod';
import type { Database, Tx } from '../../platform/db';
import { hashText } from '../../platform/ids';

const entrySchema = z.strictObject({
  at: z.number().int(),
  /** Name of the operator, or of the service (`machine`). */
  actor: z.string(),
  actorKind: z.enum(['operator', 'service']),
  /** How the actor had proved it, and from where: `passkey from 203.0.113.7`. */
  proof: z.string(),
  act: z.string(),
  phase: z.enum(['done', 'requested', 'approved', 'refused']),
  target: z.string(),
  reason: z.string(),
  requestId: z.string().nullable(),
  /** Hash of the frozen request, or of the input of an action that was done at once. */
  inputHash: z.string(),
  outcome: z.string(),
});

/** One row of the log. `at` is in ms. */
export type LogEntry = z.infer<typeof entrySchema>;
export type LogRow = { seq: number; entry: LogEntry; hash: string };

const AUDIT_PAGE = 1_000;
const LOG_PAGE = 100;

const hashRow = (row: { previous: string; seq: number; entry: string }) => hashText(`${row.previous}\n${row.seq}\n${row.entry}`);

/** Adds a row at the end of the chain, in the transaction of what it tells. Writers take turns by the head, which is locked last of all. */
export async function appendLog(tx: Tx, entry: LogEntry): Promise<void> {
  const { rows } = await tx.query<{ seq: string; hash: string }>('SELECT seq, hash FROM operator_log_head FOR UPDATE');
  const [head] = rows;
  if (head === undefined) throw new Error('operator_log_head is empty');
  const row = { seq: Number(head.seq) + 1, previous: head.hash, entry: JSON.stringify(entrySchema.parse(entry)) };
  await tx.query('INSERT INTO operator_log (seq, entry, previous, hash) VALUES ($1, $2, $3, $4)', [
    row.seq,
    row.entry,
    row.previous,
    hashRow(row),
  ]);
}

type LogAsked = { limit?: number; operator?: string | null; act?: string | null };

/** Returns up to `limit` rows, newest first; those before `before` when it is given, of an operator's name, of an action. */
export async function listLog(
  tx: Tx,
  before: number | null = null,
  { limit = LOG_PAGE, operator = null, act = null }: LogAsked = {},
): Promise<LogRow[]> {
  const params: unknown[] = [limit];
  // Only what is asked for stands in the statement: so each is read by its own index.
  const and = (text: string, value: unknown) => (value === null ? '' : ` AND ${text} $${params.push(value)}`);
  const { rows } = await tx.query<{ seq: string; entry: string; hash: string }>(
    `SELECT seq, entry, hash FROM operator_log
      WHERE true${and('seq <', before)}${and("(entry::jsonb) ->> 'actor' =", operator)}${and("(entry::jsonb) ->> 'act' =", act)} ORDER BY seq DESC LIMIT $1`,
    params,
  );
  return rows.map((row) => ({ seq: Number(row.seq), entry: entrySchema.parse(JSON.parse(row.entry)), hash: row.hash }));
}

/**
 * One object: the name by which acts target it (`aliases`: others of the same), and how the names of its acts begin, such as `withdrawals.`. `made`: what an action says
 * that made it before it had a number, such as `announcement 7`.
 */
export type LogOf = {
  target: string;
  aliases?: readonly string[] | undefined;
  acts: readonly string[];
  made?: string | undefined;
};

type OfPage = { before: number | null; limit: number };

/** Returns rows about one object, newest first; those before a row when it is given. */
export async function listLogOf(tx: Tx, of: LogOf, page: OfPage): Promise<LogRow[]> {
  const { rows } = await (of.made === undefined ? queryTargets(tx, of, page) : queryMade(tx, of, page));
  return rows.map((row) => ({ seq: Number(row.seq), entry: entrySchema.parse(JSON.parse(row.entry)), hash: row.hash }));
}

type RowText = { seq: string; entry: string; hash: string };

/** Of each name and each kind of action no more rows are read than a page shows. */
const OF_TARGETS = `SELECT found.seq, found.entry, found.hash FROM unnest($1::text[]) AS name CROSS JOIN unnest($2::text[]) AS start
      CROSS JOIN LATERAL (SELECT seq, entry, hash FROM operator_log
        WHERE (entry::jsonb) ->> 'target' = name AND split_part((entry::jsonb) ->> 'act', '.', 1) = split_part(start, '.', 1)
          AND starts_with((entry::jsonb) ->> 'act', start) AND seq < coalesce($3::int8, 9223372036854775807) ORDER BY seq DESC LIMIT $4) AS found`;

const paramsOf = ({ target, aliases = [], acts }: LogOf, { before, limit }: OfPage) => [[target, ...aliases], acts, before, limit];

const queryTargets = (tx: Tx, of: LogOf, page: OfPage) => tx.query<RowText>(`${OF_TARGETS} ORDER BY seq DESC LIMIT $4`, paramsOf(of, page));

/** Acts that make something which has its number from them, and what they say that they made: the same words as in the index. */
const MAKERS = `(entry::jsonb) ->> 'act' IN ('announcements.publish', 'fees.change', 'presale.open') AND (entry::jsonb) ->> 'phase' IN ('done', 'approved')`;
const MADE = `substring((entry::jsonb) ->> 'outcome' from '((?:announcement|pre-sale) [0-9]+) (?:was published|\\([a-z0-9-]+\\) was opened)')`;
/** A thing is made once, by one request, which has three rows at most. */
const MADE_ROWS_MAX = 10;

/** The same, and what made it, with the request that asked for that. */
const queryMade = (tx: Tx, of: LogOf, page: OfPage) =>
  tx.query<RowText>(
    `WITH made AS MATERIALIZED (
       SELECT seq, entry, hash, (entry::jsonb) ->> 'requestId' AS request FROM operator_log WHERE ${MADE} = $5 AND ${MAKERS} LIMIT ${MADE_ROWS_MAX}),
     its AS (
       (${OF_TARGETS})
       UNION SELECT seq, entry, hash FROM made
       UNION SELECT asked.seq, asked.entry, asked.hash FROM made CROSS JOIN LATERAL (SELECT seq, entry, hash FROM operator_log
         WHERE (entry::jsonb) ->> 'requestId' = made.request AND (entry::jsonb) ->> 'requestId' IS NOT NULL ORDER BY seq DESC LIMIT ${MADE_ROWS_MAX}) AS asked)
     SELECT seq, entry, hash FROM its WHERE seq < coalesce($3::int8, 9223372036854775807) ORDER BY seq DESC LIMIT $4`,
    [...paramsOf(of, page), of.made],
  );

/** What the audit of the log found; `fault` is null when every row follows from the one before and the last one is where the log ends. */
export type LogAudit = { rows: number; lastHash: string; fault: string | null };

/** Recomputes the whole chain, and that each decided request is in it as it was frozen. */
export async function auditOperatorLog(db: Database): Promise<LogAudit> {
  const audit: LogAudit = { rows: 0, lastHash: '0'.repeat(64), fault: null };
  const hashes = new Map<string, string>();
  for (;;) {
    const { rows } = await db.long.query<{ seq: string; entry: string; previous: string; hash: string }>(
      'SELECT seq, entry, previous, hash FROM operator_log WHERE seq > $1 ORDER BY seq LIMIT $2',
      [audit.rows, AUDIT_PAGE],
    );
    for (const row of rows) {
      const seq = audit.rows + 1;
      const follows = Number(row.seq) === seq && row.previous === audit.lastHash && row.hash === hashRow({ ...row, seq });
      if (!follows) return { ...audit, fault: `row ${seq} is missing, was altered, or does not follow from the one before` };
      const entry = entrySchema.parse(JSON.parse(row.entry));
      if (entry.requestId !== null) hashes.set(`${entry.requestId} ${entry.phase}`, entry.inputHash);
      audit.rows = seq;
      audit.lastHash = row.hash;
    }
    if (rows.length < AUDIT_PAGE) break;
  }
  const head = await db.long.query<{ seq: string; hash: string }>('SELECT seq, hash FROM operator_log_head');
  if (Number(head.rows[0]?.seq) !== audit.rows || head.rows[0]?.hash !== audit.lastHash) {
    return { ...audit, fault: `the log ends at row ${audit.rows}, and not where it should` };
  }
  return { ...audit, fault: await findRequestFault(db, hashes) };
}

async function findRequestFault(db: Database, hashes: ReadonlyMap<string, string>): Promise<string | null> {
  let last = '0';
  for (;;) {
    const { rows } = await db.long.query<{ id: string; state: string; input_hash: string }>(
      'SELECT id, state, input_hash FROM operator_requests WHERE id > $1 ORDER BY id LIMIT $2',
      [last, AUDIT_PAGE],
    );
    for (const { id, state, input_hash } of rows) {
      const phases = state === 'open' ? ['requested'] : ['requested', state === 'executed' ? 'approved' : 'refused'];
      if (phases.some((phase) => hashes.get(`${id} ${phase}`) !== input_hash)) return `request ${id} (${state}) is not what the log says`;
      last = id;
    }
    if (rows.length < AUDIT_PAGE) return null;
  }
}
