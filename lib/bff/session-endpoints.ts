import {
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
import { doneSchema } from '../dto/shared';
import { defineEndpoint, nothing, write } from './define-endpoint';

const signIn = { method: 'POST', access: 'visitor', rate: 'signIn' } as const;

/** The endpoints of who is signed in: signing in and out, registration and preferences. */
export const sessionEndpoints = {
  session: defineEndpoint({
    method: 'GET',
    access: 'visitor',
    rate: 'public',
    path: '/api/session',
    input: nothing,
    output: sessionSchema,
    summary: 'Who is signed in',
  }),
  signInPassword: defineEndpoint({
    ...signIn,
    path: '/api/session/password',
    input: passwordSignInInputSchema,
    output: sessionSchema,
    summary: 'Sign in by password',
  }),
  walletMessage: defineEndpoint({
    ...signIn,
    path: '/api/session/wallet/message',
    input: walletMessageInputSchema,
    output: walletMessageSchema,
    summary: 'The message a wallet signs',
  }),
  signInWallet: defineEndpoint({
    ...signIn,
    path: '/api/session/wallet',
    input: walletSignInInputSchema,
    output: sessionSchema,
    summary: 'Sign in by wallet signature',
  }),
  switchMode: defineEndpoint({
    ...write,
    path: '/api/session/mode',
    input: modeInputSchema,
    output: sessionSchema,
    summary: 'Switch between real and demo',
  }),
  signOut: defineEndpoint({
    method: 'POST',
    access: 'visitor',
    rate: 'write',
    // Another mode of the same user is no reason to stay signed in.
    shown: 'user',
    path: '/api/session/sign-out',
    input: nothing,
    output: doneSchema,
    summary: 'Sign out',
  }),
  walletFound: defineEndpoint({
    method: 'POST',
    access: 'public',
    rate: 'write',
    path: '/api/wallet-found',
    input: nothing,
    output: doneSchema,
    summary: 'A wallet was found in this browser',
  }),
  preferences: defineEndpoint({
    method: 'POST',
    access: 'public',
    rate: 'write',
    path: '/api/preferences',
    input: preferencesInputSchema,
    output: doneSchema,
    summary: 'Keep language, theme and trend colours',
  }),
  challenge: defineEndpoint({
    method: 'GET',
    access: 'public',
    rate: 'signIn',
    path: '/api/register/challenge',
    input: nothing,
    output: challengeSchema,
    summary: 'Proof of work before a registration or a mail',
  }),
  mailCode: defineEndpoint({
    method: 'POST',
    access: 'public',
    rate: 'mail',
    path: '/api/register/mail-code',
    input: mailCodeInputSchema,
    output: doneSchema,
    summary: 'Mail a verification code',
  }),
  register: defineEndpoint({
    method: 'POST',
    access: 'public',
    rate: 'signIn',
    path: '/api/register',
    input: registerInputSchema,
    output: doneSchema,
    summary: 'Open an account',
  }),
} as const;
