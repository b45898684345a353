/** The registry's face: what is listed, under which terms, since when. */
export { changeFees, changeRegistryAction, readEntryBase } from './registry.actions';
export { FEE_PRODUCTS, type FeeProduct, findTermsSchema, readTerms } from './registry.kinds';
export type { ConvertTerms, LoanTerms, OptionTerms, PictureTerms } from './registry.kinds';
export { type HostingPlan, hostingPlan, type HostingRules, type HostingTerms } from './registry.hosting';
export type { StakingTerm, StakingTerms } from './registry.staking';
export type { WireTerms } from './registry.wire';
export type { WithdrawalTerms } from './registry.withdrawals';
export { listNewestRows, listVersionsOf, type RegistryRow } from './registry.repository';
export { readHandTerms, readPictureTerms, type Registry } from './registry.service';
