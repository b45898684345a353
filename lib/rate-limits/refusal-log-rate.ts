import type { BucketRule } from './token-buckets';

/** Log lines about refusals of one code: a scanner fills no disk. What is over is counted where there are counters. */
export const REFUSAL_LOG_RATE: BucketRule = { burst: 60, perSecond: 1 };
