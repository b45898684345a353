import type { Waiting as WaitingOf } from '../../platform/batching';
import type { CommandQueue } from '../../platform/command-queue';

/** `chunks`: long work that is done chunk by chunk, each in a transaction of its own, so that nobody's command waits for one it shares. */
export type LaneName = 'risk' | 'users' | 'pieces';
export const LANES: readonly LaneName[] = ['risk', 'users', 'pieces'];
/** A command that waits in a lane. */
export type Waiting<Command, Outcome> = WaitingOf<Command, Outcome> & { lane: LaneName; owner: number };

/**
 * While both lanes wait, three of four places go to what moves risk and one to users' commands. A flood of due work must not keep people from
 * cancelling and closing, which is how they get out of its way; a flood of orders must not delay a liquidation, which others would pay for.
 */
const RISK_PER_USER = 3;

/** Work after which a member's commands come behind those of members with less, in units of the budget. */
const TURN_COST = 50;
/** How much of it is forgotten with each batch, and how much is remembered at most: nobody stands behind the others for more than 8 batches. */
const FORGOTTEN_COST = 12.5;
const REMEMBERED_COST_MAX = 8 * FORGOTTEN_COST;
/** Whose commands are nobody's turn: what is cancelled is never put off. */
export const NOBODYS_TURN = -1;

/** Commands that wait, those that move risk and those of users apart. */
export class Lanes<W extends Waiting<unknown, never>> implements CommandQueue<W> {
  private lanes: Record<LaneName, W[]> = { risk: [], users: [], pieces: [] };
  /** Whether the last transaction went before chunks that waited: the next one is theirs. */
  private haveYielded = false;
  /** Places given to risk since a user's command had one: counted over batches, so that batches of one are fair too. */
  private sinceUsers = 0;
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
   * Takes the next batch: what moves risk comes first in it, then commands of users in the order of their arrival; while members wait who had less
   * work done of late, theirs alone. No command stands in a larger one than it may. Pieces let one transaction of others go first, if any wait.
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
    const users = this.usersInTurn();
    let [ofRisk, ofUsers] = [0, 0];
    for (let size = 0, limit = max; size < limit; size += 1) {
      const isUsersTurn = ofUsers < users.length && (ofRisk === risk.length || this.sinceUsers >= RISK_PER_USER);
      const next = isUsersTurn ? users[ofUsers] : risk[ofRisk];
      if (next === undefined || size >= next.batchMax) break;
      limit = Math.min(limit, next.batchMax);
      if (isUsersTurn) ofUsers += 1;
      else ofRisk += 1;
      this.sinceUsers = isUsersTurn ? 0 : this.sinceUsers + 1;
    }
    return [...risk.splice(0, ofRisk), ...this.takeOut(users.slice(0, ofUsers))];
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

/**
 * What has no deadline moves risk: nobody waits for its answer, and it is never too late for it. But an order that goes on is its owner's, as it
 * was when it was accepted.
 */
export function laneOf(command: { kind: string; deadline?: number; isDue?: boolean }): LaneName {
  if (command.kind === 'funding') return 'pieces';
  return command.deadline === undefined && !(command.kind === 'take-on' && command.isDue === false) ? 'risk' : 'users';
}
