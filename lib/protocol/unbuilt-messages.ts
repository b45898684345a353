import { z } from 'zod';
import { defineCall } from './define-call';
import { idField, messageAnswer, millisField, requestIdField } from './fields';

/** Support, whose module comes later; the exchange answers FEATURE_NOT_OFFERED. */
export const supportLines = defineCall({
  id: 'support.lines',
  number: 52,
  method: 'GET',
  path: '/api/getmsg',
  request: z.object({ msg: z.string().max(20).optional(), uid: idField.optional() }),
  answer: z.object({
    lines: z.array(z.object({ id: idField, from: z.enum(['user', 'operator']), text: z.string().max(2_000), time: millisField })).max(200),
    unread: z.number().int(),
  }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source: 'legacy-api #52; msg 0 opens the chat',
});

export const sendSupportLine = defineCall({
  id: 'support.send',
  number: 53,
  method: 'POST',
  path: '/api/upmsg',
  effect: 'write',
  request: z.object({ msg: z.string().min(1).max(2_000), request_id: requestIdField }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED', 'DUPLICATE_REQUEST'],
  source: 'legacy-api #53',
});
