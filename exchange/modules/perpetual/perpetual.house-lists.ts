import type { PositionSide } from '../../../lib/protocol/wire';
import { calculateEntryPrice } from '../../../lib/rules/perpetual';
import type { Tx } from '../../platform/db';
import { POSITION_COLUMNS, readPosition } from './perpetual.positions.repository';
import { formatUnits8 } from './perpetual.wire';

/** Open positions that are sorted by who looks; of more than that the largest are kept each minute. */
const SORTED_MAX = 5_000;
/** Kept of each market and side. */
const KEPT_MAX = 100;
const OPEN = "mode = 'real' AND closed_at IS NULL AND margin > 0";
const MANY = `(SELECT count(*) FROM (SELECT 1 FROM perpetual_positions WHERE mode = 'real' AND closed_at IS NULL LIMIT ${SORTED_MAX} + 1) few) > ${SORTED_MAX}`;

/** An open position of a person's real account. Amounts are decimals: quantity in coins, cost and margin in USDT. `openedAt` in ms. */
export type LargePosition = Record<'id' | 'userId' | 'market' | 'quantity' | 'entryPrice' | 'cost' | 'margin', string> & {
  side: PositionSide;
  leverage: number;
  openedAt: number;
};
type Asked = { market: string | null; side: string | null; limit: number; offset: number };

/** Returns the largest open positions of persons by what they cost, the largest first. However many are open, it reads some thousand. */
export async function listLargestPositions(tx: Tx, { market, side, limit, offset }: Asked): Promise<LargePosition[]> {
  const found = await tx.query<{ many: boolean }>(`SELECT ${MANY} AS many`);
  const kept = found.rows[0]?.many === true ? 'id IN (SELECT position_id FROM largest_positions) AND ' : '';
  const { rows } = await tx.query(
    `SELECT ${POSITION_COLUMNS} FROM perpetual_positions
      WHERE ${kept}${OPEN} AND ($1::text IS NULL OR market = $1) AND ($2::text IS NULL OR side = $2) ORDER BY cost DESC, id LIMIT $3 OFFSET $4`,
    [market, side, limit, offset],
  );
  return rows.map((row) => {
    const { market: of, position } = readPosition(row);
    const { identity, owner, side: way, quantity, cost, margin, leverage } = position;
    const entryPrice = formatUnits8(calculateEntryPrice(position));
    const amounts = { quantity: formatUnits8(quantity), cost: formatUnits8(cost), margin: formatUnits8(margin), entryPrice };
    const openedAt = (row as { opened_at: Date }).opened_at.getTime();
    return { id: String(identity.id), userId: String(owner), market: of, side: way, leverage, openedAt, ...amounts };
  });
}

/** Keeps which positions are the largest, where there are more than a look sorts. Returns how many were kept. */
export async function keepLargestPositions(tx: Tx): Promise<number> {
  const { rowCount } = await tx.query(
    `WITH largest AS (
       SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY market, side ORDER BY cost DESC, id) AS rank FROM perpetual_positions
                        WHERE ${OPEN} AND ${MANY}) ranked WHERE rank <= ${KEPT_MAX}),
     gone AS (DELETE FROM largest_positions WHERE position_id NOT IN (SELECT id FROM largest))
     INSERT INTO largest_positions (position_id) SELECT id FROM largest ON CONFLICT DO NOTHING RETURNING 1`,
  );
  return rowCount;
}

/** What the exchange closed because margin ran out. Amounts are decimals: `closed`, `byBook`, `byFund` and `byOthers` in coins, the rest in USDT. */
export type LiquidationListRow = Record<
  'id' | 'userId' | 'market' | 'closed' | 'byBook' | 'byFund' | 'byOthers' | 'mark' | 'lost' | 'returned',
  string
> & {
  side: PositionSide;
  at: number;
};
type LiquidationRow = Record<
  'id' | 'user_id' | 'market' | 'closed' | 'by_book' | 'by_fund' | 'by_others' | 'mark' | 'lost' | 'returned',
  string
> & {
  side: PositionSide;
  created_at: Date;
};

/** Returns liquidations of real accounts, newest first, behind the number `after`. */
export async function listLiquidations(
  tx: Tx,
  { market, after, limit }: { market: string | null; after: string | null; limit: number },
): Promise<LiquidationListRow[]> {
  const params: unknown[] = [limit];
  const and = (text: string, value: string | null) => (value === null ? '' : ` AND ${text} $${params.push(value)}`);
  const { rows } = await tx.query<LiquidationRow>(
    `SELECT id, user_id, market, side, closed, by_book, by_fund, by_others, trim_scale(mark)::text AS mark, lost, returned, created_at
       FROM perpetual_liquidations WHERE mode = 'real'${and('market =', market)}${and('id <', after)} ORDER BY id DESC LIMIT $1`,
    params,
  );
  const write = (units: string) => formatUnits8(BigInt(units));
  return rows.map((row) => ({
    ...{ id: row.id, userId: row.user_id, market: row.market, side: row.side, mark: row.mark, at: row.created_at.getTime() },
    ...{ closed: write(row.closed), byBook: write(row.by_book), byFund: write(row.by_fund), byOthers: write(row.by_others) },
    ...{ lost: write(row.lost), returned: write(row.returned) },
  }));
}
