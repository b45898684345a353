/** The loans' face: what operators decide, and agreements under a new key. */
export { approveLoanAction, describeApplication, readLoanFacts, rejectLoanAction } from './loans.actions';
export { resealAgreements } from './loans.reseal';
export { findLoanDues } from './loans.repository';
