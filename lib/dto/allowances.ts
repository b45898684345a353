import { z } from 'zod';
import { coinField, decimalField } from './shared';

export const allowanceSchema = z.object({
  coin: coinField,
  contract: z.string(),
  spender: z.string(),
  isOurs: z.boolean(),
  /** Null: without limit. */
  amount: decimalField.nullable(),
});
export const allowancesSchema = z.object({
  /** The wallet that opens the account. */
  wallet: z.string().nullable(),
  networks: z.array(
    z.object({
      network: z.string(),
      name: z.string(),
      chainId: z.number().nullable(),
      state: z.enum(['read', 'silent', 'simulated']),
      /** False: the wallet may have allowed others something that nobody could be asked about. */
      isComplete: z.boolean(),
      rows: z.array(allowanceSchema),
    }),
  ),
});
export const allowanceReportSchema = z.strictObject({ coin: coinField, amount: decimalField });
export type Allowance = z.infer<typeof allowanceSchema>;
export type AllowancesOfNetwork = z.infer<typeof allowancesSchema>['networks'][number];
