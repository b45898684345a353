import { RESERVES_MAX } from '../../../lib/protocol/status';
import type { ChainReserve } from '../../composition/module';
import type { Database, Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { getAssetScale } from '../ledger/ledger';

/** What all members own on the real account; a book of hosting is theirs as a whole, the house's share of it too. */
const MEMBERS_OWN = `
  SELECT a.asset, sum(a.balance) AS units FROM ledger_accounts a JOIN users u ON u.id = a.user_id
   WHERE a.realm = 'real' AND (u.kind = 'person' OR EXISTS (SELECT 1 FROM hosting_books b WHERE b.user_id = u.id))
   GROUP BY a.asset HAVING sum(a.balance) > 0 ORDER BY a.asset LIMIT ${RESERVES_MAX}`;

/** Keeps what the chains showed beside what members own at that time, in place of what was kept before. `at` in ms; `chains` in base units. */
export async function saveReserves(db: Pick<Database, 'long' | 'read'>, { at, chains }: { at: number; chains: readonly ChainReserve[] }) {
  const { rows } = await db.long.query<{ asset: string; units: string }>(MEMBERS_OWN);
  const owned = new Map(rows.map(({ asset, units }) => [asset, BigInt(units)]));
  const shown = new Map(chains.map((chain) => [chain.asset, chain]));
  const assets = [...new Set([...shown.keys(), ...owned.keys()])];
  await db.read.query(
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
