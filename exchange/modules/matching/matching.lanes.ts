import type { Waiting as WaitingOf } from '../../platform/batching';
import type { CommandQueue } from '../../platform/command-queue';

/** `chunks`: long work that is done chunk by chunk, each in a transaction of its own, so that nobody's command waits for one it shares. */
export type LaneName = 'risk' | 'users' | 'pieces';
export const LANES: readonly LaneName[] = ['risk', 'users', 'pieces'];
/** A command that waits in a lane. `owner`: whose turn it needs. `member`: who asked, null where it is nobody or the house. */
export type Waiting<Command, Outcome> = WaitingOf<Command, Outcome> & { lane: LaneName; owner: number; member: number | null };

/**
 * Users' commands of one transaction while risk waits: the lanes take turns. A flood of due work must not keep people from cancelling and closing,
 * which is how they get out of its way; a flood of orders must not delay a liquidation, which others would pay for. Apart, so that an order waits
 * for one chunk of risk and doesn't share the next.
 */
export const USERS_BESIDE_RISK_MAX = 16;

/** Work after which a member's commands come behind those of members with less, in units of the budget. */
const TURN_COST = 50;
/** How much of it is forgotten with each batch, and how much is remembered at most: nobody stands behind the others for more than 8 batches. */
const FORGOTTEN_COST = 12.5;
const REMEMBERED_COST_MAX = 8 * FORGOTTEN_COST;
/** Commands that one member has in a transaction: it is large because many wait, and never because one asks for much at once. */
export const MEMBER_COMMANDS_MAX = 2;
/** Whose commands are nobody's turn: what is cancelled is never put off. */
export const NOBODYS_TURN = -1;

/** Commands that wait, those that move risk and those of users apart. */
export class Lanes<W extends Waiting<unknown, never>> implements CommandQueue<W> {
  private lanes: Record<LaneName, W[]> = { risk: [], users: [], pieces: [] };
  /** Whether the last transaction went before chunks that waited: the next one is theirs. */
  private haveYielded = false;
  /** Whether the last transaction moved risk: while users wait, the next one is theirs. */
  private wasRisk = false;
  /** What members' commands have cost of late. */
  private readonly spent = new Map<number, number>();

  count(lane: LaneName): number {
    return this.lanes[lane].length;
  }

  get isEmpty(): boolean {
    return LANES.every((name) => this.lanes[name].length === 0);
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
   * Takes the next batch: of what moves risk, or of users in the order of their arrival; while members wait who had less work done of late, theirs
   * alone, and of each member a few at most. No command stands in a larger one than it may. Pieces let one transaction of others go first, if any wait.
   */
  take(max: number): W[] {
    const { risk, users: asked, pieces } = this.lanes;
    if (pieces.length > 0 && (this.haveYielded || risk.length + asked.length === 0)) {
      this.haveYielded = false;
      return pieces.splice(
        0,
        pieces.reduce((limit, { batchMax }) => Math.min(limit, batchMax), max),
      );
    }
    this.haveYielded = pieces.length > 0;
    const users = shareOf(this.usersInTurn());
    const isUsersTurn = users.length > 0 && (risk.length === 0 || this.wasRisk);
    this.wasRisk = !isUsersTurn;
    if (!isUsersTurn) return risk.splice(0, sizeOf(risk, max));
    return this.takeOut(users.slice(0, sizeOf(users, risk.length === 0 ? max : Math.min(max, USERS_BESIDE_RISK_MAX))));
  }

  private usersInTurn(): readonly W[] {
    const { users } = this.lanes;
    if (this.spent.size === 0) return users;
    const turnOf = ({ owner }: W) => Math.floor((this.spent.get(owner) ?? 0) / TURN_COST);
    const first = users.reduce((least, waiting) => Math.min(least, turnOf(waiting)), Number.POSITIVE_INFINITY);
    const inTurn = users.filter((waiting) => turnOf(waiting) === first);
    for (const [owner, cost] of this.spent) {
      if (users.length === 0 || cost <= FORGOTTEN_COST) this.spent.delete(owner);
      else this.spent.set(owner, cost - FORGOTTEN_COST);
    }
    return inTurn;
  }

  private takeOut(taken: W[]): W[] {
    const gone = new Set(taken);
    this.lanes.users = this.lanes.users.filter((waiting) => !gone.has(waiting));
    return taken;
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
  return command.deadline === undefined && !(command.kind === 'take-on' && command.isDue === false) ? 'risk' : 'users';
}
