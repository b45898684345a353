import type { z } from 'zod';
import type { hostedFields } from '../../../lib/protocol/hosting';
import type { planFields } from '../../../lib/protocol/staking';
import { toFraction, UNIT_SCALE } from '../../../lib/rules/hosting';
import { fromUnits } from '../../platform/decimal';
import type { DayLine, Position } from './hosting.positions.repository';
import { HOSTING_ASSET } from './hosting.postings';
import type { OfferedPlan } from './hosting.service';
import { versionOf } from './hosting.terms';

const SCALE = 8;
const PERCENT_SHIFT = 2;
const show = (units: bigint) => fromUnits(units, SCALE);
const toPercent = (fraction: bigint) => fromUnits(fraction, UNIT_SCALE - PERCENT_SHIFT);

/** A plan; for a book that runs, its own terms. */
export function toPlanWire({ book, left, ...plan }: OfferedPlan): z.infer<typeof planFields> {
  return {
    id: String(plan.id),
    kind: 'hosting',
    tian: plan.days,
    stnum: plan.amountMin,
    maxstrnum: plan.amountMax,
    coin: HOSTING_ASSET,
    quota: show(left),
    day: plan.dayMs,
    fee: toPercent(toFraction(plan.feeRate)),
    exit: toPercent(toFraction(plan.exitRate)),
    sandbox: plan.isSandbox ? '1' : '0',
    next: book.nextAt,
    state: book.state,
    since: book.openedAt,
    rules: book.terms.rules,
    terms: versionOf(plan, book),
  };
}

/** `days` are its newest, newest first. */
export function toHostedWire(
  position: Position,
  { nextAt, days: lines }: { nextAt: number | null; days: readonly DayLine[] },
): z.infer<typeof hostedFields> {
  const { id, plan, days, dayMs, principal, worth, state, paid, fees, returned, dayIncome, income, exitCost } = position;
  return {
    id,
    coin: HOSTING_ASSET,
    num: show(principal),
    dayshouyi: show(dayIncome),
    shouyi: show(income - exitCost),
    end: position.endsAt,
    state,
    plan: String(plan),
    tian: days,
    day: dayMs,
    worth: show(state === 'pending' ? principal : worth),
    paid: show(paid),
    fees: show(fees),
    returned: show(returned),
    exit: toPercent(position.exitRate),
    fee: toPercent(position.feeRate),
    asked: position.askedAt,
    begun: position.begunAt,
    next: position.endedAt === null ? nextAt : null,
    over: position.endedAt,
    lines: lines.map((line) => ({ day: line.day, at: line.at, income: show(line.income), paid: show(line.paid), fee: show(line.fee) })),
  };
}
