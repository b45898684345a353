import 'server-only';
import { maskAddress } from '../rate-limits/address-source';
import { REFUSAL_LOG_RATE } from '../rate-limits/refusal-log-rate';
import { createTokenBuckets } from '../rate-limits/token-buckets';
import type { ErrorCode } from '../protocol/errors';

/** What the app refuses by itself. Whatever the exchange refuses is in the exchange's own log. */
const OWN: ReadonlySet<ErrorCode> = new Set(['ORIGIN_REFUSED', 'RATE_LIMITED', 'REQUEST_INVALID', 'SESSION_REQUIRED']);
const lines = createTokenBuckets(REFUSAL_LOG_RATE);

/** Writes one line of JSON about a call that was refused: which, why and from which network. Neither who asked nor what was sent. */
export function logRefusal({ where, code, ip }: { where: string; code: ErrorCode; ip: string | null }): void {
  const now = Date.now();
  if (!OWN.has(code) || !lines.take(code, now)) return;
  const line = { level: 'info', at: new Date(now).toISOString(), where, code, network: ip === null ? null : maskAddress(ip) };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}
