import { calculateInsuranceMin } from '../../../lib/rules/perpetual-insurance';
import type { Database } from '../../platform/db';
import { insuranceAddress } from './perpetual.postings';
import { formatUnits8 } from './perpetual.wire';

/**
 * Returns a line on the insurance fund of real money: what it holds, and what it must hold for positions to be opened in the largest market, in
 * USDT; with what is missing when it is less.
 */
export async function describeInsurance(db: Database): Promise<string> {
  const { rows } = await db.long.query<{ held: string; open: string }>(
    `SELECT coalesce((SELECT balance FROM ledger_accounts WHERE address = $1), 0)::text AS held,
            coalesce((SELECT max(cost) FROM (SELECT sum(cost) AS cost FROM perpetual_positions
                       WHERE mode = 'real' AND side = 'long' AND closed_at IS NULL GROUP BY market) m), 0)::text AS open`,
    [insuranceAddress('real')],
  );
  const held = BigInt(rows[0]?.held ?? '0');
  const needed = calculateInsuranceMin(BigInt(rows[0]?.open ?? '0'));
  const line = `insurance fund: holds ${formatUnits8(held)} USDT, must hold ${formatUnits8(needed)} for real positions to be opened`;
  return held >= needed ? line : `${line}: ${formatUnits8(needed - held)} MISSING`;
}
