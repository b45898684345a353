import { expect, it } from 'vitest';
import { readExchangeEnv } from './env';

const BFF_KEY = 'k'.repeat(32);
const cases: [string, Record<string, string>, boolean][] = [
  ['is on when nothing is configured', {}, true],
  ['is off with a real database', { DATABASE_URL: 'postgres://localhost/x' }, false],
  ['is off with a live feed', { FEED: 'live' }, false],
  ['is off with mail', { SMTP_URL: 'smtp://localhost' }, false],
  ['is off with a chain', { CHAIN_RPC_URL: 'https://rpc.candor.example' }, false],
  ['is on with a real database when asked for', { DATABASE_URL: 'postgres://localhost/x', SANDBOX: '1' }, true],
  ['is off when asked for', { SANDBOX: '0' }, false],
  ['takes an empty variable for none', { DATABASE_URL: '' }, true],
];
it.each(cases)('sandbox mode %s', (_name, source, sandbox) => expect(readExchangeEnv({ BFF_KEY, ...source }).sandbox).toBe(sandbox));

it('names everything that is wrong at once', () => {
  const read = () => readExchangeEnv({ BFF_KEY: 'short', EXCHANGE_PORT: '70000', DATABASE_URL: 'mysql://x', NATS_URL: 'nats://a:4222,b' });
  for (const name of ['BFF_KEY', 'EXCHANGE_PORT', 'DATABASE_URL', 'NATS_URL']) expect(read).toThrow(name);
});
