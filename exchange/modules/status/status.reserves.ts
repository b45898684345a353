import { RESERVES_MAX } from '../../../lib/protocol/status';
import type { ChainReserve } from '../../composition/module';
import type { Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { getAssetScale } from '../ledger/ledger';

/** `at` in ms; `chains`, and what members own by asset, in base units. */
type Seen = { at: number; chains: readonly ChainReserve[]; owned: ReadonlyMap<string, bigint> };

/** Keeps what the chains showed beside what members own at that time, in place of what was kept before. */
export async function saveReserves(tx: Tx, { at, chains, owned }: Seen): Promise<void> {
  const shown = new Map(chains.map((chain) => [chain.asset, chain]));
  const assets = [...new Set([...shown.keys(), ...owned.keys()])];
  await tx.query(
    `WITH gone AS (DELETE FROM reserves WHERE NOT asset = ANY($2::text[]))
     INSERT INTO reserves (asset, at, shown, owed, members)
     SELECT r.asset, $1, r.shown, r.owed, r.members FROM unnest($2::text[], $3::numeric[], $4::numeric[], $5::numeric[]) AS r(asset, shown, owed, members)
     ON CONFLICT (asset) DO UPDATE SET at = excluded.at, shown = excluded.shown, owed = excluded.owed, members = excluded.members`,
    [
      at,
      assets,
      assets.map((asset) => String(shown.get(asset)?.shown ?? 0n)),
      assets.map((asset) => String(shown.get(asset)?.owed ?? 0n)),
      assets.map((asset) => String(owned.get(asset) ?? 0n)),
    ],
  );
}

/** Puts what the trees of hashes sum to in place of what was counted beside the chains at the same time, so that both say the same; `sums` in base units. */
export async function keepMembers(tx: Tx, { at, sums }: { at: number; sums: ReadonlyMap<string, bigint> }): Promise<void> {
  await tx.query(
    `UPDATE reserves r SET members = coalesce(s.units, 0) FROM reserves o LEFT JOIN unnest($2::text[], $3::numeric[]) AS s(asset, units) USING (asset)
      WHERE r.asset = o.asset AND r.at = $1`,
    [at, [...sums.keys()], [...sums.values()]],
  );
}

/** Returns what was kept last, amounts as decimals; null: the chains were never looked at. */
export async function readReserves(tx: Tx) {
  const { rows } = await tx.query<{ asset: string; at: string; shown: string; owed: string; members: string }>(
    `SELECT asset, at, shown, owed, members FROM reserves ORDER BY asset LIMIT ${RESERVES_MAX}`,
  );
  const [first] = rows;
  if (first === undefined) return null;
  return {
    at: Number(first.at),
    assets: rows.map(({ asset, ...units }) => {
      const write = (amount: string) => fromUnits(BigInt(amount), getAssetScale(asset));
      return { asset, shown: write(units.shown), owed: write(units.owed), members: write(units.members) };
    }),
  };
}
