import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { publicAlternates, readOrigin } from './alternates';

let host: string | null = null;
vi.mock('next/headers', () => ({ headers: async () => ({ get: (name: string) => (name === 'host' ? host : null) }) }));
beforeEach(() => {
  const secret = 's'.repeat(32);
  Object.assign(process.env, { SESSION_SECRET: secret, BFF_KEY: secret, SANDBOX: '1' });
  delete process.env.PUBLIC_ORIGIN;
});
afterEach(() => {
  host = null;
});

it.each([
  ['localhost:3000', 'http://localhost:3000'],
  ['192.168.1.7:3000', 'http://192.168.1.7:3000'],
  ['a b', 'http://localhost'],
  ['candor.example:99999', 'http://localhost'],
  ['candor.example/path?a=1', 'http://localhost'],
  ['ada@candor.example', 'http://localhost'],
])('security: a request that names %s as its host is answered with links of %s', async (named, origin) => {
  host = named;
  expect(await readOrigin()).toBe(origin);
  expect(String((await publicAlternates('en', '/tab1')).metadataBase)).toBe(`${origin}/`);
});
