/** The credit score: what changes it, and how much its owner may owe. It decides the loan limit and nothing else. */

export const SCORE_START = 60;
export const SCORE_MIN = 0;
export const SCORE_MAX = 100;
/** A repayment in time counts once in so many days. */
export const IN_TIME_DAYS = 7;

/** Why a score changed, and by how much before it is held within its bounds. */
export const SCORE_CHANGES = { verified: 5, repaid_in_time: 3, overdue_day: -2 } as const;
export type ScoreReason = keyof typeof SCORE_CHANGES;
export const SCORE_REASONS = Object.keys(SCORE_CHANGES) as ScoreReason[];

/** From each score on, what may be owed at once, in whole USDT. Below the first row: nothing. */
export const LIMIT_TABLE = [
  { score: 60, limit: 1_000 },
  { score: 65, limit: 2_000 },
  { score: 70, limit: 5_000 },
  { score: 75, limit: 7_500 },
  { score: 80, limit: 10_000 },
  { score: 85, limit: 15_000 },
  { score: 90, limit: 20_000 },
  { score: 95, limit: 30_000 },
  { score: 100, limit: 50_000 },
] as const;

/** Returns a score after a change, within 0 and 100. */
export function changeScore(score: number, reason: ScoreReason): number {
  return Math.min(SCORE_MAX, Math.max(SCORE_MIN, score + SCORE_CHANGES[reason]));
}

/** Returns what may be owed with a score, in whole USDT. */
export function findLimit(score: number): number {
  return LIMIT_TABLE.findLast((row) => row.score <= score)?.limit ?? 0;
}

/** Says whether a repayment in time counts now (ms), when the last one counted at `lastAt`. */
export function countsInTime({ lastAt, now, dayMs }: { lastAt: number | null; now: number; dayMs: number }): boolean {
  return lastAt === null || now - lastAt >= IN_TIME_DAYS * dayMs;
}
