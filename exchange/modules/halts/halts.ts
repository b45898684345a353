/** The face of halts: markets in which operators take no new trades. */
export { haltMarketAction, resumeMarketAction } from './halts.actions';
export { listHalts } from './halts.repository';
