import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { shownBy } from '../../lib/api/define';
import { ENDPOINTS } from '../../lib/api/endpoints';
import type { ShownAccount } from '../../lib/dto/shown-account';
import { closeLegacyPools } from '../../lib/legacy/call-legacy';
import { sealSession } from '../../lib/session/unseal';
import { INPUTS, askHandler, jar, MEMBER } from './support/app-handlers';
import { type FaultyBackend, LINE_FAULTS, startFaultyBackend } from './support/faulty-backend';

const SECRET = 's'.repeat(32);
vi.mock('next/headers', () => ({
  cookies: async () => ({
    get: (name: string) => (jar.has(name) ? { name, value: jar.get(name) } : undefined),
    set: (name: string, value: string) => void jar.set(name, value),
  }),
  headers: async () => new Headers(),
}));

let backend: FaultyBackend;
beforeAll(async () => {
  backend = await startFaultyBackend();
  Object.assign(process.env, { LEGACY_API_URL: backend.baseUrl, SESSION_SECRET: SECRET, BFF_KEY: SECRET, RATE_LIMIT: 'off', SANDBOX: '1' });
  backend.answer = Object.values(LINE_FAULTS)[0] as never;
});
beforeEach(async () => {
  jar.set('candor_session', await sealSession({ ...MEMBER, upstream: 'x=y', epoch: '', expiresAt: Date.now() + 3_600_000 }, SECRET));
  backend.seen.length = 0;
});
afterAll(async () => {
  await closeLegacyPools();
  await backend.close();
});

const checked = ENDPOINTS.filter((endpoint) => shownBy(endpoint) !== null);
const OTHERS: { name: string; shown: ShownAccount | null; now: string; isOfUser: boolean }[] = [
  { name: 'says nothing', shown: null, now: 'other', isOfUser: true },
  { name: 'shows another user', shown: { userId: '8', mode: 'demo' }, now: 'other', isOfUser: true },
  { name: 'shows another mode', shown: { userId: '7', mode: 'real' }, now: 'demo', isOfUser: false },
];

test.each(OTHERS)('security: no write of a session gets through whose screen $name', async ({ shown, now, isOfUser }) => {
  for (const endpoint of checked) {
    const name = endpoint.id;
    if (!isOfUser && shownBy(endpoint) === 'user') continue;
    const answer = await askHandler(name, INPUTS[name] ?? {}, shown);
    expect([name, answer.status, await answer.json()]).toMatchObject([name, 409, { error: { code: 'ACCOUNT_CHANGED', params: { now } } }]);
  }
  expect(backend.seen).toEqual([]);
  expect(checked.length).toBeGreaterThan(15);
});
