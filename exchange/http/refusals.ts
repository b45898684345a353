import { maskAddress } from '../../lib/rate-limits/address-source';
import { REFUSAL_LOG_RATE } from '../../lib/rate-limits/refusal-log-rate';
import { createTokenBuckets } from '../../lib/rate-limits/token-buckets';
import type { Call } from '../../lib/protocol/define-call';
import { ERRORS, ERRORS_OF_ANY, type ErrorCode } from '../../lib/protocol/errors';
import type { Clock } from '../platform/clock';
import type { Logger } from '../platform/logger';
import type { Metrics } from '../platform/metrics';

/** The line of the log that tests of whole processes look for. */
export const UNLISTED = 'a call was refused with a code that its entry does not list';
/** What a refused call was: `null` where the address names none. */
export type RefusedCall = { id: string | null; ip: string };
/** Is told of a refusal that a handler gave and the entry of its call doesn't list. */
export type OnUnlisted = (call: Call, code: ErrorCode) => void;

/** Who may not (401, 403), who asks too often (429). */
const STATUSES: readonly number[] = [401, 403, 429];

/** Besides those, input that no schema takes. What else is refused is the market's or the account's business. */
const isWatched = (code: ErrorCode): boolean => code === 'REQUEST_INVALID' || STATUSES.includes(ERRORS[code].status);

/**
 * Returns what notes refused calls: each is counted by its code, and written as a line that says call, code and network. Neither who asked nor
 * what was sent is in it.
 */
export function createRefusals({
  log,
  metrics,
  clock,
  onUnlisted,
}: {
  log: Logger;
  metrics: Metrics;
  clock: Clock;
  onUnlisted?: OnUnlisted;
}) {
  const counter = metrics.counter({
    name: 'refused_calls_total',
    help: 'Calls refused for lack of a right, by their number or by their shape',
    labelNames: ['code'],
  });
  const unlisted = metrics.counter({
    name: 'unlisted_refusals_total',
    help: 'Calls that were refused with a code that their entry in the catalogue does not list',
    labelNames: ['call', 'code'],
  });
  const lines = createTokenBuckets(REFUSAL_LOG_RATE);
  return {
    /** Says so where a handler refuses with what its entry doesn't list: it is answered all the same, and our own fault. */
    noteUnlisted(call: Call, code: ErrorCode): void {
      if (call.errors.includes(code) || ERRORS_OF_ANY.has(code)) return;
      unlisted.inc({ call: call.id, code });
      if (lines.take(`unlisted ${call.id} ${code}`, clock.now())) log.warn({ call: call.id, code }, UNLISTED);
      onUnlisted?.(call, code);
    },
    note(code: ErrorCode, { id, ip }: RefusedCall): void {
      if (!isWatched(code)) return;
      counter.inc({ code });
      if (lines.take(code, clock.now())) log.info({ call: id, code, network: maskAddress(ip) }, 'a call was refused');
    },
  };
}
export type Refusals = ReturnType<typeof createRefusals>;
