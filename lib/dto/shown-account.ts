import type { Mode } from '../protocol/wire';

/** Headers with which a write says for whom its screen was drawn, and in which mode. */
export const SHOWN_USER_HEADER = 'x-shown-user';
export const SHOWN_MODE_HEADER = 'x-shown-mode';

/** The account that a screen shows. */
export type ShownAccount = { userId: string; mode: Mode };

/** Returns the headers that a write carries. */
export function toShownHeaders({ userId, mode }: ShownAccount): Record<string, string> {
  return { [SHOWN_USER_HEADER]: userId, [SHOWN_MODE_HEADER]: mode };
}
