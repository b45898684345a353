import type { AmendableOrder } from '@/components/layout/amended-terms';
import type { Position } from '@/lib/dto/perpetual';
import type { BookKind } from '@/lib/protocol/wire';
import type { ChartLine } from './chart-options';

/** A trigger of a position: both are set together, so the other one is sent as it is. */
export type TriggerMove = { kind: 'trigger'; position: Position; which: 'takeProfit' | 'stopLoss' };
/** An order that rests gets another price and queues up anew; one that waits gets another stop price, and its limit goes along. */
export type OrderMove = { kind: BookKind; order: AmendableOrder };
/** An exit of an order that rests, which stays where it is; a stop-loss on spot takes its limit along. */
export type ExitMove = OrderMove & { which: 'takeProfit' | 'stopLoss' };
export type LineMove = TriggerMove | OrderMove | ExitMove;
/** A line of the user's own; with `move` it can be given another price, and `name` is what it is called in full. */
export type OwnLine = ChartLine & { move?: LineMove; name?: string };
export type MovableLine = OwnLine & Required<Pick<OwnLine, 'move' | 'name'>>;

export function isMovable(line: OwnLine): line is MovableLine {
  return line.move !== undefined && line.name !== undefined;
}

/** `onLines` gets the user's own prices that belong on the chart, once they are known and whenever they change; keep it the same function. */
export type OwnLinesProps = { symbol: string; onLines(lines: readonly OwnLine[]): void };

/** Returns the line of a price, or nothing where there is no price. */
export function toLine(
  id: string,
  price: string | null,
  title: string,
  more: Partial<Pick<OwnLine, 'tone' | 'move' | 'name'>> = {},
): OwnLine[] {
  return price === null ? [] : [{ id, price, title, tone: 'accent', ...more }];
}

const EXIT_TONES = { takeProfit: 'up', stopLoss: 'down' } as const;
export type Exit = keyof typeof EXIT_TONES;

/** Returns the lines of an order's take-profit and stop-loss, which it has as long as it isn't filled; `name` says in full whose which of them is. */
export function exitLines(
  { kind, order }: OrderMove,
  { titles, canMove, name }: { titles: Record<Exit, string>; canMove: boolean; name(which: Exit): string },
): OwnLine[] {
  return (['takeProfit', 'stopLoss'] as const).flatMap((which) =>
    toLine(`${order.id}.${which}`, order[which] ?? null, titles[which], {
      tone: EXIT_TONES[which],
      ...(canMove ? { name: name(which), move: { kind, order, which } } : {}),
    }),
  );
}
