import { z } from 'zod';
import { LOCALES } from '../protocol/wire';
import { afterField, defineEndpoint, ACCESS_LOG_WRITES, nothing, numberField, reasonField } from './define';
import { timelineInput, timelineOutput } from './requests';

/** Queues of cases that people decide. The number of a case is that of its row; in the support inbox that of the user. */
export const QUEUES = ['identity', 'loans', 'proofs', 'wires', 'claims', 'support'] as const;
export type QueueName = (typeof QUEUES)[number];
const queueField = z.enum(QUEUES);
const LINES_MAX = 200;
/** Cases of one page. */
export const QUEUE_PAGE = 50;
export const QUEUE_FILTERS = ['all', 'late'] as const;
/** In the support inbox also what the operator sees to, what nobody does, and what was answered, the newest first. */
export const SUPPORT_FILTERS = [...QUEUE_FILTERS, 'mine', 'free', 'answered'] as const;
/** Minutes for which somebody has waited at least. */
export const WAITED_MINUTES = [15, 60, 240, 1_440] as const;
/** Queues whose cases are shown whole by one look; a thread of support is read by its own endpoints. */
export const CASE_QUEUES = QUEUES.filter((queue) => queue !== 'support');

/** `promisedAt`: by when somebody was promised an answer; `holder`: the operator who sees to it; `lang`: what its person reads, in the support inbox. Times in ms. */
const queueCase = z.strictObject({
  id: z.string(),
  userId: z.string(),
  about: z.string(),
  since: z.number(),
  promisedAt: z.number().nullable(),
  holder: z.string().nullable(),
  lang: z.string().nullable(),
});
export type QueueCase = z.infer<typeof queueCase>;

const FACT_LENGTH_MAX = 200;
/** What acts about a case are told of it beside what is typed; null where its number says all. */
const caseFacts = z.record(z.string(), z.string().max(FACT_LENGTH_MAX)).nullable().default(null);

export const queueEndpoints = {
  /** The cases that wait, the oldest first; of one user, or those that are late. The look is in the log. */
  list: defineEndpoint({
    name: 'queues.list',
    access: 'session',
    permission: 'cases.read',
    writes: ACCESS_LOG_WRITES,
    input: z.strictObject({
      queue: queueField,
      filter: z.enum(SUPPORT_FILTERS).default('all'),
      user: numberField.nullable().default(null),
      /** Of the support inbox alone: what its person reads, for how many minutes they have waited at least, and who sees to it, by name. */
      lang: z.enum(LOCALES).nullable().default(null),
      waited: z
        .union(WAITED_MINUTES.map((minutes) => z.literal(minutes)))
        .nullable()
        .default(null),
      holder: z.string().min(1).max(40).nullable().default(null),
      after: afterField,
    }),
    output: z.strictObject({ items: z.array(queueCase).max(QUEUE_PAGE), next: z.string().nullable() }),
  }),
  /** How many cases wait and which is the newest, for a page that shows the list: it says when there is something new. */
  pulse: defineEndpoint({
    name: 'queues.pulse',
    access: 'session',
    permission: 'requests.read',
    isPassive: true,
    writes: [],
    input: z.strictObject({ queue: queueField }),
    output: z.strictObject({ count: z.number(), newest: z.string().nullable() }),
  }),
  /** What is open about a case, and what operators did. The look is in the log. */
  about: defineEndpoint({
    name: 'queues.about',
    access: 'session',
    permission: 'cases.read',
    writes: ACCESS_LOG_WRITES,
    input: z.strictObject({ queue: queueField, id: numberField, ...timelineInput }),
    output: z.strictObject({ found: queueCase.nullable(), facts: caseFacts, ...timelineOutput }),
  }),
  /** What somebody sent, line by line. The look is in the log. `pictures` are ids. */
  show: defineEndpoint({
    name: 'queues.show',
    access: 'session',
    permission: 'requests.read',
    writes: ACCESS_LOG_WRITES,
    input: z.strictObject({ queue: z.enum(CASE_QUEUES), id: numberField, reason: reasonField }),
    output: z.strictObject({ lines: z.array(z.string()).max(LINES_MAX), pictures: z.array(z.string()).max(LINES_MAX) }),
  }),
  /** A picture as JPEG in base64. The look is in the log. */
  picture: defineEndpoint({
    name: 'queues.picture',
    access: 'session',
    permission: 'requests.read',
    writes: ACCESS_LOG_WRITES,
    input: z.strictObject({ queue: queueField, id: z.string().regex(/^[0-9a-f]{32}$/), reason: reasonField }),
    output: z.strictObject({ jpeg: z.string() }),
  }),
  /** How long each queue is, and whether the money, the chains, the jobs and the events are well. Times in ms, amounts decimals. */
  today: defineEndpoint({
    name: 'today.show',
    access: 'session',
    permission: 'requests.read',
    writes: [],
    input: nothing,
    output: z.strictObject({
      queues: z.array(
        z.strictObject({
          name: z.string(),
          count: z.number(),
          /** Behind their promise. */
          late: z.number().default(0),
          oldest: z.number().nullable(),
          promise: z.number().nullable(),
        }),
      ),
      money: z.array(z.strictObject({ asset: z.string(), in: z.string(), out: z.string() })),
      /** Since this process of the exchange began, the newest first; `at`: the last of the kind. */
      alarms: z.array(z.strictObject({ kind: z.string(), count: z.number(), at: z.number() })),
      health: z.array(z.strictObject({ what: z.string(), state: z.string(), isWell: z.boolean() })),
    }),
  }),
};
