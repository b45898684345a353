import { z } from 'zod';
import { afterField, defineEndpoint, ACCESS_LOG_WRITES, numberField } from './define';
import { timelineInput, timelineOutput } from './requests';

/** Which withdrawals a list shows: those that wait for people, those that are on their way, all. */
export const WITHDRAWAL_FILTERS = ['waiting', 'open', 'all'] as const;

const WAIT_REASONS = new Map([
  ['REVIEW_SUM', 'with the last 24 hours it is above the published sum'],
  ['REVIEW_FAILED', 'an earlier payment of its owner failed on the network'],
  ['REVIEW_TERMS', 'its coin is no longer offered over its network'],
  ['OUTGOING_HELD', 'no money leaves the account for now'],
]);

/** Returns what operators read of a code of `waitsFor`; one that isn't known here is read as it is. */
export function describeWait(code: string): string {
  return WAIT_REASONS.get(code) ?? code;
}

/**
 * Amounts are decimals of the asset, times in ms. `until`: by when its state was promised to be over. `waitsFor`: the code of why it is in review, or waits for
 * longer than a first payment does; null where nothing is known, as of reviews from before it was written down.
 */
const withdrawal = z.strictObject({
  id: z.string(),
  userId: z.string(),
  asset: z.string(),
  network: z.string(),
  address: z.string(),
  amount: z.string(),
  fee: z.string(),
  arrives: z.string(),
  state: z.string(),
  requestedAt: z.number(),
  until: z.number().nullable(),
  delay: z.string().nullable(),
  waitsFor: z.string().nullable(),
  refusal: z.string().nullable(),
  txid: z.string().nullable(),
  confirmations: z.number(),
  confirmationsNeeded: z.number(),
});
export type OperatorWithdrawal = z.infer<typeof withdrawal>;

export const withdrawalEndpoints = {
  /** Each look is in the log. */
  list: defineEndpoint({
    name: 'withdrawals.list',
    access: 'session',
    permission: 'cases.read',
    writes: ACCESS_LOG_WRITES,
    input: z.strictObject({
      filter: z.enum(WITHDRAWAL_FILTERS).default('waiting'),
      user: numberField.nullable().default(null),
      after: afterField,
    }),
    output: z.strictObject({ items: z.array(withdrawal).max(50), next: z.string().nullable() }),
  }),
  show: defineEndpoint({
    name: 'withdrawals.show',
    access: 'session',
    permission: 'cases.read',
    writes: ACCESS_LOG_WRITES,
    input: z.strictObject({ id: numberField, ...timelineInput }),
    output: z.strictObject({
      withdrawal,
      steps: z.array(z.strictObject({ step: z.string(), at: z.number(), until: z.number().nullable(), txid: z.string().nullable() })),
      ...timelineOutput,
    }),
  }),
};
