import { BATCH_MS, type Waiting as WaitingOf } from '../../platform/batching';
import { monotonicNow } from '../../platform/clock';
import type { CommandQueue } from '../../platform/command-queue';

/**
 * `users`: what members ask. The others are long work that is done chunk by chunk, one in a transaction: `risk`, what moves it; `ongoing`, orders that met
 * more than one transaction settles and go on; `pieces` of funding.
 */
export type LaneName = 'risk' | 'users' | 'ongoing' | 'pieces';
export const LANES: readonly LaneName[] = ['risk', 'users', 'ongoing', 'pieces'];
/** Long work beside risk. */
const OTHER_LONG = ['ongoing', 'pieces'] as const;
/** A command that waits in a lane. `owner`: whose turn it needs. `member`: who asked, null where it is nobody or the house. */
export type Waiting<Command, Outcome> = WaitingOf<Command, Outcome> & { lane: LaneName; owner: number; member: number | null };

/**
 * Users' commands of one transaction while long work waits: they take turns. A flood of due work must not keep people from cancelling and closing,
 * which is how they get out of its way; a flood of orders must not delay a liquidation, which others would pay for.
 */
export const USERS_BESIDE_LONG_MAX = 16;
/**
 * Users' commands that wait when a chunk begins and are done in its transaction: whoever came while users were served waits for that one, and not for a third.
 * As many as make it hardly longer. Who comes while it runs is served in the next one, so nobody waits for two chunks.
 */
export const USERS_WITH_CHUNK_MAX = 6;
/** Orders that go on in one transaction: each fills a chunk as a rule. */
export const ONGOING_MAX = 4;

/** Work after which a member's commands come behind those of members with less, in units of the budget. */
const TURN_COST = 50;
/** How much of it is forgotten with each batch, and how much is remembered at most: nobody stands behind the others for more than 8 batches. */
const FORGOTTEN_COST = 12.5;
const REMEMBERED_COST_MAX = 8 * FORGOTTEN_COST;
/** Commands that one member has in a transaction: it is large because many wait, and never because one asks for much at once. */
export const MEMBER_COMMANDS_MAX = 2;
/** Whose commands are nobody's turn: what is cancelled is never put off. */
export const NOBODYS_TURN = -1;

/** Commands that wait, long work and what users ask apart. */
export class Lanes<W extends Waiting<unknown, never>> implements CommandQueue<W> {
  /**
   * `riskMax`: commands that move risk in one transaction. Each costs a unit of its chunk at least, and what doesn't fit was read in vain. `batchMax`: of a
   * command that hasn't failed.
   */
  constructor(private readonly bounds: { riskMax: number; batchMax: number }) {}

  private lanes: Record<LaneName, W[]> = { risk: [], users: [], ongoing: [], pieces: [] };
  /** Whether the last transaction was long work: while users wait, the next one is theirs. */
  private wasLong = false;
  /** Long work that was done last, and last beside risk. */
  private lastLong: LaneName = 'pieces';
  private lastOther: LaneName = 'pieces';
  /** What members' commands have cost of late. */
  private readonly spent = new Map<number, number>();

  count(lane: LaneName): number {
    return this.lanes[lane].length;
  }

  get isEmpty(): boolean {
    return LANES.every((name) => this.lanes[name].length === 0);
  }

  get hasUnasked(): boolean {
    return LANES.some((name) => name !== 'users' && this.lanes[name].length > 0);
  }

  push(waiting: W): void {
    this.lanes[waiting.lane].push(waiting);
  }

  /** Puts commands of a batch to the front again, in their order. */
  putBack(batch: readonly W[]): void {
    for (const name of LANES) this.lanes[name].unshift(...batch.filter(({ lane }) => lane === name));
  }

  /** Notes what a user's command has cost. */
  charge(owner: number, cost: number): void {
    if (owner === NOBODYS_TURN) return;
    this.spent.set(owner, Math.min(REMEMBERED_COST_MAX, (this.spent.get(owner) ?? 0) + cost));
  }

  /**
   * Takes the next batch: of one kind of long work with a few users behind it, or of users in the order of their arrival; while members wait who had less
   * work done of late, theirs alone, and of each member a few at most. No command stands in a larger one than it may.
   */
  take(max: number): W[] {
    const users = shareOf(this.inTurn(this.lanes.users));
    const ongoing = this.inTurn(this.lanes.ongoing);
    this.forget();
    const long = this.nextLong();
    if (long === null || (this.wasLong && users.length > 0)) {
      this.wasLong = false;
      return this.takeOut('users', users, long === null ? max : Math.min(max, USERS_BESIDE_LONG_MAX));
    }
    this.wasLong = true;
    this.lastLong = long;
    if (long !== 'risk') this.lastOther = long;
    if (long === 'pieces') return this.takeOut(long, this.lanes.pieces, max);
    const chunk =
      long === 'ongoing'
        ? this.takeOut(long, ongoing, Math.min(max, ONGOING_MAX))
        : this.takeOut(long, this.lanes.risk, Math.min(max, this.bounds.riskMax));
    return [...chunk, ...this.takeBeside(chunk, users)];
  }

  /** Takes users that go with a chunk: nothing that failed before goes with anything, and none that would leave the chunk less time. */
  private takeBeside(chunk: readonly W[], users: readonly W[]): W[] {
    const isSound = ({ batchMax }: W) => batchMax === this.bounds.batchMax;
    if (!chunk.every(isSound)) return [];
    const inTime = monotonicNow() + BATCH_MS;
    const fitting = users.filter((one) => isSound(one) && (one.deadline === null || one.deadline > inTime));
    return this.takeOut('users', fitting, USERS_WITH_CHUNK_MAX);
  }

  /** Returns the lane of the next chunk, null without any: every second one moves risk while any waits, and the others take turns. */
  private nextLong(): LaneName | null {
    const others = OTHER_LONG.filter((name) => this.lanes[name].length > 0);
    if (this.lanes.risk.length > 0 && (this.lastLong !== 'risk' || others.length === 0)) return 'risk';
    return others.find((name) => name !== this.lastOther) ?? others[0] ?? null;
  }

  private inTurn(waiting: readonly W[]): readonly W[] {
    if (this.spent.size === 0 || waiting.length === 0) return waiting;
    const turnOf = ({ owner }: W) => Math.floor((this.spent.get(owner) ?? 0) / TURN_COST);
    const first = waiting.reduce((least, one) => Math.min(least, turnOf(one)), Number.POSITIVE_INFINITY);
    return waiting.filter((one) => turnOf(one) === first);
  }

  /** Takes as many of these out of a lane as may stand in one batch. */
  private takeOut(lane: LaneName, from: readonly W[], max: number): W[] {
    const taken = from.slice(0, sizeOf(from, max));
    const gone = new Set(taken);
    this.lanes[lane] = this.lanes[lane].filter((waiting) => !gone.has(waiting));
    return taken;
  }

  /** With each transaction a part of what members' commands have cost is forgotten, and all of it when nobody waits. */
  private forget(): void {
    const isIdle = this.lanes.users.length + this.lanes.ongoing.length === 0;
    for (const [owner, cost] of this.spent) {
      if (isIdle || cost <= FORGOTTEN_COST) this.spent.delete(owner);
      else this.spent.set(owner, cost - FORGOTTEN_COST);
    }
  }

  /** Takes the commands out whose deadline has passed. */
  takeExpired(now: number): W[] {
    const expired = this.lanes.users.filter(({ deadline }) => deadline !== null && deadline <= now);
    if (expired.length > 0) this.lanes.users = this.lanes.users.filter(({ deadline }) => deadline === null || deadline > now);
    return expired;
  }

  /** Returns the earliest deadline of what waits (monotonic ms), null without one. */
  nextDeadline(): number | null {
    return this.lanes.users.reduce<number | null>(
      (first, { deadline }) => (first === null ? deadline : Math.min(first, deadline ?? first)),
      null,
    );
  }

  /** Takes everything out. */
  clear(): W[] {
    return LANES.flatMap((name) => this.lanes[name].splice(0));
  }
}

/** How many of these may stand in one batch. */
function sizeOf(waiting: readonly Waiting<unknown, never>[], max: number): number {
  let limit = max;
  for (const [size, { batchMax }] of waiting.entries()) {
    if (size >= Math.min(limit, batchMax)) return size;
    limit = Math.min(limit, batchMax);
  }
  return waiting.length;
}

/** Leaves out what exceeds a member's share of a transaction. */
function shareOf<W extends Waiting<unknown, never>>(users: readonly W[]): readonly W[] {
  const counts = new Map<number, number>();
  return users.filter(({ member }) => {
    if (member === null) return true;
    const count = (counts.get(member) ?? 0) + 1;
    counts.set(member, count);
    return count <= MEMBER_COMMANDS_MAX;
  });
}

/**
 * What has no deadline moves risk: nobody waits for its answer, and it is never too late for it. But an order that goes on is its owner's, as it
 * was when it was accepted.
 */
export function laneOf(command: { kind: string; deadline?: number; isDue?: boolean }): LaneName {
  if (command.kind === 'funding') return 'pieces';
  if (command.deadline !== undefined) return 'users';
  return command.kind === 'take-on' && command.isDue === false ? 'ongoing' : 'risk';
}

/** Whether it is what members asked for, and nothing that others would pay for if it came late. */
export function isOfMembers(lane: LaneName): boolean {
  return lane === 'users' || lane === 'ongoing';
}
