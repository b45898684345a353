import type { VipTerms } from '../../../lib/rules/vip';
import type { Tx } from '../../platform/db';
import { readStanding } from './vip.repository';

/** The face of VIP: what operators do with claims, and the level that a user has. */
export { describeVipClaims, fulfilVipClaimAction, nameVipClaim, showVipClaim } from './vip.actions';

/** Returns the level of a user, all that was recharged in base units of USDT, and what the next level needs by these terms in USDT; null after the last. */
export async function readVipLevel(
  tx: Tx,
  { userId, terms }: { userId: string; terms: VipTerms },
): Promise<{ level: number; total: bigint; next: string | null }> {
  const { level, total } = await readStanding(tx, userId);
  return { level, total, next: terms.levels[level]?.recharge ?? null };
}
