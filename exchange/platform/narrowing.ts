import { DeadlineExceeded, RetryTransaction } from './db';

/** A chunk that failed is tried with so many times fewer rows, until it is one. */
const NARROW = 5;

/** One chunk of a job over rows that have nothing to do with each other. `attempts` is the job's: how many tries of this chunk have failed. */
export type RowsChunk<Row> = {
  attempts: number;
  /** Up to so many rows where something is due; none of those that were put aside. */
  list(limit: number): Promise<readonly Row[]>;
  /** Returns how many rows were done. */
  work(rows: readonly Row[]): Promise<number>;
  /** Leaves a row out of what `list` finds, for a while. `why` is what operators read. */
  putAside(row: Row, why: string): Promise<void>;
};

/** A reason is cut off here. */
const WHY_LENGTH_MAX = 500;
const describeFailure = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, WHY_LENGTH_MAX);

/** What the database or another transaction is to blame for is no fault of a row: it is tried again as it was. */
function isOfRows(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return !(error instanceof RetryTransaction) && !(error instanceof DeadlineExceeded) && !/^(40|08|53|57|58)/.test(code);
}

/**
 * Returns what does a chunk so that a row that can't be done holds up no other: chunks grow smaller until it is alone, then it is put aside, and `onAside`
 * counts it and says so. Several processes at one job narrow it together: what one has seen fail the next doesn't try in full again. Returns how many rows
 * were done or put aside.
 */
export function createNarrowing<Row extends { id: string }>({
  rowsMax,
  onAside,
}: {
  rowsMax: number;
  onAside(row: Row, error: unknown): void;
}) {
  let limit = rowsMax;
  let failed: { id: string; error: unknown } | null = null;

  function narrow(error: unknown, rows: readonly Row[]): void {
    if (!isOfRows(error)) return;
    const [only] = rows;
    if (rows.length === 1 && only !== undefined) failed = { id: only.id, error };
    limit = Math.max(1, Math.floor(limit / NARROW));
  }

  return async function doChunk({ attempts, list, work, putAside }: RowsChunk<Row>): Promise<number> {
    const rows = await list(failed !== null ? 1 : Math.max(1, Math.min(limit, Math.floor(rowsMax / NARROW ** attempts))));
    const [first] = rows;
    const known = failed;
    failed = null;
    // Unless another process has put it aside since.
    if (known !== null && attempts > 0 && first?.id === known.id) {
      await putAside(first, describeFailure(known.error));
      onAside(first, known.error);
      return 1;
    }
    try {
      const count = rows.length === 0 ? 0 : await work(rows);
      limit = Math.min(rowsMax, limit * NARROW);
      return count;
    } catch (error) {
      narrow(error, rows);
      throw error;
    }
  };
}
