import { hostingBook, hostingDays, hostingEntries, hostingOrders, hostingRecords } from '../../../lib/protocol/hosting';
import * as calls from '../../../lib/protocol/staking';
import type { Mode } from '../../../lib/protocol/wire';
import { type CallContext, handle, type RegisteredCall, sessionOf } from '../../http/register-call';
import { fromUnits } from '../../platform/decimal';
import { HOSTING_ASSET } from './hosting.postings';
import { toBookWire } from './hosting.record';
import type { HostingService } from './hosting.service';
import { toHostedWire, toPlanWire } from './hosting.wire';

const SCALE = 8;
const IS_OVER = { all: null, running: false, complete: true } as const;

/** Call 35, and the open book: x.hostingBook, x.hostingDays, x.hostingOrders and x.hostingEntries. */
export function createHostingCalls(service: HostingService): RegisteredCall[] {
  return [
    handle(hostingRecords, async ({ state = 'all', page }, context) => {
      const owner = ownerOf(context);
      const rows = await service.list(owner, { isOver: IS_OVER[state], page: Number(page ?? '1') });
      const next = new Map<number, number | null>();
      for (const { plan } of rows) if (!next.has(plan)) next.set(plan, (await service.findBook(plan, owner.mode))?.nextAt ?? null);
      const days = await service.listDays(rows.map(({ id }) => id));
      return rows.map((row) => toHostedWire(row, { nextAt: next.get(row.plan) ?? null, days: days.get(row.id) ?? [] }));
    }),
    handle(hostingOrders, async ({ plan, before }, context) =>
      service.readOrders({ plan: Number(plan), mode: ownerOf(context).mode, before: before ?? null }),
    ),
    handle(hostingDays, async ({ plan, before }, context) =>
      service.readDays({ plan: Number(plan), mode: ownerOf(context).mode, before: before === undefined ? null : Number(before) }),
    ),
    handle(hostingEntries, async ({ plan, order = null, day, before = null }, context) =>
      service.readEntries({ plan: Number(plan), mode: ownerOf(context).mode, order, day: day === undefined ? null : Number(day), before }),
    ),
    handle(hostingBook, async ({ plan }, context) => toBookWire(await service.readBook(Number(plan), ownerOf(context).mode))),
  ];
}

/** Calls 32, 33, 36 and 37 of type 0. */
export function createHostingVariants(service: HostingService): RegisteredCall[] {
  return [
    handle(calls.earningTerms, async (_input, context) => (await service.listOffered(context.session?.mode ?? 'real')).map(toPlanWire)),
    handle(calls.subscribeEarning, async ({ id, price, coin, terms, request_id: requestId }, context) => {
      const { sessionId } = sessionOf(context);
      await service.subscribe({ ...ownerOf(context), sessionId }, { plan: id, amount: price, coin, terms, requestId });
      return `Subscribed: it begins at the next valuation`;
    }),
    handle(calls.earningTotals, async (_input, context) => {
      const { worth, today, income } = await service.sum(ownerOf(context));
      const show = (units: bigint) => fromUnits(units, SCALE);
      return { money: show(worth), dayshouyi: show(today), shouyi: show(income) };
    }),
    handle(calls.redeemEarning, async ({ id, request_id: requestId }, context) => {
      const { returned } = await service.leave(ownerOf(context), { id, requestId });
      return returned === null ? 'It leaves at the next valuation' : `${returned} ${HOSTING_ASSET} are back`;
    }),
  ];
}

function ownerOf(context: CallContext): { userId: string; mode: Mode } {
  const { userId, mode } = sessionOf(context);
  return { userId, mode };
}
