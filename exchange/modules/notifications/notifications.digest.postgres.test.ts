import { afterAll, beforeAll, it } from 'vitest';
import { runConcurrentDigests } from '../../../tests/helpers/concurrent-digests';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import type { Database } from '../../platform/db';
import { createLogger } from '../../platform/logger';
import { createTestPlatform } from '../../platform/test-platform';

let server: SharedPostgres;
const open: Database[] = [];
beforeAll(async () => {
  server = await sharePostgres();
});
afterAll(async () => {
  for (const db of open) await db.close();
  await server.stop();
});

it('two processes on one PostgreSQL send one mail for two jobs that are due at once', async () => {
  const url = await server.createDatabase('digests');
  open.push(openPatiently(url, createLogger('silent')), openPatiently(url, createLogger('silent')));
  const time = { now: Date.UTC(2026, 2, 1, 12) };
  const processes = open.map((db) => ({ ...createTestPlatform(db).platform, clock: { now: () => time.now } }));
  await runConcurrentDigests(processes, time);
});
