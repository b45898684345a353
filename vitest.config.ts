import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Sources are bundled as in production: `@/` is the repository, and the marker package of server files is empty outside a browser build. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: here('./') },
      { find: /^server-only$/, replacement: here('./tests/helpers/empty-module.ts') },
    ],
  },
  test: {
    environment: 'node',
    include: ['{app,components,lib,exchange,scripts,tests}/**/*.test.{ts,tsx,mjs}'],
    exclude: ['node_modules/**', '.next/**', '.build/**', 'tests/e2e/**'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
