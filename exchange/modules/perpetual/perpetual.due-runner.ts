import type { Refusals } from '../matching/matching';
import type { DueCommand, Outcome, RiskCommand } from './perpetual.commands';
import type { Mark } from './perpetual.mark';
import type { PerpetualBook } from './perpetual.book';
import type { PerpetualState } from './perpetual.state';
import type { DueTrigger } from './perpetual.triggers';

/** Commands of this kind with the writer at once: a leap that makes thousands due fills no queue in which users' commands wait. */
const IN_FLIGHT_MAX = 128;
/** Times that a sweep, which no mark brings up again, is tried. */
const REST_ATTEMPTS_MAX = 60;

type RunnerDeps = {
  state: PerpetualState;
  refusals: Refusals;
  submit(command: RiskCommand): Promise<Outcome>;
  /** Has the promise waited for by `settled`. */
  track(work: Promise<void>): void;
};

/**
 * Has done what moves risk: what a mark made due, and what a committed command left to go on with. Each work is under way once. Nothing that is
 * refused is dropped: positions come up again with the next mark as long as they are due, what is to be swept is tried with the next mark too.
 */
export function createDueRunner({ state, refusals, submit, track }: RunnerDeps) {
  const waiting: RiskCommand[] = [];
  /** Commands of one key that wait or run. */
  const pending = new Map<string, number>();
  let rests: RiskCommand[] = [];
  const attempts = new Map<string, number>();
  let inFlight = 0;

  function enqueue(command: RiskCommand): void {
    const key = keyOf(command);
    pending.set(key, (pending.get(key) ?? 0) + 1);
    waiting.push(command);
    pump();
  }

  function pump(): void {
    while (inFlight < IN_FLIGHT_MAX) {
      const command = waiting.shift();
      if (command === undefined) return;
      inFlight += 1;
      track(
        run(command).finally(() => {
          inFlight -= 1;
          end(command);
          pump();
        }),
      );
    }
  }

  async function run(command: RiskCommand): Promise<void> {
    const outcome = await submit(command);
    const of = { key: keyOf(command), work: command.kind === 'due' ? command.trigger : command.kind, at: timeOf(command) };
    const isBlocked = outcome.kind === 'answer' && 'isBlocked' in outcome.answer && outcome.answer.isBlocked === true;
    if (outcome.kind === 'refusal' || outcome.kind === 'later') {
      refusals.refused(of, outcome.kind === 'refusal' ? outcome.code : 'MARKET_BUSY');
      keepRest(command);
    } else if (isBlocked) refusals.refused(of, 'NOBODY_TAKES');
    else {
      refusals.ended(of.key);
      attempts.delete(of.key);
    }
  }

  /** No mark brings a sweep up again. */
  function keepRest(command: RiskCommand): void {
    if (command.kind !== 'sweep') return;
    const key = keyOf(command);
    const count = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, count);
    if (count < REST_ATTEMPTS_MAX) rests.push(command);
    else attempts.delete(key);
  }

  function end(command: RiskCommand): void {
    const key = keyOf(command);
    const left = (pending.get(key) ?? 1) - 1;
    if (left > 0) {
      pending.set(key, left);
      return;
    }
    pending.delete(key);
    // Whatever is still due comes up again with the next mark; a change of the position meanwhile may have brought it up too early.
    if (command.kind === 'due') state.find(command.market, command.mode)?.arm(command.owner);
  }

  function timeOf(command: RiskCommand): number {
    return 'mark' in command ? command.mark.at : (state.find(command.market, command.mode)?.mark?.at ?? 0);
  }

  return {
    /** Takes what a mark made due in a book. */
    accept({ book, mark }: { book: PerpetualBook; mark: Mark }, due: readonly DueTrigger[]): void {
      const { terms, mode } = book;
      for (const { owner, kind } of due) {
        const command: DueCommand = { kind: 'due', market: terms.symbol, mode, owner, trigger: kind, mark };
        if (!pending.has(keyOf(command))) enqueue(command);
      }
    },
    /** Has the insurance fund sell what it holds in this book, unless it is at it. */
    unwind({ terms, mode, mark }: PerpetualBook): void {
      const command = mark === null ? null : ({ kind: 'unwind', market: terms.symbol, mode, mark } as const);
      if (command !== null && !pending.has(keyOf(command))) enqueue(command);
    },
    /** Goes on with what a committed transaction left. */
    follow(commands: readonly RiskCommand[]): void {
      for (const command of commands) enqueue(command);
    },
    /** Tries again what no mark brings up. */
    retry(): void {
      const again = rests;
      rests = [];
      for (const command of again) enqueue(command);
    },
  };
}

function keyOf(command: RiskCommand): string {
  const { kind, market, mode } = command;
  if (kind === 'unwind') return `${kind} ${market} ${mode}`;
  return `${kind === 'due' ? command.trigger : kind} ${market} ${mode} ${command.owner}`;
}
