import { type ChannelTerms, splitChannel, type WithdrawalChannel } from '../../../lib/rules/withdrawals';
import type { ErrorCode } from '../../../lib/protocol/errors';
import type { JournalCodes } from '../../composition/module';
import { toUnits } from '../../platform/decimal';
import type { WithdrawalTerms } from '../registry/registry';

export const WITHDRAWAL_CODES = {
  WITHDRAWAL: { record: 'withdrawal', isExternal: true },
  NETWORK_FEE: { record: 'other', isExternal: true },
} as const satisfies JournalCodes;
/** What holds of withdrawals are for; the reference is the withdrawal's number. */
export const HOLD_PURPOSE = 'withdrawal';

/** What its owner reads of one that the exchange gives back by itself. */
export const REASONS = {
  frozen: 'ACCOUNT_FROZEN',
  suspended: 'WITHDRAWALS_SUSPENDED',
  held: 'OUTGOING_HELD',
  address: 'ADDRESS_NOT_PAYABLE',
  reverted: 'PAYMENT_REVERTED',
} as const satisfies Record<string, ErrorCode>;

/** Decimals of the ledger. */
export const SCALE = 8;
export const HOUR_MS = 60 * 60_000;
/** Limits of a day count what was in the last one. */
export const DAY_MS = 86_400_000;
/** After a payment that failed on its chain, people look for so long at what its owner asks for to addresses that were never paid. */
export const DOUBT_MS = 30 * DAY_MS;
/** A first payment to an address waits this long, so that who is robbed can call it off. */
const FIRST_WAIT_MS = 24 * HOUR_MS;
const FIRST_WAIT_SANDBOX_MS = 60_000;
/** What operators promise: a review ends within this time, and what they pay by hand is paid within it. */
export const REVIEW_MAX_MS = 24 * HOUR_MS;
const HAND_MAX_MS = 24 * HOUR_MS;
/** What is paid by this exchange itself is signed and sent within this time. */
export const PAY_MAX_MS = 10 * 60_000;
/** Returns how long an approved withdrawal waits at most until it is sent: minutes where this exchange pays by itself, a day where people do. */
export const payMaxMs = ({ isSigned }: { isSigned: boolean }) => (isSigned ? PAY_MAX_MS : HAND_MAX_MS);
/** From sent to done. */
export const CONFIRM_MAX_MS = 60 * 60_000;
/** By when a hold must have ended, or the audit names it: longer than all that a withdrawal may take. */
export const HOLD_MAX_MS = 14 * DAY_MS;
/** Withdrawals of one user that are under way. */
export const OPEN_MAX = 20;

/** A channel as it is published, with its coin, its network, and the sums of the registry in base units of the ledger. */
export type Channel = ChannelTerms & {
  channel: WithdrawalChannel;
  asset: string;
  network: ReturnType<typeof splitChannel>['network'];
  reviewAbove: bigint;
  dayOutflowMax: bigint;
};
export type DayLimit = { asset: string; unverified: bigint; verified: bigint };

/** Returns the channels of the terms in force. */
export function readChannels({ feeRate, channels }: WithdrawalTerms): Channel[] {
  return channels.map(({ channel, decimals, min, max, reviewAbove, dayOutflowMax }) => ({
    ...{ channel, decimals, min, max, feeRate },
    ...splitChannel(channel),
    reviewAbove: toUnits(reviewAbove, SCALE),
    dayOutflowMax: toUnits(dayOutflowMax, SCALE),
  }));
}

export function readDayLimits({ dayLimits }: WithdrawalTerms): DayLimit[] {
  return dayLimits.map(({ asset, unverified, verified }) => ({
    asset,
    unverified: toUnits(unverified, SCALE),
    verified: toUnits(verified, SCALE),
  }));
}

/** How long a first payment to an address waits, in ms. */
export function firstWaitMs(sandbox: boolean): number {
  return sandbox ? FIRST_WAIT_SANDBOX_MS : FIRST_WAIT_MS;
}
