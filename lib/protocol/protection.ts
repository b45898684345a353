import { z } from 'zod';
import { LOCK_DAYS } from '../rules/protection';
import { defineCall } from './define-call';
import { messageAnswer, millisField, noFields, wholeNumberField } from './fields';

const emailField = z.string().min(1).max(254);
const codeField = z.string().min(1).max(40);
const addressField = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const CHANGE_ERRORS = ['SESSION_REQUIRED', 'STEP_UP_REQUIRED', 'SETTINGS_LOCKED', 'FACTOR_CONTESTED'] as const;

export const protection = defineCall({
  id: 'x.protection',
  number: null,
  method: 'GET',
  path: '/x/protection',
  request: noFields,
  answer: z.object({
    phrase: z.string().max(40).nullable(),
    locked_until: millisField.nullable(),
    email: z.string().max(254).nullable(),
    wallet: z.string().max(42).nullable(),
    password: z.boolean(),
    /** What the message has to say by which a wallet is linked. */
    link_statement: z.string().max(300),
  }),
  errors: ['SESSION_REQUIRED'],
  source: 'ours; what the owner set, and the ways in',
});

export const phraseSet = defineCall({
  id: 'x.phraseSet',
  number: null,
  method: 'POST',
  path: '/x/phrase',
  effect: 'write',
  request: z.object({ phrase: z.string().max(200).optional() }),
  answer: messageAnswer,
  errors: [...CHANGE_ERRORS, 'PHRASE_INVALID'],
  source: 'ours; printed at the end of each mail to the address of the account; none takes it away',
});

export const settingsLock = defineCall({
  id: 'x.settingsLock',
  number: null,
  method: 'POST',
  path: '/x/settings-lock',
  effect: 'write',
  request: z.object({ days: wholeNumberField(LOCK_DAYS) }),
  answer: z.object({ until: millisField }),
  errors: ['SESSION_REQUIRED', 'STEP_UP_REQUIRED', 'FACTOR_CONTESTED'],
  source: 'ours; until then nothing that protects the account is changed. It can be made longer, and shorter by nobody.',
});

export const emailChange = defineCall({
  id: 'x.emailChange',
  number: null,
  method: 'POST',
  path: '/x/email-change',
  effect: 'write',
  request: z.object({ email: emailField, code: codeField }),
  answer: messageAnswer,
  errors: [...CHANGE_ERRORS, 'EMAIL_INVALID', 'EMAIL_TAKEN', 'MAIL_CODE_FORMAT', 'MAIL_CODE_WRONG'],
  source: 'ours; `code` is that of call 6 with purpose email. Both addresses are told, other sessions end, money stays in for a day.',
});

export const walletLink = defineCall({
  id: 'x.walletLink',
  number: null,
  method: 'POST',
  path: '/x/wallet-link',
  effect: 'write',
  request: z.object({ address: addressField, message: z.string().max(2_000), signature: z.string().max(20_000) }),
  answer: messageAnswer,
  errors: [...CHANGE_ERRORS, 'WALLET_SIGNATURE_WRONG', 'WALLET_MESSAGE_EXPIRED', 'WALLET_TAKEN', 'WALLET_LINKED'],
  source: 'ours; the wallet opens the account from now on. The exchange checks the signature itself; each message counts once.',
});

export const walletUnlink = defineCall({
  id: 'x.walletUnlink',
  number: null,
  method: 'POST',
  path: '/x/wallet-unlink',
  effect: 'write',
  request: noFields,
  answer: messageAnswer,
  errors: [...CHANGE_ERRORS, 'LAST_WAY_IN', 'NOT_FOUND'],
  source: 'ours; while an e-mail address and a password remain',
});
