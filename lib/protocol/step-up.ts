import { z } from 'zod';
import { STEP_UP_WAYS } from '../rules/step-up';
import { defineCall } from './define-call';
import { millisField } from './fields';

/** What the refusal STEP_UP_REQUIRED carries: what is to be confirmed, sealed by the exchange for one session. */
export const STEP_UP_TICKET_LENGTH_MAX = 1_500;
export const stepUpTicketField = z
  .string()
  .max(STEP_UP_TICKET_LENGTH_MAX)
  .regex(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}$/);
const wayField = z.enum(STEP_UP_WAYS);

export const stepUpStart = defineCall({
  id: 'x.stepUpStart',
  number: null,
  method: 'POST',
  path: '/x/step-up-start',
  effect: 'write',
  request: z.object({ ticket: stepUpTicketField, way: wayField }),
  answer: z.object({
    /** By mail: the address that got the code, its name masked. */
    sent_to: z.string().max(254).nullable(),
    /** By wallet: what the message (EIP-4361) has to say, its nonce, and which wallet is to sign. */
    statement: z
      .string()
      .max(1_000)
      .regex(/^[^\r\n]+$/)
      .nullable(),
    nonce: z
      .string()
      .regex(/^[A-Za-z0-9]{8,64}$/)
      .nullable(),
    address: z
      .string()
      .regex(/^0x[0-9a-fA-F]{40}$/)
      .nullable(),
    /** By passkey: what the browser signs by (WebAuthn), as JSON. */
    options: z.string().max(12_000).nullable().default(null),
  }),
  errors: ['SESSION_REQUIRED', 'STEP_UP_EXPIRED', 'RATE_LIMITED'],
  source: 'ours; begins a confirmation in one way: mails the code, or says what a wallet signs',
});

export const stepUpProve = defineCall({
  id: 'x.stepUp',
  number: null,
  method: 'POST',
  path: '/x/step-up',
  effect: 'write',
  request: z.object({
    ticket: stepUpTicketField,
    way: wayField,
    code: z.string().max(40).optional(),
    message: z.string().max(3_000).optional(),
    passkey: z.string().max(12_000).optional(),
    signature: z
      .string()
      .regex(/^0x[0-9a-fA-F]{2,4096}$/)
      .optional(),
  }),
  answer: z.object({ until: millisField }),
  errors: [
    'SESSION_REQUIRED',
    'STEP_UP_EXPIRED',
    'MAIL_CODE_FORMAT',
    'MAIL_CODE_WRONG',
    'TWO_FACTOR_FORMAT',
    'TWO_FACTOR_WRONG',
    'PASSKEY_WRONG',
    'WALLET_SIGNATURE_WRONG',
    'WALLET_MESSAGE_EXPIRED',
    'LOGIN_WAIT',
  ],
  source: 'ours; confirms an act: for this user, session and act, within five minutes. Each ticket once.',
});
