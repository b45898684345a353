import type { BucketRule } from './token-buckets';

/** Rate limit of log lines per error code, so that a scanner can't fill the disk. Dropped lines still count in the metrics. */
export const REFUSAL_LOG_RATE: BucketRule = { burst: 60, perSecond: 1 };
