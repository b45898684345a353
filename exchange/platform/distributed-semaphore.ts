import { monotonicNow } from './clock';
import type { Database } from './db';
import { createId } from './ids';

/** Expiry of a slot, far longer than the work takes: only a process that died or hangs loses one. */
const HELD_MAX_MS = 10_000;
/** Between two tries for a slot, with jitter. */
const TRY_AGAIN_MS = 30;
/** Tries after which it is looked again whether the rows are there. */
const LOOK_AGAIN_TRIES = 30;

export type DistributedSemaphore = {
  /**
   * Takes one of the slots, waiting for one until `deadline` (monotonic ms); null when none was free by then. No connection and no lock is
   * held meanwhile. Returns the function that gives it back.
   */
  take(deadline: number): Promise<(() => Promise<void>) | null>;
};

/** Returns a counting semaphore that all processes on one PostgreSQL share by its name. Processes with a smaller `slotsMax` use the first slots. */
export function createDistributedSemaphore({ db, name, slotsMax }: { db: Database; name: string; slotsMax: number }): DistributedSemaphore {
  async function tryOnce(holder: string): Promise<number | null> {
    const { rows } = await db.read.query<{ slot: number }>(
      `UPDATE work_slots SET holder = $2, taken_until = clock_timestamp() + $4::int4 * interval '1 ms' WHERE name = $1 AND slot =
         (SELECT slot FROM work_slots WHERE name = $1 AND slot < $3 AND taken_until < clock_timestamp() ORDER BY slot LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING slot`,
      [name, holder, slotsMax, HELD_MAX_MS],
    );
    return rows[0]?.slot ?? null;
  }
  /** The rows are there after the first use, and gone after a crash of the server. */
  const addRows = () =>
    db.read.query('INSERT INTO work_slots (name, slot) SELECT $1, generate_series(0, $2::int4 - 1) ON CONFLICT DO NOTHING', [
      name,
      slotsMax,
    ]);
  const giveBack = (slot: number, holder: string) => () =>
    db.read
      .query(`UPDATE work_slots SET taken_until = '-infinity' WHERE name = $1 AND slot = $2 AND holder = $3`, [name, slot, holder])
      .then(
        () => undefined,
        // What was done with it is done: the slot ends by its time.
        () => undefined,
      );
  return {
    async take(deadline) {
      const holder = createId();
      for (let tries = 0; ; tries += 1) {
        const slot = await tryOnce(holder);
        if (slot !== null) return giveBack(slot, holder);
        if (tries % LOOK_AGAIN_TRIES === 0) await addRows();
        if (monotonicNow() >= deadline) return null;
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS * (0.5 + Math.random())));
      }
    },
  };
}
