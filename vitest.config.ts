import { availableParallelism, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Test files that replace what a whole process shares: modules, timers, globals, the environment. Each runs in a process of its own. */
export const ISOLATED = [
  'components/chart/time-text.test.ts',
  'components/layout/auto-retry.test.tsx',
  'components/layout/use-amend-order.test.tsx',
  'components/layout/use-switch-mode.test.tsx',
  'components/market/use-favourites.test.tsx',
  'components/money/use-local-time.test.tsx',
  'components/money/use-memory.test.tsx',
  'exchange/env.test.ts',
  'exchange/modules/accounts/accounts.same-answers.test.ts',
  'exchange/modules/market-data/broken-venues.test.ts',
  'exchange/modules/stream/stream.test.ts',
  'exchange/platform/event-relay.test.ts',
  'exchange/platform/folder-lock.steps.test.ts',
  'exchange/platform/job-runner.sleep.test.ts',
  'exchange/platform/pglite-connection.test.ts',
  'exchange/platform/pglite.test.ts',
  'lib/bff/app/get-features.test.ts',
  'lib/bff/direct.test.ts',
  'lib/bff/log-refusal.test.ts',
  'lib/bff/page-budget.test.ts',
  'lib/bff/status/read-status.test.ts',
  'lib/bff/stream/open-stream.test.ts',
  'lib/console/csv.test.ts',
  'lib/console/handle.test.ts',
  'lib/env.test.ts',
  'lib/errors/app-error.test.ts',
  'lib/i18n/alternates.test.ts',
  'lib/query/**/*.test.{ts,tsx}',
  'lib/stream/clock-offset.test.ts',
  'scripts/**/*.test.{ts,mjs}',
  'tests/{contract,integration}/**/*.test.ts',
];
/** Test files that start, kill and freeze whole processes, or look at how long something takes: beside them `npm test` runs what waits for them alone. */
const ALONE = ['exchange/modules/perpetual/perpetual.budget.test.ts', 'tests/faults/**/*.test.ts'];
const NEVER = ['node_modules/**', '.next/**', '.build/**', 'tests/e2e/**'];
/** A worker that keeps its databases grows to three gigabytes. */
const WORKER_BYTES = 4 * 2 ** 30;
/** `TEST_WORKERS` says another number: what stands here goes before the runner's own option. */
const maxWorkers = Number(process.env.TEST_WORKERS) || Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / WORKER_BYTES)));
/**
 * Bounds on what hangs, not on how fast a test is: a machine that is busy with the browsers' tests, and slower than this one, takes many times as
 * long. A test states a bound of its own only where it needs more; what it polls for needs none.
 */
export const common = {
  environment: 'node',
  pool: 'forks',
  testTimeout: 240_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
} as const;

/** Of an embedded database in a process of its own: compiled quickly, for it ends before the optimizing compiler's work is of use. */
const QUICK_START = ['--liftoff-only'];

/**
 * Sources are bundled as in production: `@/` is the repository, and the marker package of server files is empty outside a browser build.
 * Test files share their workers, and with them the loaded modules and the emptied databases: half the processor time of a process a file.
 */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: here('./') },
      { find: /^server-only$/, replacement: here('./tests/helpers/empty-module.ts') },
    ],
  },
  test: {
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...common,
          name: 'shared',
          setupFiles: ['tests/helpers/audit-after-each.ts'],
          isolate: false,
          include: ['{app,components,lib,exchange}/**/*.test.{ts,tsx,mjs}'],
          exclude: [...NEVER, ...ISOLATED, ...ALONE],
        },
      },
      { extends: true, test: { ...common, execArgv: QUICK_START, name: 'isolated', include: ISOLATED, exclude: NEVER } },
      {
        extends: true,
        test: { ...common, name: 'alone', globalSetup: 'tests/faults/support/lay-databases.ts', include: ALONE, exclude: NEVER },
      },
    ],
  },
});
