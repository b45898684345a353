import type { Notification } from '@/lib/dto/notifications';
import type { BookKind } from '@/lib/protocol/wire';

/** An order whose outcome up to `until` (ISO) was already shown where it was placed. */
export type ShownOrder = { kind: BookKind; order: string; until: string };

/** Remembered shown orders: their notifications arrive within seconds. */
const TOLD_MAX = 20;
/** Queue length; the notification list has them all. */
const WAITING_MAX = 5;

const told: ShownOrder[] = [];

/** Marks an order's outcome so far as shown on a sheet, so that no notification repeats it. */
export function markOrderShown(order: ShownOrder): void {
  told.push(order);
  if (told.length > TOLD_MAX) told.shift();
}

function isTold({ at, values }: Notification): boolean {
  const kind = values.product === 'perpetual' ? 'perpetual' : 'spot';
  return told.some((one) => one.order === values.order && one.kind === kind && Date.parse(at) <= Date.parse(one.until));
}

/** Appends the notifications after `seen` of a list (newest first) to the queue (oldest first). */
export function queueNotifications(waiting: readonly Notification[], list: readonly Notification[], seen: string): Notification[] {
  const fresh = list.filter(({ id }) => isAfter(id, seen)).reverse();
  return [...waiting, ...fresh].slice(-WAITING_MAX);
}

/** Takes the next notification (null: none) off the queue, and drops those of orders that a sheet has shown meanwhile. */
export function nextNotification(waiting: readonly Notification[]): { next: Notification | null; rest: Notification[] } {
  const [next, ...rest] = waiting.filter((one) => !isTold(one));
  return { next: next ?? null, rest };
}

/** Ids are whole numbers that grow. */
export function isAfter(id: string, other: string): boolean {
  return id.length === other.length ? id > other : id.length > other.length;
}
