import { z } from 'zod';
import { defineCall } from './define-call';
import { idField, ipField, isCsField, messageAnswer, noFields } from './fields';
import { LOCALES } from './wire';

const usernameField = z.string().min(1).max(254);
const inviteField = z.string().regex(/^[A-Z0-9]{6,12}$/);
const passwordField = z.string().min(1).max(128);
/** What a password that somebody chooses may be refused for. */
export const NEW_PASSWORD_ERRORS = [
  'PASSWORD_WEAK',
  'PASSWORD_MISMATCH',
  'PASSWORD_COMMON',
  'PASSWORD_PATTERN',
  'PASSWORD_PERSONAL',
  'PASSWORD_GUESSABLE',
  'PASSWORD_LEAKED',
  'SIGN_IN_BUSY',
] as const;
const deviceField = z.string().regex(/^[A-Za-z0-9_-]{22}$/);
/** A browser or a system in one or two words: 'Chrome', 'MetaMask', 'Android'. */
const agentWords = z.string().regex(/^[A-Za-z0-9. ]{1,24}$/);
/** What the backend-for-frontend says of the browser that signs in. `device`: one this name was signed in on before; `seen_on`: the browser, whoever was. */
export const clientFields = {
  device: deviceField.optional(),
  seen_on: deviceField.optional(),
  agent_browser: agentWords.optional(),
  agent_system: agentWords.optional(),
};
/** What a browser keeps between asking for a code and giving it back: 256 random bits. */
const browserField = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** Answer to the proof-of-work challenge: `<challenge id>.<nonce in digits>`. */
const verifyField = z
  .string()
  .max(120)
  .regex(/^[A-Za-z0-9_-]+\.[0-9]{1,16}$/);

export const walletLogin = defineCall({
  id: 'signIn.wallet',
  number: 1,
  method: 'GET',
  path: '/Login/walletLogin',
  access: 'bff',
  effect: 'write',
  isPosted: true,
  request: z.object({
    username: z.string().min(1).max(254),
    ip: ipField,
    is_cs: isCsField,
    invit: inviteField.optional(),
    message: z.string().max(2000).optional(),
    signature: z
      .string()
      .regex(/^0x[0-9a-fA-F]{2,4096}$/)
      .optional(),
    ...clientFields,
  }),
  answer: messageAnswer,
  errors: [
    'BFF_KEY_REQUIRED',
    'REFERRAL_UNKNOWN',
    'REQUEST_INVALID',
    'WALLET_SIGNATURE_WRONG',
    'WALLET_MESSAGE_EXPIRED',
    'ACCOUNT_FROZEN',
    'ACCOUNT_FROZEN_BY_HOUSE',
    'ACCOUNT_CLOSED',
  ],
  source:
    'legacy-api #1. A new address opens an account. With a session whose user name is the one sent it switches the mode. Ours: `message` (EIP-4361) and `signature`, without which our exchange signs nobody in; each message counts once.',
});

export const resumeSession = defineCall({
  id: 'signIn.resume',
  number: 2,
  method: 'GET',
  path: '/Login/userlogin',
  request: z.object({ ip: ipField.optional(), is_cs: isCsField.optional() }),
  answer: z.object({ userid: idField, username: z.string(), is_cs: isCsField, epoch: z.string().default('') }),
  errors: ['SESSION_REQUIRED'],
  source: 'legacy-api #2. `epoch` is ours: it changes when every session of the user is ended.',
});

export const passwordLogin = defineCall({
  id: 'signIn.password',
  number: 3,
  method: 'POST',
  path: '/Login/submit',
  access: 'public',
  effect: 'write',
  request: z.object({
    username: usernameField,
    password: passwordField,
    code: z.string().max(20).optional(),
    ip: ipField.optional(),
    is_cs: isCsField,
    ...clientFields,
    verify: verifyField.optional(),
  }),
  answer: messageAnswer,
  errors: [
    'LOGIN_FAILED',
    'LOGIN_LOCKED',
    'LOGIN_WAIT',
    'LOGIN_PROOF_REQUIRED',
    'CHALLENGE_FAILED',
    'TWO_FACTOR_FORMAT',
    'SIGN_IN_BUSY',
    'ACCOUNT_FROZEN',
    'ACCOUNT_FROZEN_BY_HOUSE',
    'ACCOUNT_CLOSED',
    'TWO_FACTOR_REQUIRED',
    'TWO_FACTOR_WRONG',
  ],
  source:
    'legacy-api #3; status 0 with need "totp" when a code is missing. Ours: `device` (with X-BFF-Key), a browser this name was signed in on before; `verify`, a proof of work, asked for by LOGIN_PROOF_REQUIRED.',
});

export const register = defineCall({
  id: 'signIn.register',
  number: 4,
  method: 'POST',
  path: '/Login/upregister',
  access: 'public',
  effect: 'write',
  request: z.object({
    username: usernameField,
    email: z.string().max(254),
    password: passwordField,
    repassword: passwordField,
    mailcode: z.string().max(12),
    verify: verifyField,
    invit: inviteField.optional(),
    browser: browserField.optional(),
  }),
  answer: messageAnswer,
  errors: [
    'USERNAME_INVALID',
    'USERNAME_TAKEN',
    'EMAIL_INVALID',
    'EMAIL_TAKEN',
    ...NEW_PASSWORD_ERRORS,
    'MAIL_CODE_FORMAT',
    'MAIL_CODE_WRONG',
    'CHALLENGE_FAILED',
    'REFERRAL_UNKNOWN',
  ],
  source: 'legacy-api #4. Does not sign in. Ours: `browser`, the value that the code was asked for with.',
});

export const challenge = defineCall({
  id: 'signIn.challenge',
  number: 5,
  method: 'GET',
  path: '/verify/regss',
  access: 'public',
  request: noFields,
  answer: z.object({ id: z.string(), salt: z.string(), bits: z.number().int().min(1).max(30), expires_at: z.number().int() }),
  errors: [],
  source:
    'legacy-api #5. Proof of work: find an integer n so that sha256(salt + ":" + n) begins with `bits` zero bits; verify = id + "." + n; used once.',
});

export const mailCode = defineCall({
  id: 'signIn.mailCode',
  number: 6,
  method: 'POST',
  path: '/home/login/mailcode',
  access: 'public',
  effect: 'write',
  request: z.object({
    email: z.string().max(254),
    purpose: z.enum(['register', 'kyc', 'email']),
    verify: verifyField.optional(),
    browser: browserField.optional(),
    lang: z.enum(LOCALES).optional(),
  }),
  answer: messageAnswer,
  errors: ['EMAIL_INVALID', 'CHALLENGE_FAILED', 'RATE_LIMITED', 'SESSION_REQUIRED'],
  source:
    'legacy-api #6. Ours: `browser`, a value that the asking browser keeps: the code counts with it alone (without one, in the network that asked); `lang`, the language of a mail to who has no account yet. Purpose `kyc` needs a session and no `verify`; its code counts for that user.',
});

export const signOut = defineCall({
  id: 'signIn.signOut',
  number: 7,
  method: 'GET',
  path: '/login/loginout',
  effect: 'write',
  request: noFields,
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED'],
  source: 'legacy-api #7',
});

export const userCenter = defineCall({
  id: 'account.center',
  number: 8,
  method: 'GET',
  path: '/user/center',
  request: noFields,
  answer: z.object({
    userid: idField,
    username: z.string(),
    email: z.string().nullable(),
    vip: z.object({ level: z.number().int(), img: z.string(), recharged: z.string(), next: z.string().nullable() }),
    is_cs: isCsField,
    integral: z.number().int(),
    idstate: z.number().int(),
    ga: z.boolean(),
  }),
  errors: ['SESSION_REQUIRED'],
  source: 'legacy-api #8',
});
