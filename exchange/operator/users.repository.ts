import type { Tx } from '../platform/db';

/** What may be unusual about an account, and by which column. */
const STATES = {
  'frozen by the house': 'house_frozen_at',
  'frozen by the owner': 'frozen_at',
  'withdrawals suspended': 'withdrawals_suspended_at',
  closed: 'closed_at',
} as const;
type State = keyof typeof STATES;
const STATE_NAMES = Object.keys(STATES) as State[];

/** Returns accounts of persons, the newest first, behind the number `after`; in one state or in any. By an index each. */
export async function listUsers(tx: Tx, { state, after, limit }: { state: string | null; after: string | null; limit: number }) {
  const wanted = STATE_NAMES.find((name) => name === state);
  const params: unknown[] = [limit];
  const behind = after === null ? '' : ` AND id < $${params.push(after)}`;
  const { rows } = await tx.query<{ id: string; username: string; created_at: Date } & Record<(typeof STATES)[State], Date | null>>(
    `SELECT id, username, created_at, ${Object.values(STATES).join(', ')} FROM users
      WHERE kind = 'person'${wanted === undefined ? '' : ` AND ${STATES[wanted]} IS NOT NULL`}${behind} ORDER BY id DESC LIMIT $1`,
    params,
  );
  return rows.map((row) => ({
    ...{ id: row.id, username: row.username, createdAt: row.created_at },
    states: STATE_NAMES.filter((name) => row[STATES[name]] !== null),
  }));
}
