/** The deposits' face for operators. */
export { followChainAction } from './deposits.actions';
export { creditByHand, HAND_PLACES, handJournal } from './deposits.by-hand';
export { listReorganisations } from './deposits.reorganisations';
