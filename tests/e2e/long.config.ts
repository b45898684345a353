import short from '../../playwright.config';

// `npm run test:screens`: the long form. The workers read their environment from here.
process.env.FAULTS ??= 'long';

/** Every screen in every language, theme and size, and the main job by keyboard. */
export default {
  ...short,
  testDir: '.',
  testMatch: ['screens.spec.ts', 'keyboard.spec.ts'],
  outputDir: '../../test-results',
  globalSetup: './support/start-servers.ts',
};
