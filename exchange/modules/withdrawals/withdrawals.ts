/** The face of withdrawals for the operators' command line. */
export { factsOf, WITHDRAWAL_ACTIONS, type WithdrawalFacts } from './withdrawals.actions';
export { findWithdrawal, listForDesk, listForOperators, listSteps, type WithdrawalRow } from './withdrawals.repository';
export { coinsSchema, createPsbt, createSweepPsbt } from './withdrawals.psbt';
export { takeToPay } from './withdrawals.pay-files';
export { type GasFees, readGasFees } from './withdrawals.gas-fees';
