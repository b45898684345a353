import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { findOutgoingStop } from '../accounts/accounts';
import { findStopped } from './withdrawals.pay-files';
import type { WithdrawalRow } from './withdrawals.repository';
import { workThrough } from './withdrawals.rounds';
import { endUnpaid } from './withdrawals.states';
import { REASONS } from './withdrawals.terms';

type Step = (tx: Tx, row: WithdrawalRow, at: number) => Promise<WithdrawalRow | null>;
type Deps = Pick<Platform, 'db' | 'clock'> & Parameters<typeof workThrough>[0];

/** Refuses a withdrawal whose account lets no money out now: its money goes back. Null: the account does. */
export async function endStopped(tx: Tx, row: WithdrawalRow, at: number): Promise<WithdrawalRow | null> {
  const stop = await findOutgoingStop(tx, { userId: row.userId, now: at });
  return stop === null ? null : endUnpaid(tx, row, { to: 'refused', at, reason: REASONS[typeof stop === 'string' ? stop : 'held'] });
}

/**
 * Whoever freezes an account has back what nobody is paying yet, also where people pay, or the hot wallet is short: once the account is free again it
 * would be paid to whoever asked for it. `change` does a step of a withdrawal with its row locked. Returns the others.
 */
export async function giveBackStopped(
  deps: Deps,
  approved: readonly WithdrawalRow[],
  change: (id: string, step: Step) => Promise<void>,
): Promise<WithdrawalRow[]> {
  if (approved.length === 0) return [];
  const { db, clock } = deps;
  const stopped = await findStopped(db.read, { ids: approved.map(({ id }) => id), now: clock.now() });
  const isStopped = ({ id }: WithdrawalRow) => stopped.has(id);
  await workThrough(deps, approved.filter(isStopped), ({ id }) =>
    change(id, async (tx, row, at) => {
      if (row.state !== 'approved' || !(await findStopped(tx, { ids: [id], now: at })).has(id)) return null;
      return endStopped(tx, row, at);
    }),
  );
  return approved.filter((row) => !isStopped(row));
}
