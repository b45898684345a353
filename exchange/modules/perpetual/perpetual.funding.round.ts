import { FUNDING_INTERVAL_MS } from '../../../lib/rules/perpetual-funding';
import type { Position } from './perpetual.position';
import type { Mark } from './perpetual.mark';

/** A funding time whose first print has come, and which no transaction has begun yet. `mark` is that print's. */
export type FundingDue = {
  instant: number;
  mark: Mark;
  /** The print came too late after the instant to say what the market was worth then. */
  isLate: boolean;
  /** Whether this process saw the print before it, so that there is none in between. */
  isFirst: boolean;
};

/**
 * A funding time under way in one book: its rate and mark never change, the sums grow with each chunk. Never changed in place. Rates in units of
 * 0.00000001, money in USDT units, `mark` in price units, `instant` in ms.
 */
export type FundingRound = Readonly<{
  /** `id` is given by the database when the round is first written. */
  identity: { id: string | null };
  instant: number;
  rate: bigint;
  mark: bigint;
  phase: 'collecting' | 'paying' | 'done';
  /** What the receivers are due together when everybody pays. */
  asked: bigint;
  paid: bigint;
  received: bigint;
  byFund: bigint;
  missing: bigint;
  /** Transactions that moved something so far. */
  pieces: number;
  /** Positions that changed before the receivers' turn and aren't paid yet. */
  claims: number;
}>;

/** What the row of a round that begins says beside the round. Rates in units of 0.00000001. */
export type BegunRow = { premium: bigint; samples: number; mark: Mark; isLate: boolean };

/** Which side pays at a rate; null when nobody does. */
export function payingSide(rate: bigint): Position['side'] | null {
  return rate === 0n ? null : rate > 0n ? 'long' : 'short';
}

/** Whether a position was there when the round began and its turn hasn't come yet. */
export function isPendingIn(round: FundingRound, position: Position | null): position is Position {
  return position !== null && position.fundedThrough < round.instant;
}

/** Positions whose turn comes, in the order of their owners, looked at once each. */
type Queue = { side: Position['side']; instant: number; owners: number[]; at: number; stagedAt: number };

/** Where funding stands in one book. What a transaction changes is staged until `commit`, or taken back by `rollback`. */
export class BookFunding {
  /** The end of the running interval (ms, 0: not known yet), sum and count of its premium samples, the minute of the last one. */
  next = 0;
  sum = 0n;
  count = 0;
  sampledAt = 0;
  due: FundingDue | null = null;
  /** Whether somebody is working through the chunks. */
  isRunning = false;
  /** Owners whom a command met before their turn: they are settled at the beginning of the next transaction. */
  readonly wanted = new Set<number>();
  private committed: FundingRound | null = null;
  private staged: FundingRound | null = null;
  private isBegun = false;
  private queue: Queue | null = null;

  get round(): FundingRound | null {
    return this.staged;
  }

  /** What a position that is opened now is settled through: it has no part in the round under way. */
  get through(): number {
    return this.staged?.instant ?? 0;
  }

  /** Whether nothing is due or under way. */
  get isIdle(): boolean {
    return this.staged === null && (this.due === null || this.isBegun);
  }

  isPending(position: Position | null): boolean {
    return this.staged !== null && isPendingIn(this.staged, position);
  }

  /** Makes `instant` due with the mark of its first print; the next interval begins. */
  setDue(due: FundingDue): void {
    Object.assign(this, { due, next: due.instant + FUNDING_INTERVAL_MS, sum: 0n, count: 0 });
  }

  /** `isBegun`: what was due has become this round. A round that is done is no longer under way. */
  stage(round: FundingRound, isBegun: boolean): void {
    this.staged = round.phase === 'done' ? null : round;
    this.isBegun ||= isBegun;
  }

  /** Takes a round over as the database has it. */
  restore(round: FundingRound): void {
    this.staged = round;
    this.committed = round;
  }

  commit(book: { position(owner: number): Position | null }): void {
    if (this.isBegun) this.due = null;
    this.isBegun = false;
    this.committed = this.staged;
    if (this.queue !== null) this.queue.at = this.queue.stagedAt;
    for (const owner of this.wanted) if (!this.isPending(book.position(owner))) this.wanted.delete(owner);
  }

  rollback(): void {
    this.staged = this.committed;
    this.isBegun = false;
    if (this.queue !== null) this.queue.stagedAt = this.queue.at;
  }

  /** Returns up to `count` pending positions of one side that come next, leaving out some owners. */
  take(
    round: FundingRound,
    book: { allPositions(): Iterable<Position>; position(owner: number): Position | null },
    { side, count, except }: { side: Position['side']; count: number; except: ReadonlySet<number> },
  ): Position[] {
    if (this.queue?.side !== side || this.queue.instant !== round.instant) {
      const owners = [...book.allPositions()].flatMap((position) =>
        position.side === side && isPendingIn(round, position) ? [position.owner] : [],
      );
      this.queue = { side, instant: round.instant, owners: owners.sort((a, b) => a - b), at: 0, stagedAt: 0 };
    }
    const { queue } = this;
    const taken: Position[] = [];
    while (taken.length < count && queue.stagedAt < queue.owners.length) {
      const owner = queue.owners[queue.stagedAt] as number;
      queue.stagedAt += 1;
      const position = book.position(owner);
      if (isPendingIn(round, position) && !except.has(owner)) taken.push(position);
    }
    return taken;
  }
}
