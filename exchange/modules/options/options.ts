/** The face of seconds contracts: what limits, disclosures and the operator need to know. Contracts are reached through the module's calls. */
export { optionRisk } from './options.risk';
export { OPTION_POOL } from './options.terms';
