/** Changes of what protects an account, of which its owner is told. */
export const SECURITY_CHANGES = [
  'factor-bound',
  'factor-unbound',
  'recovery-used',
  'recovery-renewed',
  'passkey-added',
  'passkey-removed',
  'email-changed',
  'phrase-changed',
  'settings-locked',
  'wallet-linked',
  'wallet-removed',
] as const;
export type SecurityChange = (typeof SECURITY_CHANGES)[number];

/** Passkeys of one person. */
export const PASSKEYS_MAX = 10;

/** Whoever bound an authenticator that is contested has so long to use it before operators may take it away. */
export const CONTEST_WAIT_MS = 3 * 24 * 60 * 60_000;

/** Codes that open an account whose authenticator is lost. */
export const RECOVERY_CODES = 10;
