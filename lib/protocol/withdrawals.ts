import { z } from 'zod';
import { ADDRESS_LENGTH_MAX, ADDRESS_NETWORKS } from '../rules/address-shape';
import { NETWORK_PAUSES } from '../rules/network-pauses';
import { WITHDRAWAL_CHANNELS, WITHDRAWAL_DELAYS, WITHDRAWAL_STATES } from '../rules/withdrawals';
import { defineCall } from './define-call';
import { coinField, decimalField, idField, messageAnswer, millisField, noFields, pageField, requestIdField } from './fields';
import { linkTokenField } from './sessions';

/** Channels of call 47; ETH and USDC are ours. */
const LEGACY_CHANNELS = ['USDT_ERC20', 'USDT_TRC20', 'BTC_BTC'] as const;
/** Any text: what is wrong with an address or an amount is said by its own code. */
const addressText = z
  .string()
  .max(ADDRESS_LENGTH_MAX)
  .meta({ examples: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'] });
const amountText = z
  .string()
  .max(40)
  .meta({ examples: ['100'] });
const channelField = z.enum(WITHDRAWAL_CHANNELS);

const REFUSALS = [
  'SESSION_REQUIRED',
  'REAL_ACCOUNT_ONLY',
  'ACCOUNT_FROZEN',
  'ACCOUNT_FROZEN_BY_HOUSE',
  'ACCOUNT_CLOSED',
  'OUTGOING_HELD',
  'WITHDRAWALS_SUSPENDED',
  'STEP_UP_REQUIRED',
  'NETWORK_NOT_OFFERED',
  'AMOUNT_INVALID',
  'AMOUNT_PRECISION',
  'ADDRESS_INVALID',
  'ADDRESS_CHARACTERS',
  'ADDRESS_CHECKSUM',
  'ADDRESS_OTHER_NETWORK',
  'ADDRESS_ZERO',
  'ADDRESS_IS_TOKEN',
  'ADDRESS_IS_OURS',
  'ADDRESS_IS_DEPOSIT',
  'ADDRESS_NOT_KEPT',
  'ADDRESS_TOO_NEW',
  'WITHDRAWAL_AMOUNT_OUT_OF_RANGE',
  'WITHDRAWAL_DAY_LIMIT',
  'WITHDRAWALS_OPEN_TOO_MANY',
  'INSUFFICIENT_BALANCE',
  'NOT_DONE_IN_TIME',
  'REQUEST_PENDING',
  'DUPLICATE_REQUEST',
] as const;

export const withdrawalOptions = defineCall({
  id: 'withdrawals.options',
  number: 46,
  method: 'GET',
  path: '/api/exchange',
  request: noFields,
  answer: z.object({
    networks: z.array(z.enum(LEGACY_CHANNELS)).max(10),
    fee: decimalField,
    min: decimalField,
    max: decimalField,
    pairs: z.array(z.object({ from: coinField, to: coinField })).max(500),
  }),
  errors: ['SESSION_REQUIRED'],
  source: 'legacy-api #46; `fee` is a fraction, `min` and `max` are those of USDT; x.withdrawalTerms has all channels',
});

export const withdraw = defineCall({
  id: 'withdrawals.apply',
  number: 47,
  method: 'POST',
  path: '/Exchange/shenqing',
  effect: 'write',
  request: z.object({
    amount: amountText,
    addr: addressText,
    qianbao: addressText,
    tbchannel: z.enum(LEGACY_CHANNELS),
    code: z.string().max(20).optional(),
    request_id: requestIdField,
  }),
  answer: messageAnswer,
  errors: [...REFUSALS, 'REQUEST_INVALID', 'TWO_FACTOR_FORMAT', 'TWO_FACTOR_WRONG'],
  source: "legacy-api #47; `qianbao` repeats the address, `code` is an authenticator's and confirms the withdrawal",
});

/** A withdrawal as lists show it. Amounts in its coin; `until`: when the present state ends at the latest, null in the last one. */
const withdrawalFields = z.object({
  id: idField,
  channel: channelField,
  coin: coinField,
  network: z.enum(ADDRESS_NETWORKS),
  address: z.string().max(ADDRESS_LENGTH_MAX),
  amount: decimalField,
  fee: decimalField,
  arrives: decimalField,
  state: z.enum(WITHDRAWAL_STATES),
  time: millisField,
  state_time: millisField,
  until: millisField.nullable(),
  delay: z.enum(WITHDRAWAL_DELAYS).nullable(),
  /** A code or the words of an operator: why it is in review, waits for longer than a first payment does, or was refused. */
  reason: z.string().max(300).nullable(),
  txid: z.string().max(120).nullable(),
  explorer: z.string().max(400).nullable(),
  confirmations: z.number().int().nonnegative(),
  confirmations_needed: z.number().int().positive(),
});

export const withdrawTo = defineCall({
  id: 'x.withdraw',
  number: null,
  method: 'POST',
  path: '/x/withdraw',
  effect: 'write',
  request: z.object({
    channel: channelField,
    address: addressText,
    amount: amountText,
    /** What the screen said that arrives. */
    arrives: amountText.optional(),
    request_id: requestIdField,
  }),
  answer: withdrawalFields,
  errors: [...REFUSALS, 'WITHDRAWAL_TERMS_CHANGED'],
  source: 'ours; call 47 with ETH and USDC, and with an answer that says what was begun. Numbers are shared with call 47.',
});

export const withdrawalTerms = defineCall({
  id: 'x.withdrawalTerms',
  number: null,
  method: 'GET',
  path: '/x/withdrawal-terms',
  request: noFields,
  answer: z.object({
    channels: z
      .array(
        z.object({
          channel: channelField,
          coin: coinField,
          network: z.enum(ADDRESS_NETWORKS),
          /** False while the network is not set up or doesn't pay. */
          offered: z.boolean(),
          decimals: z.number().int(),
          fee: decimalField,
          min: decimalField,
          max: decimalField,
          review_above: decimalField,
          /** What leaves over the network in 24 hours of all members together, at most: what is above it waits. Null where nothing bounds it, left out by backends that don't say it. */
          day_outflow_max: decimalField.nullable().optional(),
          confirmations: z.number().int(),
          /** While it is paused nothing is sent: what is requested waits. */
          paused: z.object({ reason: z.enum(NETWORK_PAUSES), since: millisField }).nullable(),
        }),
      )
      .max(WITHDRAWAL_CHANNELS.length),
    limits: z.array(z.object({ coin: coinField, limit: decimalField, left: decimalField, verified_limit: decimalField })).max(50),
    /** Withdrawals of one user that are under way, at most. */
    open_max: z.number().int().positive().optional(),
    verified: z.boolean(),
    /** First payments to an address wait this long, in seconds; a review takes this long at most. */
    first_wait: z.number().int(),
    review_max: z.number().int(),
    /** Operators keep the withdrawals of this account in. */
    suspended: z.boolean(),
    held_until: millisField.nullable(),
    only_kept: z.boolean(),
    only_kept_ends: millisField.nullable(),
  }),
  errors: ['SESSION_REQUIRED', 'REAL_ACCOUNT_ONLY'],
  source: 'ours; published terms and what of them concerns this user now. `fee` is a fraction.',
});

export const withdrawals = defineCall({
  id: 'x.withdrawals',
  number: null,
  method: 'GET',
  path: '/x/withdrawals',
  request: z.object({ page: pageField.optional() }),
  answer: z.array(withdrawalFields).max(20),
  errors: ['SESSION_REQUIRED', 'REAL_ACCOUNT_ONLY'],
  source: 'ours; newest first',
});

export const withdrawal = defineCall({
  id: 'x.withdrawal',
  number: null,
  method: 'GET',
  path: '/x/withdrawal',
  request: z.object({ id: idField }),
  answer: withdrawalFields.extend({
    steps: z
      .array(z.object({ step: z.string().max(30), time: millisField, until: millisField.nullable(), txid: z.string().max(120).nullable() }))
      .max(200),
  }),
  errors: ['SESSION_REQUIRED', 'REAL_ACCOUNT_ONLY', 'WITHDRAWAL_NOT_FOUND'],
  source: 'ours; one withdrawal with all that happened to it, in order',
});

export const withdrawalCancel = defineCall({
  id: 'x.withdrawalCancel',
  number: null,
  method: 'POST',
  path: '/x/withdrawal-cancel',
  effect: 'write',
  request: z.object({ id: idField }),
  answer: withdrawalFields,
  errors: ['SESSION_REQUIRED', 'REAL_ACCOUNT_ONLY', 'WITHDRAWAL_NOT_FOUND', 'WITHDRAWAL_UNDER_WAY'],
  source: 'ours; calls off one that waits or is in review. Again, or once it was refused, it has no effect.',
});

export const withdrawalCancelByLink = defineCall({
  id: 'x.withdrawalCancelByLink',
  number: null,
  method: 'POST',
  path: '/x/withdrawal-cancel-by-link',
  access: 'public',
  effect: 'write',
  request: z.object({ token: linkTokenField }),
  answer: messageAnswer,
  errors: ['LINK_INVALID', 'WITHDRAWAL_UNDER_WAY'],
  source: 'ours; the link of the mail about a withdrawal calls that one off, once, and does nothing else',
});
