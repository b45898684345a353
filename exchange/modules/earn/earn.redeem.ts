import type { Mode } from '../../../lib/protocol/wire';
import { calculateExit } from '../../../lib/rules/staking';
import type { Clock } from '../../platform/clock';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { appendEvents } from '../../platform/event-log';
import { captureHolds, postJournals, releaseHolds } from '../ledger/ledger';
import { payReserves, poolAddress, releaseReserves } from '../pools/pools';
import { catchUp } from './earn.accrual';
import { toEnded } from './earn.events';
import { keyOf, poolOf } from './earn.postings';
import * as repository from './earn.repository';

type Owner = { userId: string; mode: Mode };

/** What was earned is all days that are over, whether or not the job has been there. */
async function leave(tx: Tx, before: repository.Position, at: number): Promise<repository.Position> {
  const { position, payments, events: credited } = catchUp(before, at);
  const journals = await payReserves(tx, payments, at);
  if (position.total > position.paid) journals.push(...(await releaseReserves(tx, [keyOf(position)], at)));
  const leaving: repository.Position = { ...position, state: 'leaving', nextAt: at + position.exitMs };
  await repository.updatePositions(tx, [leaving]);
  await postJournals(tx, journals);
  await appendEvents(tx, credited);
  return leaving;
}

/**
 * Ends a position for its owner. An ether position keeps what it has earned and waits for its exit; any other gives up its interest and ends at once.
 * @throws STAKING_NOT_FOUND, STAKING_OVER
 */
export async function redeemPosition(tx: Tx, owner: Owner, { id, clock }: { id: string; clock: Clock }): Promise<repository.Position> {
  const position = await repository.lockPosition(tx, { ...owner, id });
  if (position === null) throw new DomainError('STAKING_NOT_FOUND');
  // A job may have held it: what is over by now is over.
  const at = clock.now();
  // At its end the job gives it back whole: nobody pays for being a moment earlier than the job.
  if (position.state !== 'running' || at >= position.endsAt) throw new DomainError('STAKING_OVER');
  if (position.kind !== 'term') return leave(tx, position, at);
  const journals = position.total > position.paid ? await releaseReserves(tx, [keyOf(position)], at) : [];
  const { forfeited } = calculateExit(position);
  const over: repository.Position = { ...position, state: 'redeemed', forfeited, nextAt: null, endedAt: at };
  await repository.updatePositions(tx, [over]);
  if (forfeited > 0n) {
    const to = [{ address: poolAddress(poolOf(position)), amount: forfeited }];
    await captureHolds(tx, [{ ...keyOf(position), code: 'STAKING_FORFEIT', to }], { at, journals });
  } else await releaseHolds(tx, [keyOf(position)], { at, journals });
  await appendEvents(tx, [toEnded(over, at)]);
  return over;
}
