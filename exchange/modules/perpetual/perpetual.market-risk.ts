import type { Tx } from '../../platform/db';
import { formatUnits8 } from './perpetual.wire';

const DAY_MS = 86_400_000;
/** A position is near its liquidation when its margin is worth at most this part of it, in units of 0.0001. */
const NEAR_BPS = 200;

/** `openInterest` in coins of one side, `largest` in USDT at its cost. */
export type MarketRisk = { positions: number; openInterest: string; largest: string; near: number; liquidations: number };
type Row = { market: string; positions: string; open: string; largest: string; near: string; liquidations: string };

/** Returns the risk of the real account's positions by market; those of the insurance fund, which have no margin, are not counted as persons'. */
export async function readMarketRisk(
  tx: Tx,
  { marks, now }: { marks: readonly { market: string; mark: string | null; price: string | null }[]; now: number },
): Promise<Map<string, MarketRisk>> {
  const { rows } = await tx.query<Row>(
    `WITH marks AS (SELECT * FROM unnest($1::text[], $2::numeric[]) AS m(market, mark)),
       valued AS (SELECT p.market, p.side, p.quantity, p.cost, p.margin, p.quantity * m.mark AS value
                    FROM perpetual_positions p LEFT JOIN marks m USING (market) WHERE p.mode = 'real' AND p.closed_at IS NULL),
       open AS (SELECT market, count(*) FILTER (WHERE margin > 0) AS positions,
                  coalesce(sum(quantity) FILTER (WHERE side = 'long'), 0) AS open, coalesce(max(cost) FILTER (WHERE margin > 0), 0) AS largest,
                  count(*) FILTER (WHERE margin > 0 AND
                    (margin + CASE side WHEN 'long' THEN value - cost ELSE cost - value END) * 10000 <= value * $3) AS near
                  FROM valued GROUP BY market),
       ended AS (SELECT market, count(*) AS liquidations FROM perpetual_positions
                  WHERE mode = 'real' AND close_origin = 'liquidation' AND closed_at > to_timestamp(($4::int8 - $5::int8) / 1000.0) GROUP BY market)
     SELECT market, coalesce(positions, 0) AS positions, coalesce(open, 0)::text AS open, coalesce(largest, 0)::text AS largest,
            coalesce(near, 0) AS near, coalesce(liquidations, 0) AS liquidations FROM open FULL JOIN ended USING (market)`,
    [marks.map(({ market }) => market), marks.map(({ mark, price }) => mark ?? price), NEAR_BPS, now, DAY_MS],
  );
  return new Map(
    rows.map(({ market, positions, open, largest, near, liquidations }) => [
      market,
      {
        ...{ positions: Number(positions), near: Number(near), liquidations: Number(liquidations) },
        ...{ openInterest: formatUnits8(BigInt(open)), largest: formatUnits8(BigInt(largest)) },
      },
    ]),
  );
}
