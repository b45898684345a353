import 'server-only';
import * as api from '../../api/support';
import * as dto from '../../dto/support';
import { nothing } from '../../dto/shared';
import * as protocol from '../../protocol/support';
import { serveCall } from '../operation';
import { toIso } from '../upstream';

const done = () => ({ done: true as const });

export const support = serveCall(api.support, {
  input: dto.supportQuerySchema,
  output: dto.supportSchema,
  summary: "The user's thread with support, newest line first",
  call: protocol.supportThread,
  fields: ({ after }) => ({ before: after }),
  reshape: ({ lines, next, unread, median, promised, rate }) => ({
    lines: lines.map(({ time, ...line }) => ({ ...line, at: toIso(time) })),
    next,
    unread,
    answerSeconds: median,
    promisedAt: promised === null ? null : toIso(promised),
    toRate: rate,
  }),
});

export const supportUnread = serveCall(api.supportUnread, {
  input: nothing,
  output: dto.supportUnreadSchema,
  summary: "Answers of support that the user hasn't opened",
  call: protocol.supportThread,
  fields: () => ({}),
  reshape: ({ unread }) => ({ unread }),
});

export const supportSend = serveCall(api.supportSend, {
  input: dto.supportSendInputSchema,
  output: dto.supportDoneSchema,
  summary: 'Write to support',
  call: protocol.sendSupportLine,
  fields: ({ text, about, picture, requestId }) => ({ msg: text, about, picture, request_id: requestId }),
  reshape: done,
});

export const supportRead = serveCall(api.supportRead, {
  input: dto.supportReadInputSchema,
  output: dto.supportDoneSchema,
  summary: 'The thread with support was opened',
  call: protocol.supportRead,
  fields: () => ({}),
  reshape: done,
});

export const supportRate = serveCall(api.supportRate, {
  input: dto.supportRateInputSchema,
  output: dto.supportDoneSchema,
  summary: 'Rate an answered question',
  call: protocol.rateSupport,
  fields: ({ id, stars }) => ({ id, stars }),
  reshape: done,
});
