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
