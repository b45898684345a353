/** The face of halts: markets in which operators take no new trades. */
export { haltMarketAct, resumeMarketAct } from './halts.acts';
export { listHalts } from './halts.repository';
