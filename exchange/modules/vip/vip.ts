/** The face of VIP: what operators do with claims, and the level that a user has. */
export { describeVipClaims, fulfilVipClaimAct, nameVipClaim, showVipClaim } from './vip.acts';
export { readStanding as readVipStanding } from './vip.repository';
