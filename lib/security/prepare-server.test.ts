import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('a server with wrong settings says all that is wrong and ends', async () => {
  vi.stubEnv('SESSION_SECRET', 's'.repeat(32));
  vi.stubEnv('BFF_KEY', 'b'.repeat(32));
  vi.stubEnv('DATABASE_URL', 'postgres://x');
  vi.stubEnv('PUBLIC_ORIGIN', '');
  vi.resetModules();
  const { prepareServer } = await import('./prepare-server');
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const end = vi.fn();
  prepareServer(end);
  expect(said).toHaveBeenCalledWith(expect.stringContaining('PUBLIC_ORIGIN: required outside the sandbox'));
  expect(end).toHaveBeenCalledExactlyOnceWith(1);
});
