import { z } from 'zod';
import { ANSWER_PROMISE_MS, STARS_MAX, SUBJECT_PATTERN, SUPPORT_TEXT_MAX } from '../rules/support';
import { defineCall } from './define-call';
import { pictureIdField } from './files';
import { idField, messageAnswer, millisField, noFields, requestIdField } from './fields';

/** Lines of one answer. */
export const SUPPORT_PAGE = 50;
const aboutField = z
  .string()
  .regex(SUBJECT_PATTERN)
  .meta({ examples: ['withdrawal:12'] });
/** The database takes no zero byte. */
const textField = z
  .string()
  .trim()
  .min(1)
  .max(SUPPORT_TEXT_MAX)
  .refine((text) => !text.includes('\0'));
const lineFields = z.object({
  id: idField,
  from: z.enum(['user', 'operator']),
  text: z.string().max(SUPPORT_TEXT_MAX),
  time: millisField,
  about: aboutField.nullable(),
  picture: pictureIdField.nullable().default(null),
});

export const supportLines = defineCall({
  id: 'support.lines',
  number: 52,
  method: 'GET',
  path: '/api/getmsg',
  request: z.object({ msg: z.string().max(20).optional(), uid: idField.optional() }),
  answer: z.object({ lines: z.array(lineFields).max(SUPPORT_PAGE), unread: z.number().int() }),
  errors: ['SESSION_REQUIRED'],
  source: `legacy-api #52; the newest ${SUPPORT_PAGE}, oldest first. msg 0 opens the chat, so its lines count as read; uid is not looked at: everybody has their own thread`,
});

export const sendSupportLine = defineCall({
  id: 'support.send',
  number: 53,
  method: 'POST',
  path: '/api/upmsg',
  effect: 'write',
  request: z.object({ msg: textField, about: aboutField.optional(), picture: pictureIdField.optional(), request_id: requestIdField }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED', 'SUPPORT_TOO_MANY', 'PICTURE_UNKNOWN', 'NOT_DONE_IN_TIME', 'REQUEST_PENDING', 'DUPLICATE_REQUEST'],
  source: 'legacy-api #53; ours: `about` and `picture`, the id of one that was uploaded',
});

export const supportThread = defineCall({
  id: 'x.support',
  number: null,
  method: 'GET',
  path: '/x/support',
  request: z.object({ before: idField.optional() }),
  answer: z.object({
    lines: z.array(lineFields).max(SUPPORT_PAGE),
    next: idField.nullable(),
    unread: z.number().int(),
    /** Median seconds to an answer of the last 7 days; null without one. */
    median: z.number().int().nullable(),
    /** By when an answer is promised; null while nobody waits. */
    promised: millisField.nullable(),
    /** The last answered question that isn't rated. */
    rate: idField.nullable(),
  }),
  errors: ['SESSION_REQUIRED'],
  source: `ours; lines newest first below \`before\`. An answer is promised within ${ANSWER_PROMISE_MS / 3_600_000} hours.`,
});

export const supportRead = defineCall({
  id: 'x.supportRead',
  number: null,
  method: 'POST',
  path: '/x/support-read',
  effect: 'write',
  request: noFields,
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED'],
  source: 'ours; the thread was opened: nothing of it is unread',
});

export const rateSupport = defineCall({
  id: 'x.supportRate',
  number: null,
  method: 'POST',
  path: '/x/support-rate',
  effect: 'write',
  request: z.object({ id: idField, stars: z.enum(['1', '2', '3', '4', '5']) }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED', 'NOT_FOUND'],
  source: `ours; rates an answered question, 1 to ${STARS_MAX}; the last word counts`,
});
