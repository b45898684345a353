import type { Notification } from '@/lib/dto/notifications';
import type { BookKind } from '@/lib/protocol/wire';

/** An order whose outcome up to a moment (ISO) was said where it was sent. */
export type ShownOrder = { kind: BookKind; order: string; until: string };

/** Orders that are remembered as told: what is on its way about them comes within seconds. */
const TOLD_MAX = 20;
/** More wait than anybody reads; the bell has them all. */
const WAITING_MAX = 5;

const told: ShownOrder[] = [];

/** Says that the outcome of an order so far stands on a sheet, so that no line says it again. */
export function markOrderShown(order: ShownOrder): void {
  told.push(order);
  if (told.length > TOLD_MAX) told.shift();
}

function isTold({ at, values }: Notification): boolean {
  const kind = values.product === 'perpetual' ? 'perpetual' : 'spot';
  return told.some((one) => one.order === values.order && one.kind === kind && Date.parse(at) <= Date.parse(one.until));
}

/** Returns what waits to be said, oldest first, with what is new of a list (newest first): what came after `seen`. */
export function queueNotifications(waiting: readonly Notification[], list: readonly Notification[], seen: string): Notification[] {
  const fresh = list.filter(({ id }) => isAfter(id, seen)).reverse();
  return [...waiting, ...fresh].slice(-WAITING_MAX);
}

/** Returns what is said next, null when nothing is, and what waits after it. What a sheet has said meanwhile falls away. */
export function nextNotification(waiting: readonly Notification[]): { next: Notification | null; rest: Notification[] } {
  const [next, ...rest] = waiting.filter((one) => !isTold(one));
  return { next: next ?? null, rest };
}

/** Ids are whole numbers that grow. */
export function isAfter(id: string, other: string): boolean {
  return id.length === other.length ? id > other : id.length > other.length;
}
