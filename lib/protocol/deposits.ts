import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, decimalField, idField, millisField, noFields, pageField, requestIdField } from './fields';
import { NETWORK_PAUSES } from '../rules/network-pauses';

const networkField = z
  .string()
  .regex(/^[A-Z0-9]{2,20}$/)
  .meta({ examples: ['ERC20'] });
const addressField = z.string().max(120);
/** Of a transaction: 64 hexadecimal digits, with or without `0x`. */
const hashField = z
  .string()
  .trim()
  .max(70)
  .regex(/^(0x)?[0-9a-fA-F]{64}$/)
  .meta({ examples: [`0x${'0'.repeat(64)}`] });
const DEPOSIT_STATES = ['confirming', 'credited', 'orphaned'] as const;

export const networks = defineCall({
  id: 'x.networks',
  number: null,
  method: 'GET',
  path: '/x/networks',
  request: noFields,
  answer: z.array(
    z.object({
      network: networkField,
      name: z.string().max(60),
      coins: z.array(coinField).max(50),
      confirmations: z.number().int().min(1),
      block_seconds: z.number().nonnegative(),
      offered: z.boolean(),
      paused: z.object({ reason: z.enum(NETWORK_PAUSES), since: millisField }).nullable(),
      explorer: z.string().nullable(),
    }),
  ),
  errors: ['SESSION_REQUIRED'],
  source:
    'ours; networks of the registry in their order. `offered` false: no settings here. `paused`: nothing is credited until the chain can be checked, or operators let it go on.',
});

export const depositAddresses = defineCall({
  id: 'deposits.addresses',
  number: 43,
  method: 'GET',
  path: '/api/recharge',
  request: noFields,
  answer: z
    .array(
      z.object({
        id: idField,
        title: z.string().max(40),
        url: z.string().max(200),
        coin: coinField.optional(),
        network: networkField.optional(),
      }),
    )
    .max(100),
  errors: ['SESSION_REQUIRED', 'REAL_ACCOUNT_ONLY'],
  source: 'legacy-api #43; `title` is coin and network as in call 47, `url` the address. `coin` and `network` are ours.',
});

const deposit = z.object({
  id: idField,
  network: networkField,
  coin: coinField,
  address: addressField,
  /** What arrived. */
  num: decimalField,
  /** What the account received, once it is credited. */
  credited: decimalField.nullable(),
  state: z.enum(DEPOSIT_STATES),
  confirmations: z.number().int().nonnegative(),
  needed: z.number().int().min(1),
  hash: z.string().max(66),
  seen: millisField,
  credited_at: millisField.nullable(),
  replaced_at: millisField.nullable(),
  expected: millisField.nullable(),
  explorer: z.string().nullable(),
  /** Two operators credited it, because no chain could tell whose it is; nothing was counted block by block. */
  by_hand: z.boolean().optional(),
});

export const deposits = defineCall({
  id: 'x.deposits',
  number: null,
  method: 'GET',
  path: '/x/deposits',
  request: z.object({ page: pageField.optional(), id: idField.optional() }),
  answer: z.array(deposit).max(100),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source:
    'ours; deposits of the real account over a chain, newest first; with `id` that one alone. `orphaned`: the block was replaced before the credit; it goes on by itself if the transaction comes into another one.',
});

/** Where a transaction can be, as the finder says it. */
export const FOUND_STATES = [
  'not_seen',
  'waiting',
  'failed',
  'other_address',
  'other_network',
  'other_token',
  'by_contract',
  'confirming',
  'credited',
  'orphaned',
] as const;

export const findDeposit = defineCall({
  id: 'x.findDeposit',
  number: null,
  method: 'GET',
  path: '/x/find-deposit',
  request: z.object({ hash: hashField }),
  answer: z.object({
    state: z.enum(FOUND_STATES),
    /** Where the transaction is. */
    network: networkField.nullable(),
    coin: coinField.nullable(),
    num: decimalField.nullable(),
    to: addressField.nullable(),
    /** With `other_network`: whose address it went to. */
    address_network: networkField.nullable(),
    confirmations: z.number().int().nonnegative(),
    needed: z.number().int().nonnegative(),
    deposit: deposit.nullable(),
    /** Networks that could not be asked. */
    silent: z.array(networkField).max(20),
  }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED', 'RATE_LIMITED'],
  source: 'ours; asks every offered network for the transaction. It never asks for a key or a phrase.',
});

export const outsideWallet = defineCall({
  id: 'x.outsideWallet',
  number: null,
  method: 'GET',
  path: '/x/outside-wallet',
  request: noFields,
  answer: z.object({
    wallets: z
      .array(
        z.object({
          network: networkField,
          address: addressField,
          coins: z.array(z.object({ coin: coinField, num: decimalField })).max(50),
        }),
      )
      .max(20),
    transfers: z
      .array(
        z.object({
          network: networkField,
          hash: z.string().max(66),
          direction: z.enum(['in', 'out']),
          coin: coinField,
          num: decimalField,
          confirmations: z.number().int().nonnegative(),
          time: millisField,
        }),
      )
      .max(100),
  }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED', 'REAL_ACCOUNT_ONLY'],
  source: "ours; sandbox only: the stand-in for a person's wallet elsewhere, with test coins",
});

export const outsideWalletSend = defineCall({
  id: 'x.outsideWalletSend',
  number: null,
  method: 'POST',
  path: '/x/outside-wallet-send',
  effect: 'write',
  request: z.object({
    /** The chain over which it is sent, and the network whose deposit address it is sent to: they may differ, as they do by mistake elsewhere. */
    network: networkField,
    address_network: networkField,
    coin: coinField,
    num: decimalField,
    request_id: requestIdField,
  }),
  answer: z.object({ network: networkField, hash: z.string().max(66) }),
  errors: [
    'SESSION_REQUIRED',
    'FEATURE_NOT_OFFERED',
    'REAL_ACCOUNT_ONLY',
    'NETWORK_UNKNOWN',
    'NETWORK_NOT_OFFERED',
    'ASSET_UNKNOWN',
    'AMOUNT_INVALID',
    'AMOUNT_PRECISION',
    'OUTSIDE_WALLET_SHORT',
    'RATE_LIMITED',
    'NOT_DONE_IN_TIME',
    'DUPLICATE_REQUEST',
  ],
  source: 'ours; sandbox only: sends test coins from the outside wallet to a deposit address of the same person',
});
