/** The deposits' face for operators. */
export { followChainAct } from './deposits.acts';
export { creditByHand, HAND_PLACES, handJournal } from './deposits.by-hand';
export { listReorganisations } from './deposits.reorganisations';
