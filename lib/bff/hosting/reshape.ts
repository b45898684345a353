import type { z } from 'zod';
import {
  type Hosted,
  type HostingBook,
  type HostingDay,
  type HostingOrder,
  type HostingPlan,
  type HostingPoint,
  type hostingEntriesSchema,
  hostingRulesSchema,
} from '../../dto/hosting';
import type { hostedFields, hostingBook, hostingDays, hostingEntries, hostingOrders } from '../../protocol/hosting';
import type { planFields } from '../../protocol/staking';
import { reshapeLines } from '../lists/reshape';
import { percentToRate } from '../rates';
import { toIso, toIsoOrNull } from '../upstream';

/** Returns a plan; the wire has percent. */
export function reshapePlan(wire: z.infer<typeof planFields>): HostingPlan {
  return {
    id: wire.id,
    asset: wire.coin,
    days: wire.tian,
    dayMs: wire.day,
    amountMin: wire.stnum,
    amountMax: wire.maxstrnum,
    left: wire.quota,
    feeRate: percentToRate(wire.fee),
    exitRate: percentToRate(wire.exit),
    isSandbox: wire.sandbox === '1',
    nextAt: toIsoOrNull(wire.next),
    state: wire.state,
    since: toIso(wire.since),
    rules: hostingRulesSchema.parse(wire.rules),
    terms: wire.terms,
  };
}

/** Returns what is hosted. */
export function reshapeHosted(wire: z.infer<typeof hostedFields>): Hosted {
  return {
    id: wire.id,
    plan: wire.plan,
    asset: wire.coin,
    principal: wire.num,
    days: wire.tian,
    dayMs: wire.day,
    worth: wire.worth,
    dayIncome: wire.dayshouyi,
    income: wire.shouyi,
    paid: wire.paid,
    fees: wire.fees,
    returned: wire.returned,
    exitRate: percentToRate(wire.exit),
    state: wire.state,
    askedAt: toIso(wire.asked),
    begunAt: toIsoOrNull(wire.begun),
    endsAt: toIsoOrNull(wire.end),
    nextAt: toIsoOrNull(wire.next),
    overAt: toIsoOrNull(wire.over),
    lines: wire.lines.map(({ at, ...line }) => ({ ...line, at: toIso(at) })),
  };
}

/** Returns the open book. */
export function reshapeBook({
  since,
  next,
  newest,
  line,
  past,
  stopping,
  stopped,
  high,
  made,
  rules,
  ...wire
}: z.infer<typeof hostingBook.answer>): HostingBook {
  return {
    ...wire,
    rules: rules === undefined ? null : hostingRulesSchema.parse(rules),
    since: toIso(since),
    nextAt: toIsoOrNull(next),
    stoppingAt: toIsoOrNull(stopping ?? null),
    stoppedAt: toIsoOrNull(stopped ?? null),
    high: high ?? null,
    made: made ?? null,
    newest: newest === null ? null : reshapeDay(newest),
    line: line.map(reshapePoint),
    past: past === null ? null : { ...past, days: past.days.map(reshapePoint) },
  };
}

function reshapePoint({ at, unit, btc = null }: z.infer<typeof hostingBook.answer>['line'][number]): HostingPoint {
  return { at: toIso(at), unitValue: unit, btc };
}

/** Returns a day of a book. */
export function reshapeDay({ at, unit, units, made, coins, open, ...day }: z.infer<typeof hostingDays.answer>['days'][number]): HostingDay {
  return {
    ...day,
    at: toIso(at),
    unitValue: unit,
    units: units ?? null,
    made: made ?? null,
    coins: coins.map(({ coin, num, index, value }) => ({ asset: coin, quantity: num, index, value })),
    open: open.map(({ num, ...position }) => ({ ...position, quantity: num })),
  };
}

/** Returns journals of a book's account. */
export function reshapeEntries({ rows, next }: z.infer<typeof hostingEntries.answer>): z.infer<typeof hostingEntriesSchema> {
  const journals = rows.map(({ journal, time, type, lines }) => ({
    journalId: journal,
    at: toIso(time),
    type,
    entries: reshapeLines(lines),
  }));
  return { journals, next };
}

/** Returns an order of a book. */
export function reshapeOrder({ at, num, ...order }: z.infer<typeof hostingOrders.answer>['orders'][number]): HostingOrder {
  return { ...order, at: toIso(at), quantity: num };
}
