import { z } from 'zod';
import { defineEndpoint, nothing, numberField } from './define';

const keyField = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'this is no key');
const codeField = z.string().regex(/^[0-9]{6}$/, 'the code has six digits');
const passwordField = z.string().min(1).max(200);
const tokenField = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'this is no link of ours');
/** What a new password has at least: it stands beside an authenticator. */
const PASSWORD_LENGTH_MIN = 12;
/** What a browser made or signed, as JSON. */
const RESPONSE_MAX = 20_000;
const responseField = z.string().min(2).max(RESPONSE_MAX);
const PASSKEY_WRITES = ['operator_passkeys', 'operator_credentials', 'used_challenges', 'login_throttles'] as const;
const CHANGE_WRITES = [...PASSKEY_WRITES, 'operator_log', 'operator_log_head'] as const;
const session = z.strictObject({ token: z.string(), name: z.string() });
/**
 * By what a console says that it keeps a device for its browser, and the device: `new` where the browser has none yet. A header, which an exchange that knows
 * none of it leaves alone; a console that says nothing is answered no device, which it wouldn't know.
 */
export const DEVICE_HEADER = 'x-operator-device';
/** `device`: what the browser keeps, so that nobody else's tries keep its owner waiting. */
const firstSession = session.extend({ device: z.string().max(100).optional() });

/** The ways in, and who is in. A key is the owner's alone (docs/operator.md). */
export const signInEndpoints = {
  /** By name, password and a code of the authenticator. */
  begin: defineEndpoint({
    name: 'session.begin',
    access: 'console',
    permission: null,
    writes: ['operator_sessions', 'operator_credentials', 'login_throttles'],
    input: z.strictObject({ name: z.string().max(40), password: passwordField, code: codeField }),
    output: firstSession,
  }),
  /** What a browser signs with a passkey, as JSON; nothing is kept of it. */
  passkeyOptions: defineEndpoint({
    name: 'session.passkey-options',
    access: 'console',
    permission: null,
    writes: [],
    input: nothing,
    output: z.strictObject({ options: z.string() }),
  }),
  /** By password and passkey. */
  passkey: defineEndpoint({
    name: 'session.passkey',
    access: 'console',
    permission: null,
    writes: ['operator_sessions', ...PASSKEY_WRITES],
    input: z.strictObject({ password: passwordField, response: responseField }),
    output: firstSession,
  }),
  /** Proves again who holds the session, by password and a code or a passkey: agreeing to what others asked for needs that from time to time. */
  prove: defineEndpoint({
    name: 'session.prove',
    access: 'session',
    permission: null,
    writes: ['operator_sessions', ...PASSKEY_WRITES],
    input: z.strictObject({ password: passwordField, code: codeField.nullable(), response: responseField.nullable() }),
    output: nothing,
  }),
  /** What somebody has beside the password. Times in ms. */
  factors: defineEndpoint({
    name: 'passkeys.list',
    access: 'session',
    permission: null,
    writes: [],
    input: nothing,
    output: z.strictObject({
      passkeys: z.array(z.strictObject({ id: z.string(), name: z.string(), addedAt: z.number(), usedAt: z.number().nullable() })),
      hasCode: z.boolean(),
    }),
  }),
  /** What a browser makes a passkey by, as JSON; nothing is kept of it. */
  offerPasskey: defineEndpoint({
    name: 'passkeys.offer',
    access: 'session',
    permission: null,
    writes: [],
    input: nothing,
    output: z.strictObject({ options: z.string() }),
  }),
  addPasskey: defineEndpoint({
    name: 'passkeys.add',
    access: 'session',
    permission: null,
    writes: CHANGE_WRITES,
    input: z.strictObject({ password: passwordField, name: z.string().trim().min(1).max(40), response: responseField }),
    output: nothing,
  }),
  /** Removes a passkey, or the authenticator where `id` is null; the last of both stays. */
  removeFactor: defineEndpoint({
    name: 'passkeys.remove',
    access: 'session',
    permission: null,
    writes: CHANGE_WRITES,
    input: z.strictObject({ password: passwordField, id: numberField.nullable() }),
    output: nothing,
  }),
  /** By a link that counts once. */
  link: defineEndpoint({
    name: 'session.link',
    access: 'console',
    permission: null,
    writes: ['operator_sessions', 'operator_links'],
    input: z.strictObject({ token: tokenField }),
    output: session,
  }),
  /** By the key, for the command line. */
  key: defineEndpoint({
    name: 'session.key',
    access: 'console',
    permission: null,
    writes: ['operator_sessions'],
    input: z.strictObject({ key: keyField }),
    output: session,
  }),
  /** A link for the owner of a key; in a sandbox alone. */
  makeLink: defineEndpoint({
    name: 'links.make',
    access: 'console',
    permission: null,
    writes: ['operator_links'],
    input: z.strictObject({ key: keyField }),
    output: z.strictObject({ token: z.string(), name: z.string(), expiresAt: z.number() }),
  }),
  /** A secret for an authenticator, for the owner of a key. Nothing is kept of it. */
  offerCredentials: defineEndpoint({
    name: 'credentials.offer',
    access: 'console',
    permission: null,
    writes: [],
    input: z.strictObject({ key: keyField }),
    output: z.strictObject({ name: z.string(), secret: z.string(), uri: z.string() }),
  }),
  /** Sets password and authenticator anew; every session of the operator ends, and passkeys are no more. */
  setCredentials: defineEndpoint({
    name: 'credentials.set',
    access: 'console',
    permission: null,
    writes: ['operator_credentials', 'operator_passkeys', 'operator_sessions', 'operator_log', 'operator_log_head'],
    input: z.strictObject({
      key: keyField,
      password: passwordField.min(PASSWORD_LENGTH_MIN, `a password has at least ${PASSWORD_LENGTH_MIN} characters`),
      secret: z.string().regex(/^[A-Z2-7]{32}$/),
      code: codeField,
    }),
    output: z.strictObject({ name: z.string() }),
  }),
  end: defineEndpoint({
    name: 'session.end',
    access: 'session',
    permission: null,
    writes: [],
    input: nothing,
    output: nothing,
  }),
  /** Who is signed in. `may` are the actions that the operator may ask for. */
  me: defineEndpoint({
    name: 'session.me',
    access: 'session',
    permission: null,
    writes: [],
    input: nothing,
    output: z.strictObject({
      name: z.string(),
      roles: z.array(z.string()),
      may: z.array(z.string()),
      isSandbox: z.boolean(),
    }),
  }),
};
