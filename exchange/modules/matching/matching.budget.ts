/**
 * Work of one command, in units of about one settled meeting: its fill, its journal and what it changes of two orders and two positions. A
 * resting order that is taken out or made smaller costs as much, an order that is written too. What a command may still cost when this is spent
 * is one more unit. Together with `BATCH_COST_MAX` it bounds how long a statement of the embedded database stands in everybody's way:
 * `npm run bench -- adversary`.
 */
export const COMMAND_COST_MAX = 200;
/**
 * Work of one transaction: the command that passes it is the last one of its batch. Refused commands count too, for they ran. Above the cost of
 * one command, so that users' commands are answered beside a liquidation that goes on and on.
 */
export const BATCH_COST_MAX = 300;

/** What one command has done so far, and whether it may go on. */
export class Budget {
  spent = 0;

  constructor(private readonly most: number) {}

  get isSpent(): boolean {
    return this.spent >= this.most;
  }

  spend(units = 1): void {
    this.spent += units;
  }

  /** Units that are left. */
  get left(): number {
    return Math.max(0, this.most - this.spent);
  }
}
