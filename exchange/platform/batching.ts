import { monotonicNow } from './clock';
import { CommitOutcomeUnknown, DeadlineExceeded } from './db';

/** A command that waits for the transaction which it shares with others. */
export type Waiting<Command, Outcome> = {
  command: Command;
  /** Monotonic ms after which it is not begun any more; null: it waits as long as it takes. */
  deadline: number | null;
  /** Size of the largest batch that it may stand in: smaller with each one that failed with it. */
  batchMax: number;
  settle(outcome: Outcome): void;
};

/**
 * What becomes of a batch whose transaction failed. `unknown`: nobody can say whether it was committed. `wait`: the database can't be reached,
 * so it would fail whatever its size. `split`: its commands come again in batches of `batchMax` at most, so that the one that is the cause
 * ends up alone; a batch of n costs 2n - 1 transactions more at most. `refuse`: it was alone.
 */
export type Verdict = { kind: 'unknown' | 'wait' } | { kind: 'split'; batchMax: number } | { kind: 'refuse'; reason: 'slow' | 'fault' };

/** A batch that took longer before it was given up has something in it that is too expensive. */
const EXPENSIVE_MS = 1_500;

/** Returns what becomes of a batch of `size` commands that failed with `error` after `tookMs`. */
export function judgeFailure(error: unknown, { size, tookMs }: { size: number; tookMs: number }): Verdict {
  if (error instanceof CommitOutcomeUnknown) return { kind: 'unknown' };
  if (error instanceof DeadlineExceeded && error.reason === 'outage') return { kind: 'wait' };
  const isSlow = error instanceof DeadlineExceeded;
  if (size === 1) return { kind: 'refuse', reason: isSlow ? 'slow' : 'fault' };
  // Halves of what took seconds would take seconds again: each alone, with little time. What was given less may only have been urgent.
  return { kind: 'split', batchMax: isSlow && tookMs > EXPENSIVE_MS ? 1 : size >>> 1 };
}

/** What one transaction of a batch should take: long enough that groups pay, short enough that nobody waits long behind one. */
const BATCH_TARGET_MS = 500;
/** A slow database isn't made faster by ever smaller groups: each has its own flush. */
const BATCH_SIZE_MIN = 16;

/** Returns how many commands the next batch may have, after one of `size` under the bound `current` took `tookMs`. */
export function adaptBatchSize({ current, size, tookMs, max }: { current: number; size: number; tookMs: number; max: number }): number {
  if (tookMs > BATCH_TARGET_MS) return Math.max(BATCH_SIZE_MIN, Math.min(current, size) >>> 1);
  return tookMs < BATCH_TARGET_MS / 2 && size >= current / 2 ? Math.min(max, current * 2) : current;
}

/** What a transaction may take at least, however urgent its commands are: one that was begun before its deadline may be committed this much after it. */
const GRACE_MS = 1_000;

/** What one batch may take before it counts as too expensive. */
export const BATCH_MS = 4_000;
/** What a command may take that stands alone because batches with it took too long: one that fails again holds everybody up no longer. */
const ALONE_MS = 1_000;

/**
 * Returns until when a batch begun at `now` has to be committed (both monotonic ms), and no later than its most urgent command allows. `aloneMs`:
 * what commands may take that stand alone.
 */
export function deadlineOfBatch(
  batch: readonly { deadline: number | null; batchMax: number }[],
  now: number,
  aloneMs: number = ALONE_MS,
): number {
  const urgent = batch.reduce((first, { deadline }) => Math.min(first, deadline ?? first), Number.POSITIVE_INFINITY);
  const most = batch.every(({ batchMax }) => batchMax === 1) ? aloneMs : BATCH_MS;
  return Math.min(now + most, Math.max(urgent, now + GRACE_MS));
}

/** How exactly deadlines are kept: commands that expire within this time are refused together. */
const EXPIRY_STEP_MS = 50;

/** Calls `expire` when the earliest of the deadlines noted has passed; it returns the next one that still waits, null without one. */
export class ExpiryTimer {
  private timer: NodeJS.Timeout | undefined;
  private at = Number.POSITIVE_INFINITY;

  constructor(private readonly expire: (now: number) => number | null) {}

  note(deadline: number | null): void {
    if (deadline === null || deadline > this.at - EXPIRY_STEP_MS) return;
    clearTimeout(this.timer);
    const now = monotonicNow();
    this.at = Math.max(now + EXPIRY_STEP_MS, deadline);
    this.timer = setTimeout(() => {
      this.at = Number.POSITIVE_INFINITY;
      this.note(this.expire(monotonicNow()));
    }, this.at - now);
    this.timer.unref();
  }
}
