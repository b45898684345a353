import { shareNotifications } from '../../exchange/platform/after-commit';
import type { Database, Tx } from '../../exchange/platform/db';

/** What a process that was killed answers. */
class Killed extends Error {
  constructor() {
    super('killed');
    this.name = 'Killed';
  }
}

/**
 * Returns a database whose process can be killed in a transaction: before its n-th statement, or right after its commit, counted as one more. Nothing that it is
 * asked for in a transaction happens until it is up again. `killAtEach` does the same work again and again, killed at each step in turn, and returns at how many.
 */
export function createDyingDatabase(inner: Database) {
  let left = Number.POSITIVE_INFINITY;
  let isDead = false;

  function step(): void {
    left -= 1;
    if (left === 0) isDead = true;
    if (isDead) throw new Killed();
  }
  const wrap = <T extends Tx>(tx: T): T => {
    const standIn: T = {
      ...tx,
      async query(text, params) {
        step();
        return tx.query(text, params);
      },
    };
    shareNotifications(tx, standIn);
    return standIn;
  };
  const db: Database = {
    ...inner,
    async transaction(run, options) {
      const result = await inner.transaction((tx) => run(wrap(tx)), options);
      step();
      return result;
    },
  };

  /** Works until it ends or is killed at step `n`. Returns whether it was killed; the process is up again afterwards. */
  async function killAt(n: number, work: () => Promise<unknown>): Promise<boolean> {
    left = n;
    try {
      await work();
    } catch (error) {
      if (!isDead) throw error;
    }
    const wasKilled = isDead;
    [left, isDead] = [Number.POSITIVE_INFINITY, false];
    return wasKilled;
  }

  return {
    db,
    /** `prepare` comes before the work, `look` after it was killed; the last time, when nothing is left to kill, it ends by itself. */
    async killAtEach(turn: {
      prepare(n: number): Promise<void>;
      work(): Promise<unknown>;
      look(n: number): Promise<void>;
    }): Promise<number> {
      for (let n = 1; ; n += 1) {
        await turn.prepare(n);
        const wasKilled = await killAt(n, turn.work);
        await turn.look(n);
        if (!wasKilled) return n - 1;
      }
    },
  };
}
