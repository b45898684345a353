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

it('takes a replica only beside the database that it follows', () => {
  const replica = { BFF_KEY, DATABASE_READ_URL: 'postgres://replica/x' };
  expect(() => readExchangeEnv(replica)).toThrow('DATABASE_READ_URL');
  expect(readExchangeEnv({ ...replica, DATABASE_URL: 'postgres://localhost/x' }).databaseReadUrl).toBe('postgres://replica/x');
});

const XPUB = 'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt';
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

it('reads a chain with several nodes and tokens, and none without a key of addresses', () => {
  const source = {
    BFF_KEY,
    CHAIN_RPC_URL: 'https://one.example/key,https://two.example',
    CHAIN_XPUB: XPUB,
    CHAIN_TOKENS: `USDT:${USDT}:6`,
  };
  expect(readExchangeEnv(source)).toMatchObject({
    chainRpcUrls: ['https://one.example/key', 'https://two.example'],
    chain: {
      urls: ['https://one.example/key', 'https://two.example'],
      chainId: 1,
      tokens: [{ asset: 'USDT', contract: USDT, decimals: 6 }],
      hotWallet: null,
    },
  });
  expect(readExchangeEnv({ BFF_KEY, CHAIN_RPC_URL: 'https://one.example' }).chain).toBe(null);
});

it.each([
  ['a key without a node', { CHAIN_XPUB: XPUB }, 'CHAIN_XPUB'],
  ['a private key', { CHAIN_XPUB: XPUB.replace('xpub', 'xprv') }, 'CHAIN_XPUB'],
  ['a URL that is none', { CHAIN_RPC_URL: 'https://one.example,two' }, 'CHAIN_RPC_URL'],
  ['a token without decimals', { CHAIN_TOKENS: `USDT:${USDT}` }, 'CHAIN_TOKENS'],
  [
    'more decimals than any amount has',
    { CHAIN_RPC_URL: 'https://a.b', CHAIN_XPUB: XPUB, CHAIN_TOKENS: `USDT:${USDT}:19` },
    'CHAIN_TOKENS',
  ],
])('error: refuses %s', (_, source, name) => expect(() => readExchangeEnv({ BFF_KEY, ...source })).toThrow(name));
