import { RESULT_CHANGED, sqlStateOf } from './db';

const LOST_STATES = new Set(['25P03', '57P01', '57P02', '57P03', '08000', '08001', '08003', '08004', '08006', '53300']);
const LOST_CODES = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT', 'EHOSTUNREACH']);
/** `pg` reports some broken connections by text only. */
const LOST_TEXT = /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable|connection error/i;
/** The server cancelled a statement, or a lock did not come free in time. */
const SLOW_STATES = new Set(['57014', '55P03']);
/** A parameter that its type refused: a number out of range, a text that is none. */
const PARAMETER_REFUSED = new Set(['22003', '22P02']);
const STOOD_STILL = '25P03';

/** True when the connection is gone, or never came. */
export function isConnectionLost(error: unknown): boolean {
  const code = sqlStateOf(error);
  if (code != null) return LOST_STATES.has(code) || LOST_CODES.has(code);
  return error instanceof Error && LOST_TEXT.test(error.message);
}

/** True when a statement ran into its limit. */
export function isStatementTimeout(error: unknown): boolean {
  return SLOW_STATES.has(sqlStateOf(error) ?? '');
}

/** True when the server ended the connection because nothing came within a transaction. */
export function isIdleTimeout(error: unknown): boolean {
  return sqlStateOf(error) === STOOD_STILL;
}

/** True when the type of a parameter refused it. Of a prepared statement that is the type from when it was prepared. */
export function isParameterRefused(error: unknown): boolean {
  return PARAMETER_REFUSED.has(sqlStateOf(error) ?? '');
}

/** True when a migration may have changed what a prepared statement was prepared for. */
export function isOutdated(error: unknown): boolean {
  return sqlStateOf(error) === RESULT_CHANGED || isParameterRefused(error);
}
