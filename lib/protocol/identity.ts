import { z } from 'zod';
import { DOCUMENT_KINDS, IDENTITY_PAGES } from '../rules/identity';
import { defineCall } from './define-call';
import { messageAnswer, millisField, noFields } from './fields';
import { pictureIdField } from './files';

/** What is typed, before it is judged: long enough for a clear word about what is too long. */
const TYPED_LENGTH_MAX = 400;
const typed = z.string().max(TYPED_LENGTH_MAX);

export const identityState = defineCall({
  id: 'identity.state',
  number: 12,
  method: 'GET',
  path: '/user/kyc1',
  request: noFields,
  answer: z.object({
    idstate: z.number().int(),
    reason: z.string().max(300).optional(),
    submitted_at: millisField.optional(),
    review_until: millisField.optional(),
    decided_at: millisField.optional(),
    by_sandbox: z.boolean().optional(),
    resend: z.array(z.enum(IDENTITY_PAGES)).max(IDENTITY_PAGES.length).optional(),
    country: z.string().max(2).optional(),
    first_name: z.string().max(400).optional(),
    last_name: z.string().max(400).optional(),
    type: z.enum(DOCUMENT_KINDS).optional(),
    email: z.string().max(254).optional(),
    front: pictureIdField.optional(),
    back: pictureIdField.optional(),
    hold: pictureIdField.optional(),
  }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source:
    'legacy-api #12; 0 none, 1 to be reviewed, 2 verified, 3 rejected. Ours: everything but idstate, reason and submitted_at; the pictures of what was rejected, which may be sent again but for those of `resend`.',
});

export const submitIdentity = defineCall({
  id: 'identity.submit',
  number: 13,
  method: 'POST',
  path: '/User/kyc1_Handle',
  effect: 'write',
  request: z.object({
    country: z.string().max(TYPED_LENGTH_MAX),
    first_name: typed,
    last_name: typed,
    type: z.enum(DOCUMENT_KINDS),
    number: typed,
    front: pictureIdField,
    back: pictureIdField.optional(),
    hold: pictureIdField,
    email: z.string().max(254),
    mailcode: z.string().max(40),
  }),
  answer: messageAnswer,
  errors: [
    'SESSION_REQUIRED',
    'FEATURE_NOT_OFFERED',
    'COUNTRY_UNKNOWN',
    'NAME_INVALID',
    'DOCUMENT_NUMBER_INVALID',
    'DOCUMENT_BACK_MISSING',
    'IDENTITY_SUBMITTED',
    'EMAIL_INVALID',
    'MAIL_CODE_FORMAT',
    'MAIL_CODE_WRONG',
    'PICTURE_UNKNOWN',
    'DOCUMENT_NUMBER_TAKEN',
  ],
  source: 'legacy-api #13; pictures are ids of call 45; `back` not for a passport',
});
