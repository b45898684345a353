import { z } from 'zod';
import { defineCall } from './define-call';
import { messageAnswer, millisField, noFields } from './fields';
import { NEW_PASSWORD_ERRORS } from './sign-in';

/** Sessions of one user at most, a device each. */
export const SESSIONS_LISTED_MAX = 20;
const sessionIdField = z.uuid();
const passwordField = z.string().min(1).max(128);
/** What a mailed link carries: an id and a keyed hash of it. */
export const linkTokenField = z.string().regex(/^[0-9a-f]{32}\.[A-Za-z0-9_-]{43}$/);

export const sessionList = defineCall({
  id: 'x.sessionList',
  number: null,
  method: 'GET',
  path: '/x/session-list',
  request: noFields,
  answer: z.object({
    rows: z
      .array(
        z.object({
          id: sessionIdField,
          browser: z.string().max(24),
          system: z.string().max(24),
          place: z.string().max(45),
          first_seen: millisField,
          last_seen: millisField,
          current: z.boolean(),
        }),
      )
      .max(SESSIONS_LISTED_MAX),
    /** Whether a password opens the account. */
    password: z.boolean(),
  }),
  errors: ['SESSION_REQUIRED'],
  source: 'ours; the own sessions, a device each, this one first, then by last use. `place` is the network: the address without its end.',
});

export const sessionEnd = defineCall({
  id: 'x.sessionEnd',
  number: null,
  method: 'POST',
  path: '/x/session-end',
  effect: 'write',
  request: z.object({ id: z.union([sessionIdField, z.literal('others')]) }),
  answer: z.object({ ended: z.number().int() }),
  errors: ['SESSION_REQUIRED'],
  source: 'ours; ends one of the own sessions, or all but this one. One that has ended already is none: `ended` counts devices.',
});

export const freezeOwn = defineCall({
  id: 'x.freeze',
  number: null,
  method: 'POST',
  path: '/x/freeze',
  effect: 'write',
  request: noFields,
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED'],
  source: 'ours; freezes the own account: all sessions end, this one too, and nobody signs in until it is lifted',
});

export const freezeByLink = defineCall({
  id: 'x.freezeByLink',
  number: null,
  method: 'POST',
  path: '/x/freeze-by-link',
  access: 'public',
  effect: 'write',
  request: z.object({ token: linkTokenField }),
  answer: messageAnswer,
  errors: ['LINK_INVALID'],
  source:
    'ours; the link of a mail about a new device or a change of protection; takes another address or wallet back; counts once, within 7 days',
});

/** What a mailed link does; one for a new password asks for the password instead. */
export const LINK_ACTS = ['freeze', 'withdrawal'] as const;
export const LINK_STATES = ['open', 'used', 'over'] as const;

export const mailedLink = defineCall({
  id: 'x.mailedLink',
  number: null,
  method: 'POST',
  path: '/x/mailed-link',
  access: 'public',
  effect: 'write',
  request: z.object({ token: linkTokenField, act: z.enum(LINK_ACTS) }),
  answer: z.object({ state: z.enum(LINK_STATES) }),
  errors: ['LINK_INVALID'],
  source:
    'ours; whether a mailed link still does what it is for, so that a page offers nothing that a used one would refuse; it changes nothing',
});

export const passwordLink = defineCall({
  id: 'x.passwordLink',
  number: null,
  method: 'POST',
  path: '/x/password-link',
  access: 'public',
  effect: 'write',
  request: z.object({
    email: z.string().max(254),
    verify: z
      .string()
      .max(120)
      .regex(/^[A-Za-z0-9_-]+\.[0-9]{1,16}$/),
  }),
  answer: messageAnswer,
  errors: ['EMAIL_INVALID', 'CHALLENGE_FAILED'],
  source: 'ours; mails a link for a new password, good for 15 minutes. The answer is the same whether the address has an account or not.',
});

export const passwordByLink = defineCall({
  id: 'x.passwordByLink',
  number: null,
  method: 'POST',
  path: '/x/password-by-link',
  access: 'public',
  effect: 'write',
  request: z.object({ token: linkTokenField, password: passwordField, repassword: passwordField }),
  answer: messageAnswer,
  errors: ['LINK_INVALID', ...NEW_PASSWORD_ERRORS],
  source: 'ours; sets a new password by a mailed link, ends all sessions and lifts a freeze',
});

export const passwordChange = defineCall({
  id: 'x.passwordChange',
  number: null,
  method: 'POST',
  path: '/x/password-change',
  effect: 'write',
  request: z.object({ old: passwordField.optional(), password: passwordField, repassword: passwordField }),
  answer: messageAnswer,
  errors: [
    'SESSION_REQUIRED',
    'PASSWORD_WRONG',
    'STEP_UP_REQUIRED',
    'EMAIL_NEEDED',
    'SETTINGS_LOCKED',
    'FACTOR_CONTESTED',
    'LOGIN_WAIT',
    ...NEW_PASSWORD_ERRORS,
  ],
  source: 'ours; changes the password and ends all other sessions; without `old` the session has to be confirmed',
});
