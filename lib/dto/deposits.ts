import { z } from 'zod';
import { coinField, decimalField, idField, isoField, pageField, requestIdField } from './shared';
import { FOUND_STATES } from '../protocol/deposits';
import { NETWORK_PAUSES } from '../rules/network-pauses';

const networkField = z
  .string()
  .regex(/^[A-Z0-9]{2,20}$/)
  .meta({ examples: ['ERC20'] });

export const depositNetworkSchema = z.object({
  network: networkField,
  name: z.string(),
  confirmations: z.number().int(),
  blockSeconds: z.number(),
  isOffered: z.boolean(),
  /** While it is paused nothing is credited; nothing is lost either. */
  paused: z.object({ reason: z.enum(NETWORK_PAUSES), since: isoField }).nullable(),
});
export type DepositNetwork = z.infer<typeof depositNetworkSchema>;
export const depositOptionsSchema = z.object({
  options: z.array(z.object({ id: idField, coin: z.string(), network: networkField.nullable(), address: z.string() })),
  /** Empty where the backend doesn't say. */
  networks: z.array(depositNetworkSchema),
});
export type DepositOptions = z.infer<typeof depositOptionsSchema>;

export const depositSchema = z.object({
  id: idField,
  network: networkField,
  coin: coinField,
  address: z.string(),
  /** What arrived; `credited` is what the account received. */
  amount: decimalField,
  credited: decimalField.nullable(),
  state: z.enum(['confirming', 'credited', 'orphaned']),
  confirmations: z.number().int(),
  confirmationsNeeded: z.number().int(),
  hash: z.string(),
  seenAt: isoField,
  creditedAt: isoField.nullable(),
  replacedAt: isoField.nullable(),
  expectedAt: isoField.nullable(),
  explorerUrl: z.string().nullable(),
  /** Two people of ours credited it after it was missed. */
  isByHand: z.boolean(),
});
export type Deposit = z.infer<typeof depositSchema>;
export const depositsQuerySchema = z.object({ page: pageField, id: idField.optional() });
export const depositsSchema = z.object({ deposits: z.array(depositSchema), hasMore: z.boolean() });

export const findDepositSchema = z.object({
  hash: z
    .string()
    .trim()
    .max(70)
    .regex(/^(0x)?[0-9a-fA-F]{64}$/)
    .meta({ examples: [`0x${'0'.repeat(64)}`] }),
});
export const foundDepositSchema = z.object({
  state: z.enum(FOUND_STATES),
  network: networkField.nullable(),
  coin: coinField.nullable(),
  amount: decimalField.nullable(),
  to: z.string().nullable(),
  addressNetwork: networkField.nullable(),
  confirmations: z.number().int(),
  confirmationsNeeded: z.number().int(),
  silent: z.array(networkField),
  /** The number of the deposit, where it is among theirs. */
  deposit: idField.nullable(),
});
export type FoundDeposit = z.infer<typeof foundDepositSchema>;

export const outsideWalletSchema = z.object({
  wallets: z.array(
    z.object({ network: networkField, address: z.string(), coins: z.array(z.object({ coin: coinField, amount: decimalField })) }),
  ),
  transfers: z.array(
    z.object({
      network: networkField,
      hash: z.string(),
      direction: z.enum(['in', 'out']),
      coin: coinField,
      amount: decimalField,
      confirmations: z.number().int(),
      at: isoField,
    }),
  ),
});
export type OutsideWallet = z.infer<typeof outsideWalletSchema>;
export const outsideSendInputSchema = z.object({
  /** Over which chain, and to one's deposit address on which network. */
  network: networkField,
  addressNetwork: networkField,
  coin: coinField,
  amount: decimalField,
  requestId: requestIdField,
});
export const outsideSentSchema = z.object({ network: networkField, hash: z.string() });
