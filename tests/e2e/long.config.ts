import short from '../../playwright.config';

// `npm run test:screens`: the long form. The workers read their environment from here.
process.env.FAULTS ??= 'long';

/** Every screen in every language, theme and size, the main job by keyboard, and every hostile address, header, method and value at each endpoint. */
export default {
  ...short,
  testDir: '.',
  testMatch: [
    'screens.spec.ts',
    'keyboard.spec.ts',
    'no-session.spec.ts',
    'hostile-api.spec.ts',
    'upstream-failures.spec.ts',
    'http.spec.ts',
  ],
  outputDir: '../../test-results',
  globalSetup: './support/start-servers.ts',
};
