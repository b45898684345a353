import { z } from 'zod';
import { SAVED_ANSWERS_MAX } from '../rules/support';
import { defineEndpoint, ACCESS_LOG_WRITES, nothing, numberField, reasonField } from './define';

/** Lines of one look at a thread. */
const THREAD_LINES_MAX = 50;
const OPERATORS_MAX = 1_000;

/** A line of a thread; `from`: the operator who wrote it, null for the person. Times in ms. */
const threadLine = z.strictObject({
  id: z.string(),
  from: z.string().nullable(),
  text: z.string(),
  about: z.string().nullable(),
  picture: z.string().nullable(),
  at: z.number(),
});
export type ThreadLine = z.infer<typeof threadLine>;

/** Lines, the oldest first, and who sees to what waits; `promisedAt` null: nothing waits. */
const thread = z.strictObject({
  lines: z.array(threadLine).max(THREAD_LINES_MAX),
  promisedAt: z.number().nullable(),
  holder: z.string().nullable(),
});
export type Thread = z.infer<typeof thread>;

const savedAnswer = z.strictObject({ name: z.string(), lang: z.string(), text: z.string() });
export type SavedAnswer = z.infer<typeof savedAnswer>;

export const supportEndpoints = {
  /** The newest lines of somebody's thread, or those below a line. The look is in the log. */
  thread: defineEndpoint({
    name: 'support.thread',
    access: 'session',
    permission: 'support.read',
    writes: ACCESS_LOG_WRITES,
    input: z.strictObject({ user: numberField, reason: reasonField, before: numberField.nullable().default(null) }),
    output: thread,
  }),
  /** What came since a line that was shown. A look that shows lines is in the log, one that shows none isn't. */
  follow: defineEndpoint({
    name: 'support.follow',
    access: 'session',
    permission: 'support.read',
    isPassive: true,
    writes: ACCESS_LOG_WRITES,
    input: z.strictObject({ user: numberField, reason: reasonField, after: z.string().regex(/^[0-9]{1,18}$/) }),
    output: thread,
  }),
  /** Who a question can be handed to, and the saved answers. */
  desk: defineEndpoint({
    name: 'support.desk',
    access: 'session',
    permission: 'requests.read',
    writes: [],
    input: nothing,
    output: z.strictObject({
      operators: z.array(z.string()).max(OPERATORS_MAX),
      answers: z.array(savedAnswer).max(SAVED_ANSWERS_MAX),
    }),
  }),
};
