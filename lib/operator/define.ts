import { z } from 'zod';

/**
 * One endpoint of the operators' surface. `permission` is a row of the matrix of actions that lets an operator through, null: whoever is signed
 * in. `writes` names every table and journal that it may change, beside what each of a signed-in operator's requests writes
 * (`SESSION_WRITES`); the tests compare it with the statements that it sends.
 */
export type OperatorEndpoint<Input = unknown, Output = unknown> = {
  name: string;
  /** `console`: whoever proves the console's secret; `session`: also an operator's session. */
  access: 'console' | 'session';
  permission: string | null;
  /** A page asks it by itself, again and again: that keeps no session open. */
  isPassive?: true;
  writes: readonly string[];
  input: z.ZodType<Input>;
  output: z.ZodType<Output>;
};

/** What any request of a signed-in operator writes: when it came. */
export const SESSION_WRITES: readonly string[] = ['operator_sessions'];

export function defineEndpoint<Input, Output>(endpoint: OperatorEndpoint<Input, Output>): OperatorEndpoint<Input, Output> {
  return endpoint;
}

/** What a look at a case, a person, or what was asked for about one writes: its row of the log. */
export const ACCESS_LOG_WRITES = ['operator_log', 'operator_log_head'] as const;

const REASON_LENGTH_MAX = 500;

export const numberField = z.string().regex(/^[1-9][0-9]{0,17}$/, 'a number is needed');
export const reasonField = z.string().trim().min(1, 'a reason is needed').max(REASON_LENGTH_MAX);
/** Every list goes on behind the last row that was shown; null from its beginning. */
export const afterField = numberField.nullable().default(null);
/** A list that moves goes on behind what its rows are ordered by; what it looks like is the list's own. */
export const CURSOR = /^[A-Za-z0-9_.: -]{1,120}$/;
export const cursorField = z.string().regex(CURSOR, 'where the page before ended').nullable().default(null);
/** With milliseconds and finer, such as `2026-03-01T12:00:00.000Z`. */
const TIME_LENGTH_MAX = 30;
/** ISO 8601 in UTC. */
export const timeField = z.iso.datetime({ error: 'a time such as 2026-03-01T12:00:00Z' }).max(TIME_LENGTH_MAX);
export const nothing = z.strictObject({});

/** What an action is told beside who acts. `input` is read by the action's own schema. */
/** Bytes of what the operators' surface is asked: an announcement in every language, each character of it written as an escape of six bytes. */
export const OPERATOR_BODY_BYTES_MAX = 512 * 1024;

export const actionInput = z.strictObject({
  reason: z.string().max(REASON_LENGTH_MAX),
  input: z.unknown(),
});

/** `done`: it has been done; `requested`: a second operator decides, and `preview` is what would be done. Times in ms. */
export const actionOutcome = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('done'), outcome: z.string() }),
  z.strictObject({ state: z.literal('requested'), requestId: z.string(), expiresAt: z.number(), preview: z.string() }),
]);
export type ActionOutcome = z.infer<typeof actionOutcome>;
