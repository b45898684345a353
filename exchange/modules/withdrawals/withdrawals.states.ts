import { FINAL_STATES } from '../../../lib/rules/withdrawals';
import type { Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import type { NewEvent } from '../../platform/event-kinds';
import { appendEvents } from '../../platform/event-log';
import { captureHolds, houseAddress, type Journal, releaseHolds } from '../ledger/ledger';
import { chainAddress } from '../networks/networks';
import { withdrawalMoved, type WITHDRAWAL_NEWS } from './withdrawals.events';
import { type Changes, delayStep, insertStep, updateWithdrawal, type WithdrawalRow } from './withdrawals.repository';
import { HOLD_PURPOSE, SCALE } from './withdrawals.terms';

type News = (typeof WITHDRAWAL_NEWS)[number];
const TOLD: Partial<Record<WithdrawalRow['state'], News>> = {
  waiting: 'waiting',
  review: 'review',
  approved: 'approved',
  sent: 'sent',
  done: 'done',
  cancelled: 'cancelled',
  refused: 'refused',
};

/** Returns the event that tells the owner of a withdrawal where it is, or that it is late. */
export function tellOf(row: WithdrawalRow, news: News, at: number): NewEvent {
  const { id, userId, asset, amount, fee, address, until, delay, reason } = row;
  const write = (units: bigint) => fromUnits(units, SCALE);
  return withdrawalMoved.create({
    userId,
    mode: 'real',
    at,
    payload: {
      ...{ withdrawal: id, news, asset, until, delay, reason, ending: address.slice(-6) },
      amount: write(amount),
      arrives: write(amount - fee),
    },
  });
}

/** What a step changes besides the state; with another state the delay and the reason are over. `until` may be left out in a final state alone. */
export type Step = { to: WithdrawalRow['state']; at: number; until?: number } & Partial<Pick<Changes, 'reason' | 'txid' | 'confirmations'>>;

/** Moves a withdrawal that this transaction has locked: its row, its timeline, and the event. Money isn't touched. */
export async function moveWithdrawal(tx: Tx, row: WithdrawalRow, step: Step): Promise<WithdrawalRow> {
  const isFinal = FINAL_STATES.includes(step.to);
  if (isFinal === (step.until !== undefined)) throw new Error(`a withdrawal that is ${step.to} ${isFinal ? 'has no' : 'needs an'} end`);
  const kept = step.to === row.state ? row : { delay: null, reason: null };
  const changes: Changes = {
    state: step.to,
    stateAt: step.at,
    until: step.until ?? null,
    delay: kept.delay,
    reason: step.reason ?? kept.reason,
    txid: step.txid === undefined ? row.txid : step.txid,
    confirmations: step.confirmations ?? row.confirmations,
  };
  await updateWithdrawal(tx, row.id, changes);
  if (step.to !== row.state) await insertStep(tx, row.id, { step: step.to, at: step.at, until: changes.until, txid: changes.txid });
  const moved = { ...row, ...changes };
  const news = step.to === row.state ? undefined : TOLD[step.to];
  if (news !== undefined) await appendEvents(tx, [tellOf(moved, news, step.at)]);
  return moved;
}

/** Says why a withdrawal is later than promised, once for each reason; the promise itself isn't moved. Returns false when it was said before. */
export async function delayWithdrawal(
  tx: Tx,
  row: WithdrawalRow,
  delay: NonNullable<WithdrawalRow['delay']>,
  at: number,
): Promise<boolean> {
  if (row.delay === delay) return false;
  await updateWithdrawal(tx, row.id, { ...row, delay });
  await insertStep(tx, row.id, { step: delayStep(delay), at, until: row.until, txid: null });
  await appendEvents(tx, [tellOf({ ...row, delay }, 'late', at)]);
  return true;
}

/** A first payment waits for longer than was said: the owner is told until when and why. */
export async function waitLonger(
  tx: Tx,
  row: WithdrawalRow,
  { at, ...longer }: { at: number; until: number; reason: string },
): Promise<WithdrawalRow> {
  const waiting = { ...row, ...longer };
  await updateWithdrawal(tx, row.id, waiting);
  await insertStep(tx, row.id, { step: row.state, at, until: longer.until, txid: null });
  await appendEvents(tx, [tellOf(waiting, 'waiting', at)]);
  return waiting;
}

const holdOf = ({ id }: WithdrawalRow) => ({ purpose: HOLD_PURPOSE, reference: id });

/** Gives the money back and ends the withdrawal. `fees`: what the chain took meanwhile. */
export async function endUnpaid(
  tx: Tx,
  row: WithdrawalRow,
  { fees = [], ...end }: ({ to: 'cancelled'; at: number } | { to: 'refused'; at: number; reason: string }) & { fees?: readonly Journal[] },
): Promise<WithdrawalRow> {
  await releaseHolds(tx, [holdOf(row)], { at: end.at, journals: fees });
  return moveWithdrawal(tx, row, end);
}

/** The accounts through which what arrives and our fee leave the hold. */
export function payees({ network, asset }: Pick<WithdrawalRow, 'network' | 'asset'>): { chain: string; fees: string } {
  return {
    chain: chainAddress({ network, asset }),
    fees: houseAddress({ mode: 'real', name: 'fees-withdrawals', asset }),
  };
}

/** The chain has it, for good: the held money is gone, what arrives to the chain and the fee to the house. `fees`: what the chain took. */
export async function endPaid(
  tx: Tx,
  row: WithdrawalRow,
  paid: { at: number; txid: string; fees: readonly Journal[] },
): Promise<WithdrawalRow> {
  const { chain, fees } = payees(row);
  const to = [{ address: chain, amount: row.amount - row.fee }, ...(row.fee > 0n ? [{ address: fees, amount: row.fee }] : [])];
  await captureHolds(tx, [{ ...holdOf(row), code: 'WITHDRAWAL', to }], { at: paid.at, journals: paid.fees });
  return moveWithdrawal(tx, row, { to: 'done', at: paid.at, txid: paid.txid, confirmations: row.confirmationsNeeded });
}
