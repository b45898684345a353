/** A confirmation counts for this long. */
export const STEP_UP_LIFE_MS = 5 * 60_000;
/** After a change of what protects an account, no money leaves it for this long. */
export const OUTGOING_HELD_MS = 24 * 60 * 60_000;

/**
 * `once`: each such act is confirmed by itself, and the confirmation names what it is about. `minutes`: one confirmation does for all such
 * acts of a session within `STEP_UP_LIFE_MS`. `holdsOutgoing`: afterwards, or after a removal alone, no money leaves the account for `OUTGOING_HELD_MS`. `feature`:
 * without it the exchange has no such act. `locked`: refused while the owner has locked the settings, or the authenticator is contested. `byRecovery`: a recovery code confirms it, though
 * it counts once. `words`: what a wallet says, which is English.
 */
type StepUpRule = {
  counts: 'once' | 'minutes';
  holdsOutgoing: boolean | 'removal';
  locked?: true;
  byRecovery?: true;
  feature?: string;
  words: string;
};

/** The one table of what needs a confirmation. Screens print it, the exchange asks by it. */
export const STEP_UP_RULES = {
  withdrawal: { counts: 'once', holdsOutgoing: false, feature: 'withdrawals', words: 'Withdrawal' },
  address: { counts: 'once', holdsOutgoing: false, locked: true, feature: 'withdrawals', words: 'Change of the address book' },
  addressRemoval: { counts: 'once', holdsOutgoing: false, locked: true, feature: 'withdrawals', words: 'Removal from the address book' },
  loan: { counts: 'once', holdsOutgoing: false, feature: 'loans', words: 'Loan agreement' },
  staking: { counts: 'minutes', holdsOutgoing: false, feature: 'staking', words: 'Staking of a large amount' },
  hosting: { counts: 'minutes', holdsOutgoing: false, feature: 'hosting', words: 'Hosting of a large amount' },
  limits: { counts: 'minutes', holdsOutgoing: false, words: 'Loosening of trading limits' },
  factor: { counts: 'once', holdsOutgoing: 'removal', locked: true, feature: 'two-factor', words: 'Setting up an authenticator' },
  recoveryCodes: {
    ...{ counts: 'once', holdsOutgoing: false, locked: true, byRecovery: true },
    ...{ feature: 'two-factor', words: 'New recovery codes' },
  },
  passkey: {
    ...{ counts: 'once', holdsOutgoing: false, locked: true, byRecovery: true },
    ...{ feature: 'passkeys', words: 'New passkey' },
  },
  passkeyRemoval: {
    ...{ counts: 'once', holdsOutgoing: true, locked: true, byRecovery: true },
    ...{ feature: 'passkeys', words: 'Removal of a passkey' },
  },
  password: { counts: 'once', holdsOutgoing: true, locked: true, byRecovery: true, words: 'New password' },
  email: { counts: 'once', holdsOutgoing: true, locked: true, feature: 'protection', words: 'New e-mail address' },
  wallet: { counts: 'once', holdsOutgoing: true, locked: true, feature: 'protection', words: 'Linking a wallet' },
  walletRemoval: { counts: 'once', holdsOutgoing: true, locked: true, feature: 'protection', words: 'Removal of a wallet' },
  export: { counts: 'once', holdsOutgoing: false, feature: 'data-export', words: 'Export of all data of the account' },
  exportDownload: {
    ...{ counts: 'once', holdsOutgoing: false },
    ...{ feature: 'data-export', words: 'Download of all data of the account' },
  },
  closing: { counts: 'once', holdsOutgoing: false, locked: true, feature: 'closing', words: 'Closing of the account for good' },
  phrase: { counts: 'once', holdsOutgoing: false, locked: true, byRecovery: true, feature: 'protection', words: 'Anti-phishing phrase' },
  lock: { counts: 'once', holdsOutgoing: false, feature: 'protection', words: 'Settings lock' },
} as const satisfies Record<string, StepUpRule>;

export type StepUpAct = keyof typeof STEP_UP_RULES;
export const STEP_UP_ACTS = Object.keys(STEP_UP_RULES) as [StepUpAct, ...StepUpAct[]];

/** What an act is about, in the words that its owner is asked with: an amount with its asset, an address, a network, whole days. */
export const SUBJECT_FIELDS = ['amount', 'address', 'network', 'memo', 'terms', 'days'] as const;
export type StepUpSubject = Partial<Record<(typeof SUBJECT_FIELDS)[number], string>>;

/** Ways to confirm, the safest first. */
export const STEP_UP_WAYS = ['passkey', 'totp', 'recovery', 'wallet', 'mail'] as const;
export type StepUpWay = (typeof STEP_UP_WAYS)[number];

/** How every such statement of a wallet's message begins; no sign-in takes one. */
const STATEMENT_START = 'Confirm: ';

/** Returns what an act is in one English line of printable ASCII, as a wallet says it. */
export function describeStepUp(act: StepUpAct, subject: StepUpSubject): string {
  const said = SUBJECT_FIELDS.flatMap((field) => (subject[field] === undefined ? [] : [`${field} ${subject[field]}`])).join(', ');
  const { words } = STEP_UP_RULES[act];
  return (said === '' ? words : `${words}, ${said}`).replace(/[^\x20-\x7e]/g, '?');
}

/** Returns the statement of the message (EIP-4361) by which a wallet confirms an act. */
export function stepUpStatement(act: StepUpAct, subject: StepUpSubject): string {
  return `${STATEMENT_START}${describeStepUp(act, subject)}. This is free and sends no transaction.`;
}

/** True for the statement of a confirmation, of whatever act. */
export function isStepUpStatement(statement: string): boolean {
  return statement.startsWith(STATEMENT_START);
}
