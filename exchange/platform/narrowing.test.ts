import { expect, it } from 'vitest';
import { DeadlineExceeded } from './db';
import { createNarrowing } from './narrowing';

type Row = { id: string };

/** A job whose rows are numbers, done by so many processes in turn, as the runner does it. */
function createWork({ rows, broken, processes = 1 }: { rows: number; broken: (row: number) => unknown; processes?: number }) {
  const left = new Set(Array.from({ length: rows }, (_, row) => row));
  const done: number[] = [];
  const aside: number[] = [];
  const narrowings = Array.from({ length: processes }, () =>
    createNarrowing<Row>({ rowsMax: 100, onAside: ({ id }) => void aside.push(Number(id)) }),
  );
  return {
    done,
    aside,
    /** Returns the most tries that any chunk failed in a row, and how many there were. */
    async run() {
      let [attempts, most, tries] = [0, 0, 0];
      for (; tries < 1_000; tries += 1) {
        const doChunk = narrowings[tries % processes] as ReturnType<typeof createNarrowing<Row>>;
        try {
          const count = await doChunk({
            attempts,
            list: async (limit) => [...left].slice(0, limit).map((row) => ({ id: String(row) })),
            async work(piece) {
              const numbers = piece.map(({ id }) => Number(id));
              for (const row of numbers) {
                const error = broken(row);
                if (error !== undefined) throw error;
              }
              for (const row of numbers) left.delete(row);
              done.push(...numbers);
              return piece.length;
            },
            putAside: async ({ id }) => void left.delete(Number(id)),
          });
          attempts = 0;
          if (count === 0) break;
        } catch {
          attempts += 1;
          most = Math.max(most, attempts);
        }
      }
      return { most, tries };
    },
  };
}

it.each([1, 2, 3, 5])('puts rows aside that can not be done, and does all others, also with %i processes in turn', async (processes) => {
  const isBroken = (row: number) => (row === 0 || row === 57 || row === 58 || row === 299 ? new Error('a sum is wrong') : undefined);
  const work = createWork({ rows: 300, broken: isBroken, processes });
  const { most } = await work.run();
  // After ten failures in a row the whole job would be put aside.
  expect(most).toBeLessThan(10);
  expect(work.aside.toSorted((one, other) => one - other)).toEqual([0, 57, 58, 299]);
  expect(work.done).toHaveLength(296);
  expect(new Set(work.done).size).toBe(296);
});

it.each([
  ['a database that is slow', new DeadlineExceeded('slow')],
  ['a deadlock', Object.assign(new Error('deadlock detected'), { code: '40P01' })],
  ['a connection that broke', Object.assign(new Error('gone'), { code: '08006' })],
])('blames no row for %s', async (_, error) => {
  let tries = 0;
  const work = createWork({
    rows: 1,
    broken: () => {
      tries += 1;
      return tries < 20 ? error : undefined;
    },
  });
  await work.run();
  expect(work.aside).toEqual([]);
  expect(work.done).toEqual([0]);
});
