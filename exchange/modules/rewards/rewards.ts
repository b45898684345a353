/** The rewards' face: what the house owes somebody out of its reward pool, once for each name. */
export { addRewards, findRewards, listRewards, type NewReward, releaseRewards } from './rewards.repository';
