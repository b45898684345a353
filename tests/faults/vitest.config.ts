import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config';

/** `npm run test:faults`: the long form. The same files run in their short form with all other tests. */
export default mergeConfig(
  base,
  defineConfig({
    test: {
      include: ['tests/faults/**/*.test.ts'],
      env: { FAULTS: process.env.FAULTS ?? 'long' },
      // Faults are timed by a seed: tests beside them would shift every moment.
      fileParallelism: false,
    },
  }),
);
