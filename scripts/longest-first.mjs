import { relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';

/** Seconds that the longest files took on two processors, with others beside them, from the first hook to the last; all others take about one. */
const SECONDS = {
  'tests/faults/several-processes.test.ts': 120,
  'scripts/new.test.mjs': 120,
  'tests/contract/hostile-input.test.ts': 80,
  'tests/faults/seconds.test.ts': 70,
  'tests/contract/both-accounts.test.ts': 65,
  'tests/faults/kill-trading.test.ts': 60,
  'tests/faults/kill-earning.test.ts': 59,
  'tests/faults/kill-withdrawals.test.ts': 54,
  'tests/faults/kill-deposits.test.ts': 50,
  'tests/contract/sessions.test.ts': 45,
  'tests/contract/visitor-cost.test.ts': 45,
  'tests/faults/legacy-backend.test.ts': 45,
  'tests/contract/sign-in.test.ts': 40,
  'tests/faults/kill-exchange.test.ts': 32,
  'tests/contract/strange-backend.test.ts': 27,
  'exchange/platform/pglite-connection.test.ts': 25,
  'tests/faults/postgres-faults.test.ts': 22,
  'tests/faults/hosting-processes.test.ts': 20,
  'exchange/platform/job-runner.sleep.test.ts': 18,
  'exchange/platform/pglite.test.ts': 18,
  'tests/faults/take-over.test.ts': 15,
  'tests/faults/one-effect.test.ts': 14,
  'exchange/modules/perpetual/perpetual.budget.test.ts': 9,
  'tests/contract/catalogue.test.ts': 7,
};

export const MEASURED = Object.keys(SECONDS);
const secondsOf = (path) => SECONDS[path] ?? 1;

/** Splits files into pieces that take about as long, the longest first: each file goes to the piece that has least so far. */
export function splitEvenly(paths, count) {
  const pieces = Array.from({ length: count }, () => ({ seconds: 0, paths: [] }));
  for (const path of sortLongestFirst(paths)) {
    const least = pieces.reduce((best, piece) => (piece.seconds < best.seconds ? piece : best));
    least.seconds += secondsOf(path);
    least.paths.push(path);
  }
  return pieces.map((piece) => piece.paths);
}

export function sortLongestFirst(paths) {
  return [...paths].sort((a, b) => secondsOf(b) - secondsOf(a) || (a < b ? -1 : 1));
}

/** What takes longest begins first: nobody waits at the end for a file that began last. Files that nobody has measured keep the order of the runner. */
export class LongestFirst extends BaseSequencer {
  pathOf = ({ moduleId }) => relative(this.ctx.config.root, moduleId);

  async sort(files) {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => secondsOf(this.pathOf(b)) - secondsOf(this.pathOf(a)));
  }

  async shard(files) {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    const piece = new Set(splitEvenly(files.map(this.pathOf), count)[index - 1]);
    return files.filter((file) => piece.has(this.pathOf(file)));
  }
}
