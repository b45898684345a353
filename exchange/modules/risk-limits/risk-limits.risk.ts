import type { Mode, RiskLimit } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import type { startsOf } from './risk-limits.math';

export type Owner = { userId: string; mode: Mode };
/** Where the day, the week and the month begin, in ms. */
export type Starts = ReturnType<typeof startsOf>;
/** What runs, the margin of the largest resting order (0: none rests), and what each limit of a period counts so far: a loss is less what was won and may be negative. Base units of USDT. */
export type Usage = { atRisk: bigint; restingMost: bigint } & Record<Exclude<RiskLimit, 'stake'>, bigint>;

/** What limits and disclosure need to know of a product, which its own module keeps. */
export type ProductRisk = {
  sumUsage(tx: Tx, owner: Owner, starts: Starts): Promise<Usage>;
  /** The user's last results: how many, how many right, and what they earned in base units (may be negative). */
  readRecord(tx: Tx, owner: Owner, length: number): Promise<{ count: number; right: number; profit: bigint }>;
  /** Accounts with a result, and those among them that lost more than they won. */
  countLosers(tx: Tx, mode: Mode): Promise<{ losing: number; all: number }>;
};
