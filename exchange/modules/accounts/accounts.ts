/** The accounts' face for other modules. */
export { markChallengeUsed } from './accounts.codes.repository';
export {
  findOutgoingStop,
  findOutgoingStops,
  freezeByHouse,
  holdOutgoing,
  isStopped,
  isWithdrawingSuspended,
  letsMoneyOut,
  liftHouseFreeze,
  outgoingHeldUntil,
  type OutgoingStop,
  requireNotFrozen,
  requireUncontested,
  requireUnlocked,
  suspendWithdrawals,
} from './accounts.freeze';
export { findServiceAccounts, openServiceAccount } from './accounts.opening';
export type { OwnCodes } from './accounts.own-codes';
export { hashPassword, renewHash, verifyPassword } from './accounts.passwords';
export { createMarketPrices } from './accounts.prices';
export { calculateValue } from './accounts.valuation';
export { type Reader, writeAccountMail, writeConfirmMail, writeSupportMail } from './accounts.compose-mail';
export type { Mail, Mailer } from './accounts.mail';
export { MAIL_TEXTS } from './accounts.mail-texts';
export type { MailCodes } from './accounts.mail-codes';
export { createLoginThrottle, type LoginThrottle } from './accounts.throttle';
export { createWorkLimiter } from './accounts.work-limiter';
export type { WalletProofs } from './accounts.wallet-proofs';
export type { AccountsService } from './accounts.service';
export type { Protecting } from './accounts.active-sessions';
export { type SecondFactor, signedIn } from './accounts.session-start';
export { OLD_TOKEN_MS, SESSION_IDLE_MS, sessionLasts } from './accounts.session-lifetime';
export type { ReadHosted } from './accounts.balances.handlers';
export { type Prices, valueBalances } from './accounts.valuation';
export { findMailLanguage, setLanguage } from './accounts.language';
