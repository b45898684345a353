/** The rewards' face: what the house owes somebody out of its reward pool, once for each name. */
export { addRewards, findRewards, listRewards, type NewReward, releaseRewards, sumRewards } from './rewards.repository';
export type { ReadDayMax } from './rewards.paying';
