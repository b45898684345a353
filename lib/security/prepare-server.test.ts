import { afterEach, expect, it, vi } from 'vitest';
import { parseEnv } from '../env';
import { prepareServer } from './prepare-server';

afterEach(() => vi.restoreAllMocks());

it('a server with wrong settings says all that is wrong and ends', () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const end = vi.fn();
  prepareServer({
    readEnv: () => parseEnv({ SESSION_SECRET: 's'.repeat(32), BFF_KEY: 'b'.repeat(32), DATABASE_URL: 'postgres://x' }),
    end,
  });
  expect(said).toHaveBeenCalledWith(expect.stringContaining('PUBLIC_ORIGIN: required outside the sandbox'));
  expect(end).toHaveBeenCalledExactlyOnceWith(1);
});
