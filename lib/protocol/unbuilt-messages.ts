import { z } from 'zod';
import { defineCall } from './define-call';
import { idField, messageAnswer, millisField, noFields, requestIdField } from './fields';

/** Support and help, whose modules come later; the exchange answers FEATURE_NOT_OFFERED. */
const textRow = z.object({ id: idField, title: z.string().max(200), text: z.string().max(20_000) });

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

export const links = defineCall({
  id: 'help.links',
  number: 54,
  method: 'GET',
  path: '/api/lianjie',
  access: 'public',
  carrier: 'url',
  request: noFields,
  answer: z.string().max(300),
  errors: ['FEATURE_NOT_OFFERED'],
  source: 'legacy-api #54',
});

export const helpPages = defineCall({
  id: 'help.pages',
  number: 55,
  method: 'GET',
  path: '/page/help',
  access: 'public',
  request: z.object({ id: z.string().max(40).optional(), lang: z.string().max(10).optional() }),
  answer: z.array(textRow).max(100),
  errors: ['FEATURE_NOT_OFFERED'],
  source: 'legacy-api #55',
});
