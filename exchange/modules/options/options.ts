/** The face of seconds contracts: what limits and disclosures need to know. Contracts are reached through the module's calls. */
export { optionRisk } from './options.risk';
