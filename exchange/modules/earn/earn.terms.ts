import { fingerprint } from '../operators/operators';
import type { StakingTerm } from '../registry/registry';

/** Returns the version of what one agrees to by staking in a term. How long the queue is by now, and what its pool can still take on, is none of it. */
export const versionOf = (term: StakingTerm) => {
  const { kind, coin, days, dayMs, rateMin, rateMax, amountMin, amountMax, place, waitDays, perDay, exitDays } = term;
  return fingerprint([kind, coin, days, dayMs, rateMin, rateMax, amountMin, amountMax, place, waitDays, perDay, exitDays]);
};
