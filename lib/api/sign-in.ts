import type {
  challengeSchema,
  mailCodeInputSchema,
  passwordSignInInputSchema,
  registerInputSchema,
  sessionSchema,
  walletMessageInputSchema,
  walletMessageSchema,
  walletSignInInputSchema,
} from '../dto/session';
import type { passkeyOptionsSchema, passkeySignInInputSchema } from '../dto/security';
import type { doneSchema, nothing } from '../dto/shared';
import type { PublicRead, PublicWrite, VisitorWrite } from './define';

/** Signing in and registration; apart from the session, which every page of a member loads. */
export const signInPassword: VisitorWrite<typeof passwordSignInInputSchema, typeof sessionSchema> = {
  id: 'signInPassword',
  method: 'POST',
  access: 'visitor',
  path: '/api/session/password',
};
export const passkeyOptions: VisitorWrite<typeof nothing, typeof passkeyOptionsSchema> = {
  id: 'passkeyOptions',
  method: 'POST',
  access: 'visitor',
  path: '/api/session/passkey/options',
};
export const signInPasskey: VisitorWrite<typeof passkeySignInInputSchema, typeof sessionSchema> = {
  id: 'signInPasskey',
  method: 'POST',
  access: 'visitor',
  path: '/api/session/passkey',
};
export const walletMessage: VisitorWrite<typeof walletMessageInputSchema, typeof walletMessageSchema> = {
  id: 'walletMessage',
  method: 'POST',
  access: 'visitor',
  path: '/api/session/wallet/message',
};
export const signInWallet: VisitorWrite<typeof walletSignInInputSchema, typeof sessionSchema> = {
  id: 'signInWallet',
  method: 'POST',
  access: 'visitor',
  path: '/api/session/wallet',
};
export const walletFound: PublicWrite<typeof nothing, typeof doneSchema> = {
  id: 'walletFound',
  method: 'POST',
  access: 'public',
  path: '/api/wallet-found',
};
export const challenge: PublicRead<typeof nothing, typeof challengeSchema> = {
  id: 'challenge',
  method: 'GET',
  access: 'public',
  path: '/api/register/challenge',
};
export const mailCode: PublicWrite<typeof mailCodeInputSchema, typeof doneSchema> = {
  id: 'mailCode',
  method: 'POST',
  access: 'public',
  path: '/api/register/mail-code',
};
export const register: PublicWrite<typeof registerInputSchema, typeof doneSchema> = {
  id: 'register',
  method: 'POST',
  access: 'public',
  path: '/api/register',
};
