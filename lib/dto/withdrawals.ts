import { z } from 'zod';
import { ADDRESS_LENGTH_MAX, ADDRESS_NETWORKS } from '../rules/address-shape';
import { NETWORK_PAUSES } from '../rules/network-pauses';
import { ADDRESS_NAME_LENGTH_MAX, WITHDRAWAL_CHANNELS, WITHDRAWAL_DELAYS, WITHDRAWAL_STATES } from '../rules/withdrawals';
import { coinField, decimalField, idField, isoField, pageField, requestIdField } from './shared';

const channel = z.enum(WITHDRAWAL_CHANNELS);
const network = z.enum(ADDRESS_NETWORKS);
const addressText = z
  .string()
  .trim()
  .min(1)
  .max(ADDRESS_LENGTH_MAX)
  .meta({ examples: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'] });

export const withdrawalTermsSchema = z.object({
  channels: z.array(
    z.object({
      channel,
      coin: coinField,
      network,
      isOffered: z.boolean(),
      decimals: z.number().int(),
      /** A fraction. */
      feeRate: decimalField,
      min: decimalField,
      max: decimalField,
      reviewAbove: decimalField,
      /** Of all members together over the network in 24 hours: what is above it waits. Null: not known, or not bounded. */
      dayOutflowMax: decimalField.nullable(),
      /** While it is paused what is requested waits. */
      paused: z.object({ reason: z.enum(NETWORK_PAUSES), since: isoField }).nullable(),
    }),
  ),
  limits: z.array(z.object({ coin: coinField, limit: decimalField, left: decimalField, verifiedLimit: decimalField })),
  /** Of one member under way; null: not known. */
  openMax: z.number().int().nullable(),
  isVerified: z.boolean(),
  firstWaitSeconds: z.number().int(),
  reviewSecondsMax: z.number().int(),
  isSuspended: z.boolean(),
  heldUntil: isoField.nullable(),
  isOnlyKept: z.boolean(),
  onlyKeptEndsAt: isoField.nullable(),
});
export type WithdrawalTerms = z.infer<typeof withdrawalTermsSchema>;

export const withdrawalSchema = z.object({
  id: idField,
  channel,
  coin: coinField,
  network,
  address: z.string(),
  amount: decimalField,
  fee: decimalField,
  arrives: decimalField,
  state: z.enum(WITHDRAWAL_STATES),
  requestedAt: isoField,
  stateAt: isoField,
  /** When the present state ends at the latest; null in the last one. */
  until: isoField.nullable(),
  delay: z.enum(WITHDRAWAL_DELAYS).nullable(),
  reason: z.string().nullable(),
  txid: z.string().nullable(),
  explorerUrl: z.string().nullable(),
  confirmations: z.number().int(),
  confirmationsNeeded: z.number().int(),
});
export type Withdrawal = z.infer<typeof withdrawalSchema>;
export const withdrawalsQuerySchema = z.object({ page: pageField });
export const withdrawalsSchema = z.object({ withdrawals: z.array(withdrawalSchema), hasMore: z.boolean() });
export const withdrawalQuerySchema = z.strictObject({ id: idField });
export const withdrawalDetailSchema = withdrawalSchema.extend({
  steps: z.array(z.object({ step: z.string(), at: isoField, until: isoField.nullable(), txid: z.string().nullable() })),
});

export const withdrawInputSchema = z.strictObject({
  channel,
  address: addressText,
  amount: decimalField,
  /** What the screen showed that arrives: another fee than that is refused. */
  arrives: decimalField,
  requestId: requestIdField,
});
export const withdrawalCancelInputSchema = z.strictObject({ id: idField });
export const cancelByLinkInputSchema = z.strictObject({
  token: z
    .string()
    .regex(/^[0-9a-f]{32}\.[A-Za-z0-9_-]{43}$/)
    .meta({ examples: [`${'a'.repeat(32)}.${'a'.repeat(43)}`] }),
});

export const keptAddressSchema = z.object({ id: idField, network, address: z.string(), name: z.string(), usableAt: isoField });
export type KeptAddress = z.infer<typeof keptAddressSchema>;
export const addressBookSchema = z.object({ addresses: z.array(keptAddressSchema) });
export const addressKeepInputSchema = z.strictObject({
  network,
  address: addressText,
  name: z.string().trim().min(1).max(ADDRESS_NAME_LENGTH_MAX),
});
export const addressForgetInputSchema = z.strictObject({ id: idField });
export const addressOnlyInputSchema = z.strictObject({ isOn: z.boolean() });
export const addressOnlySchema = z.object({ isOnlyKept: z.boolean(), endsAt: isoField.nullable() });
