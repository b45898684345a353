import short from '../../playwright.config';

/** `npm run screens`: pictures of every screen of a member, put together as sheets under `docs/screens/`; with `-- landing` only the picture of the front page. */
export default {
  ...short,
  testDir: '.',
  testMatch: ['*.shots.ts'],
  outputDir: '../../test-results',
  globalSetup: process.env.E2E_ORIGIN === undefined ? './support/start-servers.ts' : undefined,
};
