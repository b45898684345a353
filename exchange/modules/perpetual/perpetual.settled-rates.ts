import type { Mode } from '../../../lib/protocol/wire';
import { calculateFundingRate } from '../../../lib/rules/perpetual-funding';
import type { Tx } from '../../platform/db';
import { formatUnits8 } from './perpetual.wire';

/** Minutes: a rate of fewer samples is of too short a time to say what a market pays. */
const SAMPLES_MIN = 60;

/**
 * Returns for each market the rate of its last funding time that wasn't left out, as a decimal. Before the first one, and where that one had less than an hour of
 * samples, it is the interest alone. So it changes at most once in a funding interval, and nothing that stands in a book for a moment changes it.
 */
export async function readSettledRates(
  tx: Tx,
  { markets, mode }: { markets: readonly string[]; mode: Mode },
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await tx.query<{ market: string; rate: string | null; samples: number | null }>(
    `SELECT m.market, f.rate, f.samples FROM unnest($1::text[]) AS m(market)
       LEFT JOIN LATERAL (SELECT rate, samples FROM perpetual_fundings
                           WHERE market = m.market AND mode = $2 AND skipped IS NULL ORDER BY instant DESC LIMIT 1) f ON true`,
    [markets, mode],
  );
  return new Map(
    rows.map(({ market, rate, samples }) => {
      const isKnown = rate !== null && (samples ?? 0) >= SAMPLES_MIN;
      return [market, formatUnits8(isKnown ? BigInt(rate) : calculateFundingRate(0n))];
    }),
  );
}
