import type { Tx } from '../../platform/db';

/** `source` names it for good; `amount` in base units of the asset, `value` in those of USDT, `at` in ms. */
export type Recharge = {
  source: string;
  userId: string;
  kind: 'in' | 'out' | 'back';
  asset: string;
  amount: bigint;
  value: bigint;
  at: number;
};
export type BookedRecharge = Recharge & { id: string };

/** Writes those that are new and returns them. */
export async function addRecharges(tx: Tx, rows: readonly Recharge[]): Promise<BookedRecharge[]> {
  if (rows.length === 0) return [];
  const added = await tx.query<{ id: string; source: string }>(
    `INSERT INTO recharges (source, user_id, kind, asset, amount, value, at)
     SELECT * FROM unnest($1::text[], $2::int8[], $3::text[], $4::text[], $5::numeric[], $6::numeric[], $7::int8[])
     ON CONFLICT (source) DO NOTHING RETURNING id, source`,
    [
      rows.map(({ source }) => source),
      rows.map(({ userId }) => userId),
      rows.map(({ kind }) => kind),
      rows.map(({ asset }) => asset),
      rows.map(({ amount }) => amount),
      rows.map(({ value }) => value),
      rows.map(({ at }) => at),
    ],
  );
  const ids = new Map(added.rows.map(({ id, source }) => [source, id]));
  return rows.flatMap((row) => {
    const id = ids.get(row.source);
    return id === undefined ? [] : [{ ...row, id }];
  });
}

/** Returns what was booked under these names. */
export async function findRecharges(tx: Tx, sources: readonly string[]): Promise<Map<string, { amount: bigint; value: bigint }>> {
  if (sources.length === 0) return new Map();
  const { rows } = await tx.query<{ source: string; amount: string; value: string }>(
    'SELECT source, amount, value FROM recharges WHERE source = ANY($1::text[])',
    [[...sources]],
  );
  return new Map(rows.map(({ source, amount, value }) => [source, { amount: BigInt(amount), value: BigInt(value) }]));
}

/** One that has no value yet. */
export type WaitingRecharge = Omit<Recharge, 'value' | 'kind'> & { kind: 'in' | 'out' };

/** Keeps those that have no value yet, each once; one that was valued before is not kept. */
export async function keepWaiting(tx: Tx, rows: readonly WaitingRecharge[], now: number): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO recharge_waits (source, user_id, kind, asset, amount, at, waits_since)
     SELECT w.source, w.user_id, w.kind, w.asset, w.amount, w.at, $7::int8
       FROM unnest($1::text[], $2::int8[], $3::text[], $4::text[], $5::numeric[], $6::int8[]) AS w(source, user_id, kind, asset, amount, at)
      WHERE NOT EXISTS (SELECT 1 FROM recharges r WHERE r.source = w.source)
     ON CONFLICT (source) DO NOTHING`,
    [
      rows.map(({ source }) => source),
      rows.map(({ userId }) => userId),
      rows.map(({ kind }) => kind),
      rows.map(({ asset }) => asset),
      rows.map(({ amount }) => amount),
      rows.map(({ at }) => at),
      now,
    ],
  );
}

/** Notes of withdrawals that wait for a value that they ended without a payment, `ends` by the names of what went. */
export async function noteBack(tx: Tx, ends: readonly { source: string; at: number }[]): Promise<void> {
  if (ends.length === 0) return;
  await tx.query(
    `UPDATE recharge_waits SET back_at = e.at FROM unnest($1::text[], $2::int8[]) AS e(source, at)
      WHERE recharge_waits.source = e.source AND recharge_waits.back_at IS NULL`,
    [ends.map(({ source }) => source), ends.map(({ at }) => at)],
  );
}

/** Returns of each coin since when something of it waits (ms), and how much does. */
export async function countWaiting(tx: Tx): Promise<{ asset: string; since: number; count: number }[]> {
  const { rows } = await tx.query<{ asset: string; since: string; count: string }>(
    'SELECT asset, min(waits_since) AS since, count(*) AS count FROM recharge_waits GROUP BY asset ORDER BY asset',
  );
  return rows.map(({ asset, since, count }) => ({ asset, since: Number(since), count: Number(count) }));
}

/** Takes the longest waiting of these coins out, for this transaction. */
export async function takeWaiting(
  tx: Tx,
  { assets, limit }: { assets: readonly string[]; limit: number },
): Promise<(WaitingRecharge & { backAt: number | null })[]> {
  if (assets.length === 0) return [];
  const { rows } = await tx.query<{
    source: string;
    user_id: string;
    kind: 'in' | 'out';
    asset: string;
    amount: string;
    at: string;
    back_at: string | null;
  }>(
    `DELETE FROM recharge_waits WHERE source IN (
       SELECT source FROM recharge_waits WHERE asset = ANY($1::text[]) ORDER BY waits_since, source LIMIT $2 FOR UPDATE)
     RETURNING source, user_id, kind, asset, amount, at, back_at`,
    [[...assets], limit],
  );
  return rows
    .map(({ source, user_id: userId, kind, asset, amount, at, back_at: backAt }) => ({
      ...{ source, userId, kind, asset },
      ...{ amount: BigInt(amount), at: Number(at), backAt: backAt === null ? null : Number(backAt) },
    }))
    .sort((a, b) => a.at - b.at);
}
