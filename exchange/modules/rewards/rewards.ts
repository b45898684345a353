/** The rewards' face: what the house owes somebody out of its reward pool, once for each name. */
import { giveUpRewards as giveUp, sumOwed } from './rewards.repository';

export { addRewards, findRewards, listRewards, type NewReward, releaseRewards, sumRewards } from './rewards.repository';
export type { ReadDayMax } from './rewards.paying';
/** What isn't paid yet, for who closes an account. */
export const unpaidRewards = { sumOwed, giveUp };
