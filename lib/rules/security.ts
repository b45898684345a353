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

/** Codes that open an account whose authenticator is lost. */
export const RECOVERY_CODES = 10;
