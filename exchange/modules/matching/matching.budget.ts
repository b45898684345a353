import { monotonicNow } from '../../platform/clock';
import { ChunkSize } from './matching.chunk-size';
import type { LaneName } from './matching.lanes';

/**
 * Work of one command in one transaction, in units of about one settled meeting: its fill, its journal and what it changes of two orders and two
 * positions. A resting order that is taken out or made smaller costs as much, an order that is written too. What a command may still cost when
 * this is spent is one more unit. Everybody else waits for one such chunk, so it is less where it takes longer than a commit of orders
 * (`npm run bench -- adversary`).
 */
export const COMMAND_COST_MAX = 30;
const COMMAND_COST_MIN = 5;
/** What a chunk of a command may take (ms) where the commits of orders take less, and where they take longer. */
const [COMMAND_MS_MIN, COMMAND_MS_MAX] = [8, 10];
/** Process time after which a command ends its chunk, whatever it has spent: a unit that is dearer than measured must not hold up everybody. */
export const COMMAND_PROCESS_MS = 25;
/** Work of an order that is filled completely or not at all: it can't go on, and what it needs more than that for is refused. */
export const FOK_COST_MAX = 200;
/** Work of one transaction of cheap commands: the command that passes it is the last one. Refused commands count too, for they ran. */
export const BATCH_COST_MAX = 300;
/** What costs more isn't cheap: it, and all that moves risk, is done up to one command's budget in each transaction. */
const CHEAP_COST_MAX = 10;
/** Work of members that is still done in a transaction whose dear work is spent, so that they are answered beside a liquidation that goes on and on. */
const BESIDE_COST_MAX = 25;

/** What a member asks for may cost at once however slow the database is: an order that meets a usual book is answered when all of it is filled. */
const ASKED_COST_MIN = 20;

/** What a command may cost in a transaction, in units of the budget: one that a member asks, and a chunk of what goes on or is due. */
export type CommandCosts = { asked: number; chunk: number };

/** Knows what a command may cost in a transaction: what the database's speed allows, or `fixed`. */
export class CommandCost {
  private readonly chunk: ChunkSize;

  constructor(private readonly fixed?: number) {
    const bounds = fixed === undefined ? { least: COMMAND_COST_MIN, most: COMMAND_COST_MAX } : { least: fixed, most: fixed };
    this.chunk = new ChunkSize({ ...bounds, leastMs: COMMAND_MS_MIN, mostMs: COMMAND_MS_MAX });
  }

  get costs(): CommandCosts {
    const { size } = this.chunk;
    return { asked: this.fixed ?? Math.max(ASKED_COST_MIN, size), chunk: size };
  }

  /** Takes note of a transaction and the ms it took, and of the dear work in it (null: none). */
  note(chunk: number | null, tookMs: number): void {
    this.chunk.note({ done: chunk, tookMs });
  }
}

/** Returns what a command may cost. */
export function costMaxOf(command: { kind: string; deadline?: number }, { asked, chunk }: CommandCosts): number {
  return command.deadline === undefined ? chunk : asked;
}

/** What one command has done so far, and whether it may go on: `most` units, and `processMs` of the process' time. */
export class Budget {
  spent = 0;
  private readonly until: number;

  constructor(
    private readonly most: number,
    processMs = Number.POSITIVE_INFINITY,
  ) {
    this.until = monotonicNow() + processMs;
  }

  get isSpent(): boolean {
    return this.left === 0;
  }

  spend(units = 1): void {
    this.spent += units;
  }

  /** Units that are left; at least one is done, whatever the time. */
  get left(): number {
    return this.spent > 0 && monotonicNow() > this.until ? 0 : Math.max(0, this.most - this.spent);
  }
}

/** What the commands of one transaction have cost so far, and which may still run in it. `dearMax`: dear work of the transaction. */
export class BatchBudget {
  private dear = 0;
  private beside = 0;
  /** Cost by the number of the command in its batch. */
  readonly costs: number[] = [];

  constructor(
    private readonly dearMax: number,
    private spent = 0,
  ) {}

  /** Dear work of the transaction, null without any. */
  get chunk(): number | null {
    return this.dear > 0 ? this.dear : null;
  }

  mayRun(lane: LaneName): boolean {
    if (this.spent >= BATCH_COST_MAX) return false;
    return !this.isDearSpent || (lane === 'users' && this.beside < BESIDE_COST_MAX);
  }

  note(index: number, lane: LaneName, cost: number): void {
    this.costs[index] = cost;
    this.spent += cost;
    if (this.isDearSpent) this.beside += cost;
    if (lane !== 'users' || cost > CHEAP_COST_MAX) this.dear += cost;
  }

  private get isDearSpent(): boolean {
    return this.dear >= this.dearMax;
  }
}
