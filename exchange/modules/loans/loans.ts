/** The loans' face: what operators decide, and agreements under a new key. */
export { approveLoanAct, describeApplication, rejectLoanAct } from './loans.acts';
export { resealAgreements } from './loans.reseal';
export { findLoanDues } from './loans.repository';
