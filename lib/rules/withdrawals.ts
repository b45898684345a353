import { ADDRESS_NETWORKS, type AddressNetwork } from './address-shape';
import { divideUp, formatScaled, powerOfTen, requireDecimal, toScaled } from './decimal';

/** What can be withdrawn, as call 47 names it: coin and network. The last two are ours. */
export const WITHDRAWAL_CHANNELS = ['USDT_ERC20', 'USDT_TRC20', 'BTC_BTC', 'ETH_ERC20', 'USDC_ERC20'] as const;
export type WithdrawalChannel = (typeof WITHDRAWAL_CHANNELS)[number];

/**
 * Where a withdrawal is. `waiting`: a first payment to its address, until a stated time. `review`: two operators look at it. `signed`: its
 * transaction is stored, `sent`: the network has taken it, `confirming`: it is in a block. The last three are final.
 */
export const WITHDRAWAL_STATES = ['waiting', 'review', 'approved', 'signed', 'sent', 'confirming', 'done', 'cancelled', 'refused'] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];
/** States in which the owner can still call it off. */
export const CANCELLABLE_STATES: readonly WithdrawalState[] = ['waiting', 'review'];
export const FINAL_STATES: readonly WithdrawalState[] = ['done', 'cancelled', 'refused'];

/**
 * Why a withdrawal is in review. `REVIEW_SUM`: with what was asked for in 24 hours it is above the sum that is published; `REVIEW_FAILED`: a payment of its owner
 * failed on the network; `REVIEW_TERMS`: its channel is offered no more.
 */
export const REVIEW_REASONS = ['REVIEW_SUM', 'REVIEW_FAILED', 'REVIEW_TERMS'] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** Why a withdrawal that was approved isn't sent yet. `address`: the network refuses a payment to it, or it takes more gas than `PAYMENT_GAS_MAX`. */
export const WITHDRAWAL_DELAYS = ['hot_wallet', 'daily_cap', 'network', 'operator', 'review_late', 'address'] as const;
export type WithdrawalDelay = (typeof WITHDRAWAL_DELAYS)[number];

/**
 * The most gas that a payment on an EVM chain may need. A transfer of a token takes 65 000, a wallet that is a contract 100 000: an address that
 * burns more would burn it at the cost of the house.
 */
export const PAYMENT_GAS_MAX = 200_000;

/** How many addresses a person keeps by name. */
export const ADDRESS_BOOK_MAX = 50;
export const ADDRESS_NAME_LENGTH_MAX = 40;

/** Nine digits on each side of the point. */
const AMOUNT = /^(0|[1-9][0-9]{0,8})(\.[0-9]{1,9})?$/;

/** Published terms of a channel. `decimals` are those that the network can carry, at most the ledger's 8; `feeRate` is a fraction. */
export type ChannelTerms = { decimals: number; feeRate: string; min: string; max: string };

export type WithdrawalPreview = { amount: string; fee: string; arrives: string };
export type AmountProblem = {
  code: 'AMOUNT_INVALID' | 'AMOUNT_PRECISION' | 'WITHDRAWAL_AMOUNT_OUT_OF_RANGE';
  params: Record<string, string>;
};

/** `{ asset: 'USDT', network: 'ERC20' }` of `USDT_ERC20`. */
export function splitChannel(channel: WithdrawalChannel): { asset: string; network: AddressNetwork } {
  const [asset = '', code] = channel.split('_');
  const network = ADDRESS_NETWORKS.find((one) => one === code);
  if (network === undefined) throw new RangeError(`not a channel: ${channel}`);
  return { asset, network };
}

/**
 * Returns what a withdrawal costs and what arrives, in the same coin; the preview and the posting are this function. The fee is rounded up at
 * the last digit that the network carries, so that what arrives can be sent exactly.
 * @example previewWithdrawal({ decimals: 6, feeRate: '0.03', min: '10', max: '100000' }, '100.000001') // fee '3.000001', arrives '97'
 */
export function previewWithdrawal(
  terms: ChannelTerms,
  text: string,
): { preview: WithdrawalPreview; problem: null } | { preview: null; problem: AmountProblem } {
  const refuse = (code: AmountProblem['code'], params: Record<string, string> = {}) => ({ preview: null, problem: { code, params } });
  if (!AMOUNT.test(text)) return refuse('AMOUNT_INVALID');
  const { decimals, feeRate, min, max } = terms;
  const amount = toScaled(text, decimals);
  if (amount === null) return refuse('AMOUNT_PRECISION', { decimals: String(decimals) });
  if (amount < requireUnits(min, decimals) || amount > requireUnits(max, decimals)) {
    return refuse('WITHDRAWAL_AMOUNT_OUT_OF_RANGE', { min, max });
  }
  const rate = requireDecimal(feeRate);
  const fee = divideUp(amount * rate.units, powerOfTen(rate.scale));
  const arrives = amount - fee;
  if (arrives <= 0n) return refuse('WITHDRAWAL_AMOUNT_OUT_OF_RANGE', { min, max });
  const write = (units: bigint) => formatScaled(units, decimals);
  return { preview: { amount: write(amount), fee: write(fee), arrives: write(arrives) }, problem: null };
}

function requireUnits(text: string, decimals: number): bigint {
  const units = toScaled(text, decimals);
  if (units === null) throw new RangeError(`terms of a channel are finer than its network: ${text}`);
  return units;
}
