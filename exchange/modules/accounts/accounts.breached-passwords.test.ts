import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../platform/db';
import { createTestPlatform } from '../../platform/test-platform';
import { BUSY_MACHINE_MS, createTestDatabase } from '../../platform/test-database';
import { openStubServer, type StubAnswer, type StubServer } from '../../../tests/helpers/stub-server';
import { createBreachCheck } from './accounts.breached-passwords';

const LEAKED = 'plum-orbit-fence-93';
const CLEAN = 'fence-orbit-plum-39';
const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const [prefix, rest] = [hashOf(LEAKED).slice(0, 5), hashOf(LEAKED).slice(5)];
let server: StubServer | null = null;
let db: Database;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  await server?.stop();
  server = null;
  await db.close();
});

const PATIENT = { timeoutMs: BUSY_MACHINE_MS };
async function open(answer: () => StubAnswer, timing: Partial<typeof PATIENT> = PATIENT) {
  server = await openStubServer(answer);
  const { platform } = createTestPlatform(db);
  const check = createBreachCheck({ ...platform, url: `${server.url}/range/`, ...timing });
  return { check, readMetrics: async () => (await platform.metrics.render()).body };
}

describe('a service of leaked passwords', () => {
  it('security: is told five hex digits of a hash and nothing else, and refuses what it knows', async () => {
    const { check, readMetrics } = await open(() => `${'0'.repeat(35)}:4\r\n${rest}:17\r\n`);
    expect(await check(LEAKED)).toBe(true);
    expect(await check(CLEAN)).toBe(false);
    expect(server?.asked).toEqual([`/range/${prefix}`, `/range/${hashOf(CLEAN).slice(0, 5)}`]);
    expect(await readMetrics()).toMatch(/breached_password_checks_total\{outcome="found"\} 1/);
  });

  it('answers with padding, which leaked never', async () => {
    const { check } = await open(() => `${rest}:0`);
    expect(await check(LEAKED)).toBe(false);
  });

  it.each([
    ['is down', () => null],
    ['answers too much', () => 'A'.repeat(1_000_001)],
    ['answers as a portal', () => '<html><body>Please accept the terms: https://portal.example:8443</body></html>'],
    ['answers nothing', () => ''],
    ['answers without end', () => 'endless', {}],
    ['never answers', () => 'stall', {}],
  ] as [string, () => StubAnswer, Partial<typeof PATIENT>?][])(
    'that %s keeps nobody out, and is counted',
    async (_name, answer, timing) => {
      const { check, readMetrics } = await open(answer, timing);
      expect(await check(LEAKED)).toBe(false);
      expect(await readMetrics()).toMatch(/breached_password_checks_total\{outcome="failed"\} 1/);
    },
  );

  it('is asked by nobody where none is set', async () => {
    const { platform } = createTestPlatform(db);
    expect(await createBreachCheck({ ...platform, url: null })(LEAKED)).toBe(false);
  });
});
