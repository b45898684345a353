import { z } from 'zod';
import { defineCall } from './define-call';
import { messageAnswer, millisField, noFields } from './fields';

/** Bytes of a picture as it is given. */
export const PICTURE_BYTES_MAX = 10 * 1024 * 1024;
/** What a form adds around the one picture in it. */
export const PICTURE_FORM_BYTES_MAX = 8 * 1024;
/** How long an address for another browser is good. */
export const HANDOFF_MS = 10 * 60_000;

export const pictureIdField = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .meta({ examples: ['0'.repeat(32)] });
/** What opens a hand-off: 256 random bits. */
export const handoffTokenField = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/)
  .meta({ examples: ['a'.repeat(43)] });
const PICTURE_ERRORS = ['PICTURE_TOO_LARGE', 'PICTURE_HEIC', 'PICTURE_TYPE', 'PICTURE_PIXELS', 'PICTURE_BROKEN', 'PICTURES_BUSY'] as const;

export const uploadImage = defineCall({
  id: 'files.image',
  number: 45,
  method: 'POST',
  path: '/api/image',
  effect: 'write',
  encoding: 'multipart',
  request: noFields,
  answer: pictureIdField,
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED', 'RATE_LIMITED', ...PICTURE_ERRORS],
  source:
    'legacy-api #45; one part named `file`: JPEG, PNG or WebP by its content. Unless something uses it, the picture ends after an hour.',
});

export const readPicture = defineCall({
  id: 'x.picture',
  number: null,
  method: 'GET',
  path: '/x/picture',
  request: z.object({ id: pictureIdField }),
  answer: z.object({ type: z.literal('image/jpeg'), data: z.string().max(3 * 1024 * 1024) }),
  errors: ['SESSION_REQUIRED', 'PICTURE_UNKNOWN', 'RATE_LIMITED', 'PICTURES_BUSY'],
  source: 'ours; one of the own pictures, small, as base64',
});

export const openHandoff = defineCall({
  id: 'x.pictureHandoff',
  number: null,
  method: 'POST',
  path: '/x/picture-handoff',
  effect: 'write',
  request: noFields,
  answer: z.object({ id: z.uuid(), token: handoffTokenField, expires: millisField }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED', 'RATE_LIMITED'],
  source: 'ours; opens a way for another browser to give one picture to this account, without signing in, for 10 minutes',
});

export const handoffState = defineCall({
  id: 'x.pictureHandoffState',
  number: null,
  method: 'GET',
  path: '/x/picture-handoff-state',
  request: z.object({ id: z.uuid() }),
  answer: z.object({ state: z.enum(['waiting', 'arrived', 'ended']), image: pictureIdField.nullable() }),
  errors: ['SESSION_REQUIRED'],
  source: 'ours; whether the picture of a hand-off has arrived',
});

export const handoffOwner = defineCall({
  id: 'x.pictureHandoffOwner',
  number: null,
  method: 'POST',
  path: '/x/picture-handoff-owner',
  access: 'public',
  effect: 'write',
  request: z.object({ token: handoffTokenField }),
  answer: z.object({ name: z.string().max(20) }),
  errors: ['LINK_INVALID'],
  source: 'ours; the masked name of the account that a hand-off gives its picture to, so that whoever was sent a stranger’s link sees it',
});

export const giveByHandoff = defineCall({
  id: 'x.pictureByHandoff',
  number: null,
  method: 'POST',
  path: '/x/picture-by-handoff',
  access: 'public',
  effect: 'write',
  encoding: 'multipart',
  request: z.object({ token: handoffTokenField }),
  answer: messageAnswer,
  errors: ['LINK_INVALID', 'FEATURE_NOT_OFFERED', ...PICTURE_ERRORS],
  source:
    'ours; parts `token` and `file`: gives the picture to the account that opened the hand-off, once. A picture that is refused leaves it open.',
});
