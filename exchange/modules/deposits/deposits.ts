/** The deposits' face for operators. */
export { followChainAct } from './deposits.acts';
export { listReorganisations } from './deposits.reorganisations';
