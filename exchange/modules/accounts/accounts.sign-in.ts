import type { Mode } from '../../../lib/protocol/wire';
import type { SignInClient } from './accounts.session-start';
import type { LoginSource } from './accounts.throttle';

/** What somebody gives to sign in. */
export type PasswordSignIn = {
  login: string;
  password: string;
  code: string | null;
  mode: Mode;
  source: LoginSource;
  client: SignInClient;
  proof: string | null;
  replaces: string | null;
};
export type WalletSignIn = {
  address: string;
  message: string | null;
  signature: string | null;
  mode: Mode;
  client: SignInClient;
  invite: string | null;
  replaces: string | null;
};
export type PasswordCheck = { name: string; password: string; source: LoginSource; proof: string | null };
export type PasskeySignIn = { response: string; mode: Mode; client: SignInClient; replaces: string | null };
