import type { Mode } from '../../../lib/protocol/wire';
import type { CostBasis } from '../../../lib/rules/cost-basis';
import type { Tx } from '../../platform/db';

export type Place = { userId: string; mode: Mode; asset: string };
export type Holding = Place & CostBasis;

type Row = { user_id: string; mode: Mode; asset: string; quantity: string; cost: string; realised: string };

function toHolding({ user_id: userId, mode, asset, quantity, cost, realised }: Row): Holding {
  return { userId, mode, asset, quantity: BigInt(quantity), cost: BigInt(cost), realised: BigInt(realised) };
}

/** Returns those of these users; each has at most one row a coin and mode. */
export async function listHoldingsOf(tx: Tx, userIds: readonly string[]): Promise<Holding[]> {
  const { rows } = await tx.query<Row>(
    'SELECT user_id, mode, asset, quantity, cost, realised FROM holdings WHERE user_id = ANY($1::int8[])',
    [[...userIds]],
  );
  return rows.map(toHolding);
}

/** Returns those of one account. */
export async function listHoldings(tx: Tx, { userId, mode, limit }: { userId: string; mode: Mode; limit: number }): Promise<Holding[]> {
  const { rows } = await tx.query<Row>(
    'SELECT user_id, mode, asset, quantity, cost, realised FROM holdings WHERE user_id = $1 AND mode = $2 ORDER BY asset LIMIT $3',
    [userId, mode, limit],
  );
  return rows.map(toHolding);
}

/** Says whether a user ever bought a coin, in either mode. */
export async function hasHoldings(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await tx.query('SELECT 1 FROM holdings WHERE user_id = $1 LIMIT 1', [userId]);
  return rows.length > 0;
}

/** Writes holdings as they are now; of users that are there. */
export async function putHoldings(tx: Tx, holdings: readonly Holding[]): Promise<void> {
  if (holdings.length === 0) return;
  await tx.query(
    `INSERT INTO holdings (user_id, mode, asset, quantity, cost, realised)
     SELECT given.* FROM unnest($1::int8[], $2::text[], $3::text[], $4::numeric[], $5::numeric[], $6::numeric[])
            AS given (user_id, mode, asset, quantity, cost, realised)
       JOIN users ON users.id = given.user_id
     ON CONFLICT (user_id, mode, asset) DO UPDATE SET quantity = excluded.quantity, cost = excluded.cost, realised = excluded.realised`,
    [
      holdings.map(({ userId }) => userId),
      holdings.map(({ mode }) => mode),
      holdings.map(({ asset }) => asset),
      holdings.map(({ quantity }) => quantity),
      holdings.map(({ cost }) => cost),
      holdings.map(({ realised }) => realised),
    ],
  );
}
