/** The ledger's face. Money moves only by `postJournals`. */
export { ASSETS, clearingAddress, getAssetScale, houseAddress, outsideAddress, userAddress } from './ledger.addresses';
export { auditLedger } from './ledger.audit';
export { takeTurns } from './ledger.locks';
export { type Journal, type Posting, postJournals } from './ledger.posting';
export {
  type BalanceRow,
  countJournalsSince,
  type EntryRow,
  getBalances,
  getBalancesSince,
  hasJournal,
  listEntries,
} from './ledger.reading';
export { createTransferQueue, type Transfer, type TransferQueue } from './ledger.queue';
