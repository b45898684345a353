/** The operators' face: who they are, what they may do, the one door through which they act, and the log of it. */
export { admitLook, createActs, defineAct } from './operators.acts';
export { listLog, type LogRow } from './operators.log';
export type { ActName } from './operators.matrix';
export { createOperatorKey, foundOperator, FOUNDERS, identifyOperator, OPERATOR_ACTS } from './operators.people';
export { ActRefused } from './operators.refused';
export { listOperators } from './operators.repository';
export { listOpenRequests, type RequestRow } from './operators.requests';
export { readSandboxKey } from './operators.sandbox';
