/** USDT in the ledger has eight decimals. */
const ONE = 10n ** 8n;
const DAY_MS = 86_400_000;
const BPS = 10_000n;

/**
 * Levels by all that was recharged, in whole USDT. `reward` is paid once in USDT, null for what an operator fulfils as a claim; `extraBps` is what the next booked
 * recharge after reaching the level brings on top.
 * @source product specification, section 6
 */
export const VIP_LEVELS = [
  { level: 1, recharge: 10_000n, reward: 177n, extraBps: 0n },
  { level: 2, recharge: 30_000n, reward: 777n, extraBps: 0n },
  { level: 3, recharge: 70_000n, reward: 1_777n, extraBps: 150n },
  { level: 4, recharge: 150_000n, reward: 2_777n, extraBps: 200n },
  { level: 5, recharge: 300_000n, reward: 4_777n, extraBps: 250n },
  { level: 6, recharge: 800_000n, reward: 16_888n, extraBps: 300n },
  { level: 7, recharge: 3_000_000n, reward: null, extraBps: 350n },
  { level: 8, recharge: 8_000_000n, reward: null, extraBps: 400n },
  { level: 9, recharge: 30_000_000n, reward: null, extraBps: 0n },
] as const;

/** A recharge of `min` base units of USDT or more keeps a membership for `days` more. */
export const VIP_KEEP = { min: 5_000n * ONE, days: 90 } as const;

/** Where a membership stands. `total` in base units of USDT; `extraLevel` is whose extra the next recharge brings, null for none; `keptUntil` in ms. */
export type VipStanding = { total: bigint; level: number; extraLevel: number | null; keptUntil: number | null };
export const VIP_START: VipStanding = { total: 0n, level: 0, extraLevel: null, keptUntil: null };
/** What a recharge led to: the levels that were reached by it, and the extra that it brings, in base units. */
export type VipStep = { standing: VipStanding; reached: readonly number[]; extra: bigint };

/** Returns the level of a sum in base units of USDT, 0 below the first. */
export function findVipLevel(total: bigint): number {
  return VIP_LEVELS.findLast(({ recharge }) => total >= recharge * ONE)?.level ?? 0;
}

/** Returns what is paid for reaching a level, in base units of USDT; null for a claim. */
export function vipReward(level: number): bigint | null {
  const reward = VIP_LEVELS[level - 1]?.reward ?? null;
  return reward === null ? null : reward * ONE;
}

/** A membership rests when its time is over, until the next recharge that keeps it. What it has brought stays. */
export function isVipResting({ level, keptUntil }: Pick<VipStanding, 'level' | 'keptUntil'>, at: number): boolean {
  return level > 0 && keptUntil !== null && at > keptUntil;
}

/**
 * Returns where a membership stands after a recharge of `value` base units of USDT that was booked at `at` (ms). The extra is rounded down.
 * @example stepVip({ total: 70_000n * ONE, level: 3, extraLevel: 3, keptUntil }, { value: 1_000n * ONE, at }).extra // 15 USDT
 */
export function stepVip(standing: VipStanding, { value, at }: { value: bigint; at: number }): VipStep {
  const bringsExtra = standing.extraLevel !== null && !isVipResting(standing, at);
  const extraBps = bringsExtra ? (VIP_LEVELS[(standing.extraLevel ?? 0) - 1]?.extraBps ?? 0n) : 0n;
  const total = standing.total + value;
  const level = Math.max(standing.level, findVipLevel(total));
  const isHigher = level > standing.level;
  const reached = VIP_LEVELS.flatMap((row) => (row.level > standing.level && row.level <= level ? [row.level] : []));
  const hasExtra = (VIP_LEVELS[level - 1]?.extraBps ?? 0n) > 0n;
  const left = bringsExtra ? null : standing.extraLevel;
  const isKept = level > 0 && (isHigher || value >= VIP_KEEP.min);
  return {
    standing: {
      total,
      level,
      extraLevel: isHigher && hasExtra ? level : left,
      keptUntil: isKept ? at + VIP_KEEP.days * DAY_MS : standing.keptUntil,
    },
    reached,
    extra: (value * extraBps) / BPS,
  };
}
