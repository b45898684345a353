import 'server-only';
import * as api from '../../api/protection';
import * as dto from '../../dto/protection';
import { doneSchema, nothing } from '../../dto/shared';
import { getEnv } from '../../env';
import { AppError } from '../../errors/app-error';
import * as calls from '../../protocol/protection';
import { mailCode } from '../../protocol/sign-in';
import { readSignInOrigin } from '../../security/origin';
import { issueWalletMessage } from '../../session/wallet-message';
import { serve, serveCall } from '../operation';
import { callAs, callRenewing, toIso, toIsoOrNull } from '../upstream';

const done = { done: true } as const;

export const protection = serveCall(api.protection, {
  input: nothing,
  output: dto.protectionSchema,
  summary: 'What the owner set to protect the account, and the ways in',
  call: calls.protection,
  fields: () => ({}),
  reshape: ({ phrase, locked_until, email, wallet, password }) => ({
    phrase,
    lockedUntil: toIsoOrNull(locked_until),
    email,
    wallet,
    hasPassword: password,
  }),
});

export const phraseSet = serve(api.phraseSet, {
  input: dto.phraseInputSchema,
  output: doneSchema,
  summary: 'The phrase that ends every mail to the account; an empty one takes it away',
  run: async ({ input, session, ip }) => {
    await callAs({ session, ip }, calls.phraseSet, input.phrase.trim() === '' ? {} : { phrase: input.phrase });
    return done;
  },
});

export const settingsLock = serve(api.settingsLock, {
  input: dto.lockInputSchema,
  output: dto.lockedSchema,
  summary: 'Lock what protects the account for days; nobody makes it shorter',
  run: async ({ input, session, ip }) => ({
    until: toIso((await callAs({ session, ip }, calls.settingsLock, { days: String(input.days) as never })).until),
  }),
});

export const newEmailCode = serve(api.newEmailCode, {
  input: dto.newEmailInputSchema,
  output: doneSchema,
  rate: 'mail',
  summary: 'Mail a code to the address that is to be the account\u2019s',
  run: async ({ input, session, ip }) => {
    await callAs({ session, ip }, mailCode, { email: input.email, purpose: 'email' });
    return done;
  },
});

export const emailChange = serve(api.emailChange, {
  input: dto.emailChangeInputSchema,
  output: doneSchema,
  rate: 'signIn',
  summary: 'Another e-mail address, by the code that was mailed to it and a confirmation',
  run: async ({ input, session, ip }) => {
    await callRenewing({ session, ip }, calls.emailChange, input);
    return done;
  },
});

export const linkMessage = serve(api.linkMessage, {
  input: dto.linkMessageInputSchema,
  output: dto.linkMessageSchema,
  rate: 'signIn',
  summary: 'The text by which a wallet agrees to open the account',
  run: async ({ input: { address, chainId }, session, ip, request }) => {
    if (request === null) throw new AppError('SIGN_IN_ADDRESS_REFUSED', { detail: 'no request' });
    const { link_statement: statement } = await callAs({ session, ip }, calls.protection, {});
    const origin = readSignInOrigin(request, getEnv().publicOrigin);
    return { message: issueWalletMessage({ address, chainId, origin, statement, now: Date.now() }).message };
  },
});

export const walletLink = serve(api.walletLink, {
  input: dto.walletLinkInputSchema,
  output: doneSchema,
  rate: 'signIn',
  summary: 'Let a wallet open the account, by its signature and a confirmation',
  run: async ({ input, session, ip }) => {
    await callRenewing({ session, ip }, calls.walletLink, input);
    return done;
  },
});

export const walletUnlink = serve(api.walletUnlink, {
  input: nothing,
  output: doneSchema,
  summary: 'Take the wallet away, while an address and a password remain',
  run: async ({ session, ip }) => {
    await callRenewing({ session, ip }, calls.walletUnlink, {});
    return done;
  },
});
