import { z } from 'zod';
import { defineEvent, type NewEvent } from '../../platform/event-kinds';
import { defineOrderEvents, formatAmount, listOrderEvents } from '../matching/matching';
import type { OrderRow } from './perpetual.commands';
import type { Draft, LiquidationRow } from './perpetual.draft';

const text = z.string().max(60);

/** What happened to perpetual orders and positions. */
export const perpetualEvents = {
  ...defineOrderEvents('perpetual'),
  /** A position, or a part of it, was closed for its margin. `quantity` was closed, `lost` of the margin is gone; `fee` went to the fund. */
  liquidated: defineEvent(
    'perpetual.liquidated',
    z.object({ order: text, market: text, side: z.enum(['long', 'short']), quantity: text, mark: text, fee: text, lost: text }),
  ),
  /** Somebody with a position or a resting order in a market is told that its terms become tighter at `takesEffectAt` (ms). */
  termsTold: defineEvent(
    'perpetual.terms-told',
    z.object({ market: text, leverage: z.number().int(), maintenance: text, takesEffectAt: z.number().int() }),
  ),
};

/** Returns the events of a batch. An order of a take-profit or a stop-loss is new when its price was reached. */
export function listBatchEvents(
  draft: Draft,
  updated: readonly OrderRow[],
  { at, house }: { at: number; house: ReadonlySet<number> },
): NewEvent[] {
  const { orders, changes, liquidations } = draft;
  return [
    ...orders.flatMap(({ origin, id, owner, mode, market, side }) =>
      origin === 'take_profit' || origin === 'stop_loss'
        ? [perpetualEvents.triggered.create({ userId: String(owner), mode, at, payload: { order: String(id), market, side } })]
        : [],
    ),
    ...listOrderEvents(perpetualEvents, { at, placed: orders, changes, updated, house }),
    ...liquidations.map((row) => toLiquidated(row, at)),
  ];
}

function toLiquidated({ owner, mode, orderId, market, side, closed, mark, fee, lost }: LiquidationRow, at: number): NewEvent {
  const amounts = { quantity: formatAmount(closed), mark, fee: formatAmount(fee), lost: formatAmount(lost) };
  return perpetualEvents.liquidated.create({
    userId: String(owner),
    mode,
    at,
    payload: { order: String(orderId), market, side, ...amounts },
  });
}
