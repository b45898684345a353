import { defineConfig } from 'vitest/config';
import base, { common } from '../../vitest.config';

/** `npm run test:faults`: the long form. The same files run in their short form with all other tests. */
export default defineConfig({
  resolve: base.resolve,
  test: {
    ...common,
    include: ['tests/faults/**/*.test.ts', 'exchange/**/*.{model,year}.test.ts', '**/hostile-input.test.ts'],
    exclude: ['node_modules/**', '.build/**', '.cache/**'],
    env: { FAULTS: process.env.FAULTS ?? 'long' },
    globalSetup: 'tests/faults/support/lay-databases.ts',
    // Faults are timed by a seed: tests beside them would shift every moment.
    fileParallelism: false,
  },
});
