import { z } from 'zod';
import { calculateCredit, ENDS_SOON_DAYS } from '../../../lib/rules/staking';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import type { NewEvent } from '../../platform/event-kinds';
import { appendEvents } from '../../platform/event-log';
import { defineJob, type JobKind } from '../../platform/job-kinds';
import { createNarrowing } from '../../platform/narrowing';
import { postJournals, renewHolds } from '../ledger/ledger';
import { type Payment, payReserves } from '../pools/pools';
import { toCredited, toEnded, toEndsSoon } from './earn.events';
import { keyOf, STAKING_JOB, toPayment } from './earn.postings';
import { type Offer, renewPositions } from './earn.renewal';
import { lockDue, type Position, putAside, updatePositions } from './earn.repository';

/** Looks at what is due: a principal is back within so long after its term. */
const LOOK_MS = 15_000;
/** Positions of one transaction: each has a journal and a handful of rows. */
export const CHUNK_POSITIONS = 500;

/** What `after` says of the end is told once it is known whether the position is renewed. */
type Step = { after: Position; payment: Payment | null; isOver: boolean; events: NewEvent[] };

/**
 * Does the next thing that is due of a position: credits one day, ends the term with its last day, or gives a principal back whose exit is over. One day
 * a step, however late it is: what was missed is made up step by step.
 */
export function stepPosition(position: Position, at: number): Step {
  if (position.state === 'leaving') return endPosition({ after: position, payment: null, events: [] }, at);
  const { daily, total, days, dayMs, startsAt } = position;
  const day = position.daysPaid + 1;
  const amount = calculateCredit({ daily, total, day, days });
  const after: Position = { ...position, daysPaid: day, paid: position.paid + amount, nextAt: startsAt + (day + 1) * dayMs };
  const events = amount > 0n ? [toCredited(after, { amount, day, at })] : [];
  const step = { after, payment: amount > 0n ? toPayment(position, day, amount) : null, events };
  if (day === days) return endPosition(step, at);
  if (days - day === ENDS_SOON_DAYS) events.push(toEndsSoon(after, at));
  return { ...step, isOver: false };
}

/** Credits the days that are over and weren't credited yet of a position whose term is not over. */
export function catchUp(position: Position, at: number): { position: Position; payments: Payment[]; events: NewEvent[] } {
  const caught = { position, payments: [] as Payment[], events: [] as NewEvent[] };
  while (caught.position.state === 'running' && (caught.position.nextAt ?? at + 1) <= at) {
    const { after, payment, events } = stepPosition(caught.position, at);
    caught.position = after;
    if (payment !== null) caught.payments.push(payment);
    caught.events.push(...events);
  }
  return caught;
}

/** An ether position's principal comes back after its exit, unless it goes on; any other at once. */
function endPosition({ after, payment, events }: Omit<Step, 'isOver'>, at: number): Step {
  if (after.state === 'running' && after.exitMs > 0 && !after.renews) {
    return { after: { ...after, state: 'leaving', nextAt: after.endsAt + after.exitMs }, payment, events, isOver: false };
  }
  const over: Position = { ...after, state: after.daysPaid === after.days ? 'ended' : 'redeemed', nextAt: null, endedAt: at };
  return { after: over, payment, events, isOver: true };
}

/** Does one step of each position of a chunk, in one transaction. Returns how many there were. */
export async function accrueChunk(tx: Tx, { at, limit, offer }: { at: number; limit: number; offer: Offer }): Promise<number> {
  return accruePositions(tx, await lockDue(tx, { until: at, limit }), { at, offer });
}

/** What could not be renewed once, and has left since, is over. */
const isRenewed = ({ isOver, after }: Step): boolean => isOver && after.renews && after.notRenewed === null && after.state === 'ended';

/** Ether that doesn't go on leaves like any other, and waits for its exit. */
function leaveUnrenewed(step: Step, after: Position): Step {
  const isLeaving = after.exitMs > 0 && after.notRenewed !== null && step.after.notRenewed === null;
  if (!isLeaving) return { ...step, after };
  return { ...step, after: { ...after, state: 'leaving', nextAt: after.endsAt + after.exitMs, endedAt: null }, isOver: false };
}

async function accruePositions(tx: Tx, due: readonly Position[], { at, offer }: { at: number; offer: Offer }): Promise<number> {
  const steps = due.map((position) => stepPosition(position, at));
  if (steps.length === 0) return 0;
  const renewals = await renewPositions(
    tx,
    steps.filter(isRenewed).map(({ after }) => after),
    { at, offer },
  );
  const renewed = new Map(renewals.ended.map((position) => [position.id, position]));
  const done = steps.map((step) => leaveUnrenewed(step, renewed.get(step.after.id) ?? step.after));
  const paid = await payReserves(
    tx,
    done.flatMap(({ payment }) => payment ?? []),
    at,
  );
  const journals = [...paid, ...renewals.journals];
  await updatePositions(
    tx,
    done.map(({ after }) => after),
  );
  const released = done.filter(({ isOver }) => isOver).map(({ after }) => keyOf(after));
  if (released.length > 0) await renewHolds(tx, { released, placed: renewals.holds }, { at, journals });
  else await postJournals(tx, journals);
  const ended = done.flatMap(({ isOver, after }) => (isOver && after.renewedAs === null ? toEnded(after, at) : []));
  await appendEvents(tx, [...done.flatMap(({ events }) => events), ...ended, ...renewals.events]);
  return done.length;
}

/**
 * Returns the job that credits and ends positions, a chunk at a time. A position that can't be done holds up no other: it is put aside for an hour, counted,
 * and has an alarm.
 */
export function createAccrualJob({ clock, metrics }: Pick<Platform, 'clock' | 'metrics'>, readOffer: () => Offer): JobKind {
  const aside = metrics.counter({
    name: 'staking_positions_aside_total',
    help: 'Positions that were put aside because they could not be done',
  });
  const doChunk = createNarrowing<Position>({
    rowsMax: CHUNK_POSITIONS,
    onAside({ id }, err) {
      aside.inc();
      metrics.alarm('staking_position_aside', { position: id, err }, 'a staking position could not be credited or ended and was put aside');
    },
  });
  return defineJob({
    name: STAKING_JOB,
    payload: z.object({}),
    cursor: z.object({ done: z.number() }),
    period: { everyMs: LOOK_MS, missed: 'last' },
    async run(tx, { cursor, attempts }) {
      const at = clock.now();
      const count = await doChunk({
        attempts,
        list: (limit) => lockDue(tx, { until: at, limit }),
        work: (due) => accruePositions(tx, due, { at, offer: readOffer() }),
        putAside: ({ id }, why) => putAside(tx, { id, at, why }),
      });
      return count === 0 ? null : { done: (cursor?.done ?? 0) + count };
    },
  }) as unknown as JobKind;
}
