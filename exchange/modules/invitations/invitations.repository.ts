import type { InvitationStanding } from '../../../lib/rules/invitations';
import { FUNDING_SHARED_MAX, INVITATION_START } from '../../../lib/rules/invitations';
import { PAGE_SIZE } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';

export type Reason = 'document' | 'device' | 'funding';
export type Standing = InvitationStanding & { userId: string; reason: Reason | null; reward: bigint | null };
type Text = {
  user_id: string;
  verified_at: string | null;
  net: string;
  lowest: string;
  since: string | null;
  due_at: string | null;
  state: InvitationStanding['state'];
  reason: Reason | null;
  reward: string | null;
};
const COLUMNS = 's.user_id, s.verified_at, s.net, s.lowest, s.since, s.due_at, s.state, s.reason, s.reward';
const toNumber = (text: string | null) => (text === null ? null : Number(text));
const toStanding = (row: Text): Standing => ({
  userId: row.user_id,
  verifiedAt: toNumber(row.verified_at),
  net: BigInt(row.net),
  lowest: BigInt(row.lowest),
  since: toNumber(row.since),
  dueAt: toNumber(row.due_at),
  state: row.state,
  reason: row.reason,
  reward: row.reward === null ? null : BigInt(row.reward),
});

/** `joinedAt`: when somebody signed up (ms); the rule of that time is theirs. */
export type JoinedStanding = Standing & { joinedAt: number };

/** Locks the standings of users, in their order; the beginning for those of whom nothing is known yet. */
export async function lockStandings(tx: Tx, userIds: readonly string[]): Promise<Map<string, JoinedStanding>> {
  const sql = `SELECT ${COLUMNS} FROM invitation_standings s WHERE s.user_id = ANY($1::int8[]) ORDER BY s.user_id FOR UPDATE`;
  const found = new Map((await tx.query<Text>(sql, [[...userIds]])).rows.map((row) => [row.user_id, toStanding(row)]));
  const joined = await tx.query<{ id: string; created_at: Date }>('SELECT id, created_at FROM users WHERE id = ANY($1::int8[])', [
    [...userIds],
  ]);
  return new Map(
    joined.rows.map(({ id, created_at: at }) => {
      const standing = found.get(id) ?? { ...INVITATION_START, userId: id, reason: null, reward: null };
      return [id, { ...standing, joinedAt: at.getTime() }];
    }),
  );
}

export async function writeStandings(tx: Tx, rows: readonly Standing[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO invitation_standings AS s (user_id, verified_at, net, lowest, since, due_at, state, reason, reward)
     SELECT * FROM unnest($1::int8[], $2::int8[], $3::numeric[], $4::numeric[], $5::int8[], $6::int8[], $7::text[], $8::text[], $9::numeric[])
     ON CONFLICT (user_id) DO UPDATE SET (verified_at, net, lowest, since, due_at, state, reason, reward)
       = (excluded.verified_at, excluded.net, excluded.lowest, excluded.since, excluded.due_at, excluded.state, excluded.reason, excluded.reward)`,
    [
      rows.map(({ userId }) => userId),
      rows.map(({ verifiedAt }) => verifiedAt),
      rows.map(({ net }) => net),
      rows.map(({ lowest }) => lowest),
      rows.map(({ since }) => since),
      rows.map(({ dueAt }) => dueAt),
      rows.map(({ state }) => state),
      rows.map(({ reason }) => reason),
      rows.map(({ reward }) => reward),
    ],
  );
}

export type DueStanding = JoinedStanding & { inviterId: string | null };

/** Locks up to `limit` standings that are to be judged by `until` (ms), with who invited them. */
export async function lockDueStandings(tx: Tx, input: { until: number; limit: number }): Promise<DueStanding[]> {
  const { rows } = await tx.query<Text & { invited_by: string | null; created_at: Date }>(
    `SELECT ${COLUMNS}, u.invited_by, u.created_at FROM invitation_standings s JOIN users u ON u.id = s.user_id
      WHERE s.due_at <= $1 ORDER BY s.due_at, s.user_id LIMIT $2 FOR UPDATE OF s SKIP LOCKED`,
    [input.until, input.limit],
  );
  return rows.map((row) => ({ ...toStanding(row), inviterId: row.invited_by, joinedAt: row.created_at.getTime() }));
}

export type Trace = { userId: string; kind: 'device' | 'funding'; trace: string };

export async function addTraces(tx: Tx, traces: readonly Trace[]): Promise<void> {
  if (traces.length === 0) return;
  await tx.query(
    `INSERT INTO account_traces (user_id, kind, trace) SELECT * FROM unnest($1::int8[], $2::text[], $3::text[]) ON CONFLICT DO NOTHING`,
    [traces.map(({ userId }) => userId), traces.map(({ kind }) => kind), traces.map(({ trace }) => trace)],
  );
}

/** What two accounts share: a browser, or an address that funds both and few others. */
const SHARED = `
  SELECT 1 FROM account_traces mine JOIN account_traces theirs USING (kind, trace)
   WHERE mine.user_id = p.invited AND theirs.user_id = p.inviter`;

/** Returns why each of these pairs is one person, by the invited; without those that are two. */
export async function findSelfInvitations(tx: Tx, pairs: readonly { invited: string; inviter: string }[]): Promise<Map<string, Reason>> {
  if (pairs.length === 0) return new Map();
  const { rows } = await tx.query<{ invited: string; reason: Reason | null }>(
    `SELECT p.invited, CASE
       WHEN EXISTS (SELECT 1 FROM identity_submissions mine JOIN identity_submissions theirs USING (number_hash)
                     WHERE mine.user_id = p.invited AND theirs.user_id = p.inviter) THEN 'document'
       WHEN EXISTS (${SHARED} AND kind = 'device') THEN 'device'
       WHEN EXISTS (${SHARED} AND kind = 'funding' AND $3::int4 >= (SELECT count(*) FROM (
              SELECT 1 FROM account_traces others WHERE others.kind = 'funding' AND others.trace = mine.trace LIMIT $3::int4 + 1) AS counted)) THEN 'funding'
     END AS reason FROM unnest($1::int8[], $2::int8[]) AS p(invited, inviter)`,
    [pairs.map(({ invited }) => invited), pairs.map(({ inviter }) => inviter), FUNDING_SHARED_MAX],
  );
  return new Map(rows.flatMap(({ invited, reason }) => (reason === null ? [] : [[invited, reason] as const])));
}

/** Returns those of these users who were verified. */
export async function findVerified(tx: Tx, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const sql = 'SELECT user_id FROM invitation_standings WHERE user_id = ANY($1::int8[]) AND verified_at IS NOT NULL';
  return new Set((await tx.query<{ user_id: string }>(sql, [[...userIds]])).rows.map((row) => row.user_id));
}

export type InvitedRow = { username: string; joinedAt: number; standing: Standing | null };

/** One page of those whom a user invited, the newest first. */
export async function listInvited(tx: Tx, input: { userId: string; offset: number }): Promise<InvitedRow[]> {
  const { rows } = await tx.query<Text & { name: string; joined: Date; has: boolean }>(
    `SELECT u.username AS name, u.created_at AS joined, s.user_id IS NOT NULL AS has, ${COLUMNS}
       FROM users u LEFT JOIN invitation_standings s ON s.user_id = u.id WHERE u.invited_by = $1 ORDER BY u.id DESC LIMIT $2 OFFSET $3`,
    [input.userId, PAGE_SIZE, input.offset],
  );
  return rows.map((row) => ({ username: row.name, joinedAt: row.joined.getTime(), standing: row.has ? toStanding(row) : null }));
}

export type Inviting = { code: string; invited: number; rewarded: number; by: string | null; isOpen: boolean };

/** Returns a user's code, how many it brought, how many of them were rewarded, and who brought the user. */
export async function readInviting(tx: Tx, userId: string): Promise<Inviting> {
  const { rows } = await tx.query<{ code: string; invited: string; rewarded: string; by: string | null; open: boolean }>(
    `SELECT u.referral_code AS code, i.username AS by, NOT EXISTS (SELECT 1 FROM recharges r WHERE r.user_id = u.id) AS open,
            (SELECT count(*) FROM users w WHERE w.invited_by = u.id) AS invited, sums.*
       FROM users u LEFT JOIN users i ON i.id = u.invited_by,
            LATERAL (SELECT count(*) AS rewarded FROM users w JOIN invitation_standings s ON s.user_id = w.id
                      WHERE w.invited_by = u.id AND s.state = 'rewarded') AS sums
      WHERE u.id = $1`,
    [userId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no user ${userId}`);
  return { ...row, invited: Number(row.invited), rewarded: Number(row.rewarded), isOpen: row.open };
}

/** Locks a user: a recharge that is booked meanwhile waits, and so does this for it. Says whether one was booked before. */
export async function lockBeforeRecharge(tx: Tx, userId: string): Promise<{ hasRecharge: boolean }> {
  await tx.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
  const { rows } = await tx.query('SELECT 1 FROM recharges WHERE user_id = $1 LIMIT 1', [userId]);
  return { hasRecharge: rows.length > 0 };
}

export async function findByCode(tx: Tx, code: string): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>("SELECT id FROM users WHERE referral_code = $1 AND kind = 'person'", [code]);
  return rows[0]?.id ?? null;
}

export async function setInvitedBy(tx: Tx, input: { userId: string; inviterId: string | null }): Promise<void> {
  await tx.query('UPDATE users SET invited_by = $2 WHERE id = $1', [input.userId, input.inviterId]);
}
