import { SESSION_IDLE_DAYS } from '../../../lib/rules/sessions';

const DAY_MS = 24 * 60 * 60_000;
/** However much it is used. */
export const SESSION_LIFE_MS = 30 * DAY_MS;
/** What a browser sent before it had the answer with its new token still arrives. */
export const OLD_TOKEN_MS = 10_000;
export const SESSION_IDLE_MS = SESSION_IDLE_DAYS * DAY_MS;

/**
 * Returns the condition under which a row of `sessions` has ended neither by its age nor unused. `now` is the placeholder of the time, in ms.
 * That its user's epoch is the row's own is the other half, which the join says.
 */
export const sessionLasts = (row: string, now: `$${number}`): string =>
  `${row}.expires_at > to_timestamp(${now}::int8 / 1000.0) AND ${row}.last_seen_at > to_timestamp((${now}::int8 - ${SESSION_IDLE_MS}) / 1000.0)`;
