import { z } from 'zod';
import { afterField, defineEndpoint, ACCESS_LOG_WRITES, numberField } from './define';
import { timelineInput, timelineOutput } from './requests';

/** Which withdrawals a list shows: those that wait for people, those that are on their way, all. */
export const WITHDRAWAL_FILTERS = ['waiting', 'open', 'all'] as const;

/** Amounts are decimals of the asset, times in ms. `until`: by when its state was promised to be over. */
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
