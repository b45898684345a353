import type { ErrorCode } from '../../../lib/protocol/errors';
import type { Mode } from '../../../lib/protocol/wire';
import { monotonicNow } from '../../platform/clock';
import { DomainError } from '../../platform/domain-error';
import { hashInput, type Known } from '../../platform/idempotency';
import { WRITE_DEADLINE_MS } from '../../platform/work-limits';

/**
 * The request number of a command that its sender never repeats: neither it nor its answer is stored. For the house's own quotes, and for
 * cancellations whose list is stored under a number of its own.
 */
export const NEVER_REPEATED = '';

/** Who asks, as the session says. */
export type Caller = {
  userId: string;
  mode: Mode;
  /** Monotonic ms at which the request came in, now when missing: deadlines count from it. */
  arrivedAt?: number | undefined;
};
/** What every command that a user sent has. `deadline` is in monotonic ms: after it, it is not begun any more. */
export type UserCommandBase = { caller: Caller; owner: number; requestId: string; inputHash: string; deadline: number };

/** `isElsewhere`: nothing was done, because another process has the market or is taking it over. */
export type Refusal = { kind: 'refusal'; code: ErrorCode; params?: Record<string, string>; isElsewhere?: true };
/** How one command of a batch ended. `later` means that it wasn't looked at and goes back to the queue. */
export type Outcome<Answer> = { kind: 'answer'; answer: Answer } | Refusal | { kind: 'later' };

export const BUSY: Refusal = { kind: 'refusal', code: 'MARKET_BUSY' };
export const ELSEWHERE: Refusal = { ...BUSY, isElsewhere: true };
export const NOT_DONE: Refusal = { kind: 'refusal', code: 'NOT_DONE_IN_TIME' };
export const PENDING: Refusal = { kind: 'refusal', code: 'REQUEST_PENDING' };

/** Returns what a command answers by what is known of its request; a repeat is settled with the first one. */
export function outcomeOf<Answer>(known: Known): Outcome<Answer> {
  if (known.kind === 'answered') return { kind: 'answer', answer: known.answer as Answer };
  return known.kind === 'repeat' ? { kind: 'later' } : { kind: 'refusal', code: 'DUPLICATE_REQUEST' };
}

/** Returns what a command says of who asked; `input` is what the same request number has to come with again. */
export function createUserCommand(caller: Caller, requestId: string, input: unknown): UserCommandBase {
  const deadline = (caller.arrivedAt ?? monotonicNow()) + WRITE_DEADLINE_MS;
  return { caller, owner: Number(caller.userId), requestId, inputHash: hashInput(input), deadline };
}

/** Returns the number of a row that a user named. @throws DomainError with `code` when it can't be one */
export function toRowId(text: string, code: ErrorCode): number {
  const id = Number(text);
  if (!Number.isSafeInteger(id)) throw new DomainError(code);
  return id;
}

/** Returns the answer of a command. @throws DomainError with the code of its refusal */
export function answerOf<Answer>(outcome: Outcome<Answer>): Answer {
  if (outcome.kind === 'answer') return outcome.answer;
  if (outcome.kind === 'later') throw new DomainError('MARKET_BUSY');
  throw new DomainError(outcome.code, outcome.params === undefined ? {} : { params: outcome.params });
}
