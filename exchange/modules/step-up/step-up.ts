/** The face of confirmations: `stepUp.require(tx, session, { act: 'withdrawal', amount, address })`, and `stepUp.outgoingHeldUntil(tx, userId)`. */
export type { StepUp, StepUpCaller } from './step-up.service';
export type { Way } from './step-up.ways';
