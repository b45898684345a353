import { z } from 'zod';
import { afterField, defineEndpoint, ACCESS_LOG_WRITES, nothing, numberField, reasonField } from './define';

/** Requests of one page: each is shown with every word that would be done. */
export const REQUESTS_PAGE = 50;

/** What waits for a second operator. `preview` is exactly what would be done, line by line. Times in ms. */
export const operatorRequest = z.strictObject({
  id: z.string(),
  act: z.string(),
  target: z.string(),
  reason: z.string(),
  preview: z.string(),
  requester: z.string(),
  requestedAt: z.number(),
  expiresAt: z.number(),
  /** False for who asked, and for who lacks the role. */
  canDecide: z.boolean(),
});
export type OperatorRequest = z.infer<typeof operatorRequest>;

/** A row of the log as a timeline shows it. */
export const logLine = z.strictObject({
  seq: z.number(),
  at: z.number(),
  actor: z.string(),
  proof: z.string(),
  act: z.string(),
  phase: z.string(),
  target: z.string(),
  reason: z.string(),
  requestId: z.string().nullable(),
  outcome: z.string(),
  hash: z.string(),
});
export type LogLine = z.infer<typeof logLine>;

/** Rows of the log on one page. */
export const LOG_PAGE = 100;

/** Where the timeline of an object goes on: behind an open request, below a row of the log. */
export const timelineInput = { after: afterField, before: z.number().int().positive().nullable().default(null) };
/** What waits about an object, the oldest first, and what operators did, the newest first; `next`: where each goes on, null at its end. */
export const timelineOutput = {
  requests: z.array(operatorRequest).max(REQUESTS_PAGE),
  log: z.array(logLine).max(LOG_PAGE),
  next: z.strictObject({ after: z.string().nullable(), before: z.number().nullable() }),
};
const timeline = z.strictObject(timelineOutput);
export type OperatorTimeline = z.infer<typeof timeline>;

/** Rows of the log: of one operator, of one action; null: of any. */
const wordField = z.string().max(60).nullable().default(null);
const decide = z.strictObject({ id: numberField, reason: reasonField });

/** What narrows them: whether the operator asked for them, and what the names of their acts begin with. */
const narrowField = z.strictObject({ asked: z.enum(['by others', 'by me']).optional(), about: z.string().max(60).optional() });

export const requestEndpoints = {
  /** A look that shows something is in the log: what is asked for names whom it is about. */
  list: defineEndpoint({
    name: 'requests.list',
    access: 'session',
    permission: 'requests.read',
    writes: ACCESS_LOG_WRITES,
    input: z.strictObject({ filters: narrowField.default({}), after: afterField }),
    output: z.strictObject({ items: z.array(operatorRequest).max(REQUESTS_PAGE), next: z.string().nullable() }),
  }),
  /** Does what was requested, in one transaction with its row of the log; it writes what the request's act writes. */
  approve: defineEndpoint({
    name: 'requests.approve',
    access: 'session',
    permission: null,
    writes: ['operator_requests', 'operator_log', 'operator_log_head', 'as the act of the request'],
    input: decide,
    output: z.strictObject({ outcome: z.string() }),
  }),
  refuse: defineEndpoint({
    name: 'requests.refuse',
    access: 'session',
    permission: 'requests.refuse',
    writes: ['operator_requests', 'operator_log', 'operator_log_head'],
    input: decide,
    output: nothing,
  }),
  /** The look is in the log too: its rows keep what was asked for about people. */
  log: defineEndpoint({
    name: 'log.list',
    access: 'session',
    permission: 'log.read',
    writes: ACCESS_LOG_WRITES,
    input: z.strictObject({ before: z.number().int().positive().nullable().default(null), operator: wordField, act: wordField }),
    output: z.strictObject({ items: z.array(logLine).max(LOG_PAGE) }),
  }),
};
