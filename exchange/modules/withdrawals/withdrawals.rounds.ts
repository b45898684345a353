import type { Platform } from '../../platform/app';
import { LeaseLost } from '../../platform/leases';
import { ChainUnavailable } from '../networks/networks';
import type { WithdrawalRow } from './withdrawals.repository';

/** So many withdrawals that fail one after another are no fault of theirs: the database is gone, and the round ends. */
const FAILURES_IN_A_ROW = 3;

type Deps = Pick<Platform, 'metrics'> & { network: { code: string } };

/**
 * Does `work` for one withdrawal after the other. One that fails is alarmed and tried again in the next round, and the others go on.
 *
 * @throws LeaseLost, and what the third failure in a row says
 */
export async function workThrough(
  { metrics, network }: Deps,
  rows: readonly WithdrawalRow[],
  work: (row: WithdrawalRow) => Promise<void>,
): Promise<void> {
  let failures = 0;
  for (const row of rows) {
    try {
      await work(row);
      failures = 0;
    } catch (error) {
      failures += 1;
      if (error instanceof LeaseLost || failures === FAILURES_IN_A_ROW) throw error;
      const fields = { err: error, withdrawal: row.id, network: network.code };
      metrics.alarm('withdrawal_step_failed', fields, 'a withdrawal could not go on, it is tried again');
    }
  }
}

/** Asks the chain. One that doesn't answer says nothing: whatever was sent stays as it is, and is asked about again. Null then. */
export async function askChain<T>(
  { log, metrics, network }: Deps & Pick<Platform, 'log'>,
  what: string,
  question: () => Promise<T>,
): Promise<T | null> {
  try {
    return await question();
  } catch (error) {
    const fields = { err: error, network: network.code, what };
    if (error instanceof ChainUnavailable) log.warn(fields, 'the chain did not answer, it is asked again');
    else metrics.alarm('withdrawal_chain_refused', fields, 'the chain refused what a withdrawal needs, it is asked again');
    return null;
  }
}
