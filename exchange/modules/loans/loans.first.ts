import type { Tx } from '../../platform/db';
import type { Owner } from './loans.judge';
import { findLargestByOperators } from './loans.repository';

/** Who was lent a sum by two operators is lent up to so many times that without them. */
const AGREED_TIMES = 2n;

/**
 * Returns above which sum, of all that is owed and asked for together, two operators decide; in base units. It is at most twice the largest loan of the
 * account that they agreed to, and nothing before. Who somebody is was agreed by one operator alone, who could verify people that there are not, and borrow as
 * them. Money that came in would prove nothing: it goes out again and to the next account; nor does a small loan say anything of a large one.
 * Money of the other account is nobody's, and what a sandbox lends is its own. `approvalAbove`: the sum that is published.
 */
export async function findFreeSum(tx: Tx, owner: Owner, of: { approvalAbove: bigint; isSandbox: boolean }): Promise<bigint> {
  if (of.isSandbox || owner.mode !== 'real') return of.approvalAbove;
  const free = (await findLargestByOperators(tx, owner)) * AGREED_TIMES;
  return free < of.approvalAbove ? free : of.approvalAbove;
}
