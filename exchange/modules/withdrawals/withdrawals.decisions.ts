import { CANCELLABLE_STATES, type ReviewReason } from '../../../lib/rules/withdrawals';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { findOutgoingStop } from '../accounts/accounts';
import type { PayingNetworks } from './withdrawals.networks';
import { lockWithdrawal, type WithdrawalRow } from './withdrawals.repository';
import { readBefore } from './withdrawals.sums.repository';
import { scheduleEscalation, scheduleRelease } from './withdrawals.schedule';
import { delayWithdrawal, endUnpaid, moveWithdrawal, waitLonger } from './withdrawals.states';
import { type Channel, DAY_MS, DOUBT_MS, payMaxMs, REASONS, REVIEW_MAX_MS } from './withdrawals.terms';

type Deps = Pick<Platform, 'clock'> & { networks: PayingNetworks; readChannels(): readonly Channel[] };

/** Returns what decides about withdrawals until they are approved, each in the transaction that it is given. */
export function createDecisions({ clock, networks, readChannels }: Deps) {
  /** By when what is approved now is signed and sent. */
  const promiseOf = ({ network }: Pick<WithdrawalRow, 'network'>, at: number) => at + payMaxMs({ isSigned: networks.isSigned(network) });

  /**
   * Where a withdrawal goes that waits for nothing any more. `unreviewed`: what its owner asked for of the asset in the 24 hours before it that nobody
   * looked at, in base units; it counts with it, or a sum would pass in chunks. `isDoubted`: a payment of theirs failed on its chain.
   */
  function nextOf(
    row: Pick<WithdrawalRow, 'network' | 'channel' | 'amount'>,
    { unreviewed, isDoubted, at }: { unreviewed: bigint; isDoubted: boolean; at: number },
  ): { to: 'review'; until: number; reason: ReviewReason } | { to: 'approved'; until: number; reason: null } {
    const terms = readChannels().find(({ channel }) => channel === row.channel);
    const review = (reason: ReviewReason) => ({ to: 'review', until: at + REVIEW_MAX_MS, reason }) as const;
    // A channel that is listed no more is looked at by people.
    if (terms === undefined) return review('REVIEW_TERMS');
    if (unreviewed + row.amount > terms.reviewAbove) return review('REVIEW_SUM');
    if (isDoubted) return review('REVIEW_FAILED');
    return { to: 'approved', until: promiseOf(row, at), reason: null };
  }

  async function requireLocked(tx: Tx, id: string): Promise<WithdrawalRow> {
    const row = await lockWithdrawal(tx, id);
    if (row === null) throw new DomainError('WITHDRAWAL_NOT_FOUND');
    return row;
  }

  return {
    promiseOf,
    nextOf,

    /**
     * Ends the time that a first payment waits. One that is no longer waiting is left as it is; one whose account was frozen or suspended meanwhile
     * is refused, and one whose account lets no money out waits until it does.
     */
    async release(tx: Tx, id: string): Promise<WithdrawalRow | null> {
      const row = await lockWithdrawal(tx, id);
      if (row?.state !== 'waiting') return null;
      const at = clock.now();
      const stop = await findOutgoingStop(tx, { userId: row.userId, now: at });
      if (stop === 'frozen' || stop === 'suspended') return endUnpaid(tx, row, { to: 'refused', at, reason: REASONS[stop] });
      if (stop !== null) {
        await scheduleRelease(tx, id, stop);
        return waitLonger(tx, row, { at, until: stop, reason: REASONS.held });
      }
      const next = nextOf(row, { ...(await readBefore(tx, row, { ms: DAY_MS, doubtSince: at - DOUBT_MS })), at });
      if (next.to === 'review') await scheduleEscalation(tx, id, next.until);
      return moveWithdrawal(tx, row, { ...next, at });
    },

    /** Calls one off, for its owner or by a link (`userId` null). Again, or once the exchange has refused it, it has no effect: the money is back. @throws WITHDRAWAL_NOT_FOUND, WITHDRAWAL_UNDER_WAY */
    async cancel(tx: Tx, { id, userId }: { id: string; userId: string | null }): Promise<WithdrawalRow> {
      const row = await requireLocked(tx, id);
      if (userId !== null && row.userId !== userId) throw new DomainError('WITHDRAWAL_NOT_FOUND');
      if (row.state === 'cancelled' || row.state === 'refused') return row;
      if (!CANCELLABLE_STATES.includes(row.state)) throw new DomainError('WITHDRAWAL_UNDER_WAY');
      return endUnpaid(tx, row, { to: 'cancelled', at: clock.now() });
    },

    /** Says that a review is over its time; null when it has ended, else since when it lasts. */
    async noteLateReview(tx: Tx, id: string): Promise<{ since: number } | null> {
      const row = await lockWithdrawal(tx, id);
      if (row?.state !== 'review') return null;
      await delayWithdrawal(tx, row, 'review_late', clock.now());
      return { since: row.stateAt };
    },
  };
}

export type Decisions = ReturnType<typeof createDecisions>;

/** Operators agree to a withdrawal that is in review. @throws DomainError WITHDRAWAL_NOT_FOUND, WITHDRAWAL_UNDER_WAY, ACCOUNT_FROZEN, WITHDRAWALS_SUSPENDED, OUTGOING_HELD */
export async function approveReviewed(tx: Tx, { id, at, until }: { id: string; at: number; until: number }): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(tx, id);
  if (row === null) throw new DomainError('WITHDRAWAL_NOT_FOUND');
  if (row.state !== 'review') throw new DomainError('WITHDRAWAL_UNDER_WAY', { detail: `it is ${row.state}` });
  const stop = await findOutgoingStop(tx, { userId: row.userId, now: at });
  if (stop === 'frozen') throw new DomainError('ACCOUNT_FROZEN');
  if (stop === 'suspended') throw new DomainError('WITHDRAWALS_SUSPENDED');
  if (stop !== null) throw new DomainError('OUTGOING_HELD', { params: { until: new Date(stop).toISOString() } });
  return moveWithdrawal(tx, row, { to: 'approved', at, until });
}

/** Operators refuse one that isn't paid yet; its money goes back. @throws DomainError as above */
export async function refuseUnpaid(tx: Tx, { id, at, reason }: { id: string; at: number; reason: string }): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(tx, id);
  if (row === null) throw new DomainError('WITHDRAWAL_NOT_FOUND');
  if (row.state !== 'review' && row.state !== 'approved') throw new DomainError('WITHDRAWAL_UNDER_WAY', { detail: `it is ${row.state}` });
  return endUnpaid(tx, row, { to: 'refused', at, reason });
}
