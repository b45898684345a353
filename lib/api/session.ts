import type {
  challengeSchema,
  mailCodeInputSchema,
  modeInputSchema,
  passwordSignInInputSchema,
  preferencesInputSchema,
  registerInputSchema,
  sessionSchema,
  walletMessageInputSchema,
  walletMessageSchema,
  walletSignInInputSchema,
} from '../dto/session';
import type { doneSchema, nothing } from '../dto/shared';
import type { MemberWrite, PublicRead, PublicWrite, VisitorRead, VisitorWrite } from './define';

/** Who is signed in: signing in and out, registration and preferences. */
export const session: VisitorRead<typeof nothing, typeof sessionSchema> = {
  id: 'session',
  method: 'GET',
  access: 'visitor',
  path: '/api/session',
};
export const signInPassword: VisitorWrite<typeof passwordSignInInputSchema, typeof sessionSchema> = {
  id: 'signInPassword',
  method: 'POST',
  access: 'visitor',
  path: '/api/session/password',
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
export const switchMode: MemberWrite<typeof modeInputSchema, typeof sessionSchema> = {
  id: 'switchMode',
  method: 'POST',
  access: 'member',
  path: '/api/session/mode',
};
/** Another mode of the same user is no reason to stay signed in. */
export const signOut: VisitorWrite<typeof nothing, typeof doneSchema> = {
  id: 'signOut',
  method: 'POST',
  access: 'visitor',
  shown: 'user',
  path: '/api/session/sign-out',
};
export const walletFound: PublicWrite<typeof nothing, typeof doneSchema> = {
  id: 'walletFound',
  method: 'POST',
  access: 'public',
  path: '/api/wallet-found',
};
export const preferences: PublicWrite<typeof preferencesInputSchema, typeof doneSchema> = {
  id: 'preferences',
  method: 'POST',
  access: 'public',
  path: '/api/preferences',
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
