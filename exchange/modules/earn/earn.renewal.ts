import type { Mode, NotRenewed } from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { toUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import type { NewEvent } from '../../platform/event-kinds';
import { transactOnce } from '../../platform/idempotency';
import { getAssetScale, type HoldPlacement, type Journal, takeTurns } from '../ledger/ledger';
import { poolAddress, reservePools } from '../pools/pools';
import type { StakingTerm } from '../registry/registry';
import { planPosition, readBounds, readRate } from './earn.begin';
import { toBegun, toRenewed } from './earn.events';
import { poolOf, SUM_MS, sumTurn, toHold, toReservation } from './earn.postings';
import { insertPositions, lockPosition, type NewPosition, type Position, setRenews } from './earn.repository';
import { sumRenewing } from './earn.sums.repository';

/** The terms that are offered now, and the version that they stand in. */
export type Offer = { terms: readonly StakingTerm[]; version: number };
/** Positions that have ended, with what became of their renewal, and what the transaction writes for those that go on. */
export type Renewals = { ended: Position[]; journals: Journal[]; holds: HoldPlacement[]; events: NewEvent[] };

type Plan = { position: Position; next: NewPosition } | { position: Position; next: null; why: NotRenewed };

/**
 * Begins anew what ended at `at` and was to be renewed: the same amount in the same term, by the terms of now. It goes on from the moment it ended, after
 * a standstill of more than a day from now; ether that goes on neither leaves nor waits again. What the term or its pool doesn't take on ends, and says why. Takes the pools' turns: called before
 * accounts are locked.
 */
export async function renewPositions(
  tx: Tx,
  positions: readonly Position[],
  { at, offer }: { at: number; offer: Offer },
): Promise<Renewals> {
  if (positions.length === 0) return { ended: [], journals: [], holds: [], events: [] };
  const free = new Map(await takeTurns(tx, [...new Set(positions.map((position) => poolAddress(poolOf(position))))]));
  const plans = positions.map((position) => planRenewal(position, { at, offer, free }));
  const begun = await insertPositions(
    tx,
    plans.flatMap(({ next }) => next ?? []),
  );
  const left = [...begun];
  const events: NewEvent[] = [];
  const ended = plans.map((plan): Position => {
    if (plan.next === null) return { ...plan.position, notRenewed: plan.why };
    const next = left.shift();
    if (next === undefined) throw new Error('a renewed position was not inserted');
    // That it was renewed says until when: a short term says no more of its end.
    events.push(toBegun(next), toRenewed(plan.position, next));
    return { ...plan.position, renewedAs: next.id };
  });
  const journals = await reservePools(tx, begun.filter(({ total }) => total > 0n).map(toReservation), at);
  return { ended, journals, holds: begun.map(toHold), events };
}

/** Takes what is promised out of `free`: the next one finds what is left. */
function planRenewal(position: Position, { at, offer, free }: { at: number; offer: Offer; free: Map<string, bigint> }): Plan {
  const { principal, term: id, asset, endsAt, dayMs } = position;
  const term = offer.terms.find((candidate) => candidate.id === id && candidate.coin === asset && candidate.kind === position.kind);
  if (term === undefined) return { position, next: null, why: 'term' };
  const { amountMin, amountMax } = readBounds(term);
  const isWhole = term.place === null || principal % toUnits(term.place, getAssetScale(asset)) === 0n;
  if (!isWhole || principal < amountMin || principal > amountMax) return { position, next: null, why: 'amount' };
  const startsAt = at - endsAt < Math.min(dayMs, term.dayMs) ? endsAt : at;
  const { userId, mode, renews } = position;
  const rate = readRate(term, principal);
  const next = planPosition(term, { userId, mode, version: offer.version, principal, rate, at: startsAt, startsAt, renews });
  const pool = poolAddress(poolOf(position));
  const there = free.get(pool) ?? 0n;
  if (there < next.total) return { position, next: null, why: 'pool' };
  free.set(pool, there - next.total);
  return { position, next };
}

/** An amount, and by asset what counts with it. */
export type LargeSum = { asset: string; principal: bigint; begun: Iterable<[string, bigint]> };
type Caller = { userId: string; mode: Mode; sessionId: string };
type SwitchDeps = Pick<Platform, 'db' | 'clock' | 'events'> & {
  /** Asks for a confirmation where an amount of this owner needs one. @throws STEP_UP_REQUIRED */
  confirmLarge(tx: Tx, caller: Caller, about: LargeSum): Promise<void>;
};

/** Returns what switches the renewal of a running position on or off. */
export function createRenewalSwitch({ db, clock, events, confirmLarge }: SwitchDeps) {
  /** @throws the codes of call x.stakingRenewal */
  return async (caller: Caller, { id, renews, requestId }: { id: string; renews: boolean; requestId: string }): Promise<void> => {
    const owner = { userId: caller.userId, mode: caller.mode };
    await transactOnce(db, { ...owner, call: 'staking.renewal', requestId, input: { id, renews } }, async (tx) => {
      // What a person switches on counts together for a day, as what they begin does: two requests at once take turns at the sum.
      await takeTurns(tx, [sumTurn(owner)]);
      const position = await lockPosition(tx, { ...owner, id });
      if (position === null) throw new DomainError('STAKING_NOT_FOUND');
      if (position.state !== 'running' || clock.now() >= position.endsAt) throw new DomainError('STAKING_OVER');
      const at = clock.now();
      // What is switched on already stays so without another confirmation.
      if (renews && !position.renews) {
        const begun = await sumRenewing(tx, { ...owner, since: at - SUM_MS, id: position.id });
        await confirmLarge(tx, caller, { asset: position.asset, principal: position.principal, begun });
      }
      await setRenews(tx, { id: position.id, renews, at });
      return { renews };
    });
    events.publish({ kind: 'account', ...owner, changed: ['staking'], market: null });
  };
}
