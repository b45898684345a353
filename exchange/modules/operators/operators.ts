/** The operators' face: who they are, what they may do, the one door through which they act, and the log of it. */
export { authorizeAccess, createActs, defineAct } from './operators.acts';
export { offerCredentials, proveByCode, resealCredentials, setCredentials, signInByPassword } from './operators.credentials';
export { listLog, listLogOf, type LogOf, type LogRow } from './operators.log';
export { type ActName, ACTS, approversOf, mayAct, mayApprove, needsApproval, paceOf, ROLES } from './operators.matrix';
export { listHurried } from './operators.pace';
export { createOperatorPasskeys } from './operators.passkeys';
export { listFactors } from './operators.passkeys.repository';
export { createOperatorKey, foundOperator, FOUNDERS, identifyOperator, OPERATOR_ACTS } from './operators.people';
export { ActRefused } from './operators.refused';
export { listOperators } from './operators.repository';
export { listOpenRequests, type OpenRequest, summariseOpenRequests } from './operators.requests';
export { readSandboxKey } from './operators.sandbox';
export {
  beginByLink,
  beginSession,
  endSession,
  makeLink,
  requireKeyOwner,
  type SignedIn,
  takeSession,
} from './operators.sessions';
export { tablesWrittenBy } from './operators.guard';
export { findWrites } from './operators.writes';
export { baseField, fingerprint } from './operators.versions';
