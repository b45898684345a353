/** The ledger's face. Money moves only by `postJournals` and `prepareJournals`. */
export { listActivity, type OwnActivity, sumOwnCodes, sumOwnLines } from './ledger.activity';
export { findJournals, findNewestJournal, listOwnJournals, type OwnJournal, readJournals, toLinesWire } from './ledger.journals';
export {
  ASSETS,
  BALANCE_PARTS,
  clearingAddress,
  getAssetScale,
  houseAddress,
  outsideAddress,
  SANDBOX_TOKENS,
  userAddress,
} from './ledger.addresses';
export { auditLedger } from './ledger.audit';
export { describePostings } from './ledger.describe';
export {
  captureHolds,
  expireHolds,
  HOLD_CODES,
  HoldEnded,
  type HoldPlacement,
  listDueHolds,
  placeHolds,
  releaseHolds,
  renewHolds,
} from './ledger.holds';
export { takeTurns } from './ledger.locks';
export { type Journal, type Posting, postJournals, prepareJournals } from './ledger.posting';
export {
  type BalanceRow,
  countJournalsSince,
  type EntryRow,
  getAccountBalances,
  getBalances,
  getBalancesAt,
  type BalancesSince,
  getBalancesSince,
  hasJournal,
  listEntries,
  sumJournalsSince,
  listReserved,
  sumPostings,
  toWirePart,
} from './ledger.reading';
export { createTransferQueue, together, type Transfer, type TransferQueue } from './ledger.queue';
export { listUserSums } from './ledger.user-sums';
