/** The operators' face: who they are, what they may do, the one door through which they act, and the log of it. */
export { authorizeAccess, createActions, defineAction } from './operators.actions';
export { offerCredentials, proveByCode, resealCredentials, setCredentials, signInByPassword } from './operators.credentials';
export { listLog, listLogOf, type LogOf, type LogRow } from './operators.log';
export { type ActionName, ACTIONS, approversOf, mayPerform, mayApprove, needsApproval, rateLimitOf, ROLES } from './operators.matrix';
export { listOverRate } from './operators.rate-limit';
export { createOperatorPasskeys } from './operators.passkeys';
export { listFactors } from './operators.passkeys.repository';
export { createOperatorKey, foundOperator, FOUNDERS, identifyOperator, OPERATOR_ACTIONS } from './operators.people';
export { ActionRefused } from './operators.errors';
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
