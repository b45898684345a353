import { toScaled } from './decimal';

/** USDT in the ledger has eight decimals. */
const SCALE = 8;
const DAY_MS = 86_400_000;
const RATE_SCALE = 4;
const RATE_ONE = 10n ** BigInt(RATE_SCALE);

/** Levels of the specification, section 6. */
export const VIP_LEVELS_COUNT = 9;
/** What levels from here on bring is no money: an operator fulfils it as a claim. */
export const VIP_CLAIMS_FROM = 7;

/** One level: by how much recharged in all it is reached, what is paid once (null for a claim), both in USDT; what the next recharge brings on top, as a fraction. */
export type VipLevelTerms = { recharge: string; reward: string | null; extraRate: string };
/** Levels from the first on; a recharge of `keepMin` USDT or more keeps a membership for `keepDays` more. */
export type VipTerms = { levels: VipLevelTerms[]; keepMin: string; keepDays: number };
/** `leavingRate`: the fee of a withdrawal, as a fraction, or a lower one that is announced. Rewards and extras never come to more than this part of what was recharged. */
export type VipTermsInForce = VipTerms & { leavingRate: string };
/** Returns the terms that are, or were, in force at a time (ms). */
export type VipTermsAt = (at: number) => VipTermsInForce;

/**
 * Where a membership stands. `total` in base units of USDT, `covered` what rewards and extras may come to of it; `extraLevel` is whose extra the next recharge brings and `extraSince` when (ms) that level was reached,
 * null for none; `keptUntil` in ms.
 */
export type VipStanding = {
  total: bigint;
  covered: bigint;
  level: number;
  extraLevel: number | null;
  extraSince: number | null;
  keptUntil: number | null;
};
export const VIP_START: VipStanding = { total: 0n, covered: 0n, level: 0, extraLevel: null, extraSince: null, keptUntil: null };
/** What a recharge led to: the levels that were reached by it with what each pays (base units; null for a claim), and the extra that it brings. */
export type VipStep = { standing: VipStanding; reached: readonly { level: number; reward: bigint | null }[]; extra: bigint };

/** @throws RangeError for what the registry would not have taken */
function unitsOf(text: string, scale = SCALE): bigint {
  const units = toScaled(text, scale);
  if (units === null) throw new RangeError(`not a decimal with ${scale} digits: ${text.slice(0, 40)}`);
  return units;
}

/** Returns the level of a sum in base units of USDT, 0 below the first. */
export function findVipLevel(total: bigint, { levels }: Pick<VipTerms, 'levels'>): number {
  return levels.findLastIndex(({ recharge }) => total >= unitsOf(recharge)) + 1;
}

/** A membership rests when its time is over, until the next recharge that keeps it. What it has brought stays. */
export function isVipResting({ level, keptUntil }: Pick<VipStanding, 'level' | 'keptUntil'>, at: number): boolean {
  return level > 0 && keptUntil !== null && at > keptUntil;
}

/** Returns the extra of a level as units of a ten-thousandth, 0 for none. */
function readExtra({ levels }: VipTerms, level: number | null): bigint {
  return level === null ? 0n : unitsOf(levels[level - 1]?.extraRate ?? '0', RATE_SCALE);
}

/**
 * Returns where a membership stands after a recharge of `value` base units of USDT that was booked at `at` (ms), by the terms in force then. An extra is the one
 * that was in force when its level was reached, rounded down. A level that was reached stays, whatever the terms become.
 * Each recharge covers rewards up to what taking it out costs by the fee of that day: bringing the same money again and again never pays.
 * @example stepVip({ total: 70_000n * ONE, level: 3, extraLevel: 3, ... }, { value: 1_000n * ONE, at }, termsAt).extra // 15 USDT
 */
export function stepVip(standing: VipStanding, { value, at }: { value: bigint; at: number }, termsAt: VipTermsAt): VipStep {
  const terms = termsAt(at);
  const bringsExtra = standing.extraLevel !== null && !isVipResting(standing, at);
  const extra = bringsExtra ? readExtra(termsAt(standing.extraSince ?? at), standing.extraLevel) : 0n;
  const total = standing.total + value;
  const level = Math.max(standing.level, findVipLevel(total, terms));
  const isHigher = level > standing.level;
  const reached = terms.levels.slice(standing.level, level).map(({ reward }, index) => ({
    level: standing.level + index + 1,
    reward: reward === null ? null : unitsOf(reward),
  }));
  const left = bringsExtra ? NO_EXTRA : { extraLevel: standing.extraLevel, extraSince: standing.extraSince };
  const isKept = level > 0 && (isHigher || value >= unitsOf(terms.keepMin));
  return {
    standing: {
      total,
      covered: standing.covered + (value * unitsOf(terms.leavingRate, RATE_SCALE)) / RATE_ONE,
      level,
      ...(isHigher && readExtra(terms, level) > 0n ? { extraLevel: level, extraSince: at } : left),
      keptUntil: isKept ? at + terms.keepDays * DAY_MS : standing.keptUntil,
    },
    reached,
    extra: (value * extra) / RATE_ONE,
  };
}

const NO_EXTRA = { extraLevel: null, extraSince: null } as const;

/** What was let go of so far, and what waits, the oldest first; base units of USDT. */
export type VipRewards = { released: bigint; waiting: readonly bigint[] };

/** Returns how many of those that wait are covered now: whole ones, the oldest first, none before those ahead of it. */
export function countCovered(covered: bigint, { released, waiting }: VipRewards): number {
  let sum = released;
  const first = waiting.findIndex((amount) => {
    sum += amount;
    return sum > covered;
  });
  return first === -1 ? waiting.length : first;
}

/**
 * Returns how much has to be recharged in all (base units of USDT) until the first that waits is covered, by today's fee; null where none waits, or leaving is free.
 * @example findWaitEnd({ total: 30_000n * ONE, covered: 900n * ONE }, { released: 177n * ONE, waiting: [777n * ONE] }, '0.03') // 31,800 USDT
 */
export function findWaitEnd(
  { total, covered }: Pick<VipStanding, 'total' | 'covered'>,
  { released, waiting }: VipRewards,
  leavingRate: string,
): bigint | null {
  const rate = unitsOf(leavingRate, RATE_SCALE);
  const [first] = waiting;
  if (first === undefined || rate === 0n) return null;
  const short = released + first - covered;
  return total + (short * RATE_ONE + rate - 1n) / rate;
}
