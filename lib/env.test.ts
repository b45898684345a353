import { describe, expect, it } from 'vitest';
import { parseEnv } from './env';

const secrets = { SESSION_SECRET: 's'.repeat(32), BFF_KEY: 'b'.repeat(32) };

describe('settings', () => {
  it('work with two secrets alone, in the sandbox, against the exchange on loopback', () =>
    expect(parseEnv(secrets)).toMatchObject({
      isSandbox: true,
      legacyApiUrl: 'http://127.0.0.1:4600/api',
      isWalletGuardOn: true,
      isHttps: false,
      publicOrigin: null,
    }));
  it.each([
    { LEGACY_API_URL: 'https://x.example/api/' },
    { DATABASE_URL: 'postgres://x' },
    { FEED: 'live' },
    { CHAIN_RPC_URL: 'https://x.example' },
    { BTC_URL: 'https://x.example' },
    { TRON_URL: 'https://x.example' },
    { SMTP_URL: 'smtp://x' },
  ])('leave the sandbox with %j unless it is asked for by name', (real) =>
    expect([
      parseEnv({ ...secrets, ...real, PUBLIC_ORIGIN: 'https://candor.example' }).isSandbox,
      parseEnv({ ...secrets, ...real, SANDBOX: '1' }).isSandbox,
    ]).toEqual([false, true]),
  );
  it.each([{ LEGACY_API_URL: 'https://x.example/api/' }, { SANDBOX: '0' }, { FEED: 'live' }])(
    'security: with %j the address that wallets sign must be set',
    (real) => expect(() => parseEnv({ ...secrets, ...real })).toThrow('PUBLIC_ORIGIN: required outside the sandbox'),
  );
  const real = { ...secrets, PUBLIC_ORIGIN: 'https://candor.example' };
  it.each(['http://10.0.0.7:4600/api', 'http://exchange.internal/api', 'http://127.0.0.1.example/api'])(
    'security: outside the sandbox %s is refused, unless a setting says that the network is safe',
    (LEGACY_API_URL) => {
      expect(() => parseEnv({ ...real, LEGACY_API_URL })).toThrow('LEGACY_API_URL: needs https');
      expect(parseEnv({ ...real, LEGACY_API_URL, LEGACY_API_PLAIN: '1' }).legacyApiUrl).toBe(LEGACY_API_URL);
      expect(parseEnv({ ...real, LEGACY_API_URL, SANDBOX: '1' }).legacyApiUrl).toBe(LEGACY_API_URL);
    },
  );
  it.each(['https://10.0.0.7/api', 'http://127.0.0.1:4600/api', 'http://localhost:4600/api', 'http://[::1]:4600/api'])(
    'take %s, with certificates of an own file',
    (LEGACY_API_URL) =>
      expect(parseEnv({ ...real, LEGACY_API_URL, LEGACY_API_CA: '/etc/candor/ca.pem' })).toMatchObject({
        legacyApiUrl: LEGACY_API_URL,
        legacyApiCaFile: '/etc/candor/ca.pem',
      }),
  );
  const LEGACY_API_URL = 'https://x.example/api';
  it.each([
    ['the exchange beside the app', {}, true],
    ['the exchange beside the app, whatever else is said', { LEGACY_API_KIND: 'foreign' }, true],
    ['another exchange of ours', { LEGACY_API_URL, LEGACY_API_KIND: 'own' }, true],
    ['a backend of others', { LEGACY_API_URL, LEGACY_API_KIND: 'foreign' }, false],
    ['a backend that is asked', { LEGACY_API_URL }, null],
  ])('security: know whose backend it is: %s', (_who, given, isLegacyApiOurs) =>
    expect(parseEnv({ ...real, ...given })).toMatchObject({ isLegacyApiOurs }),
  );
  it('error: know no third kind of backend', () =>
    expect(() => parseEnv({ ...real, LEGACY_API_URL, LEGACY_API_KIND: 'ours' })).toThrow('LEGACY_API_KIND'));
  it('take the origin of the public address, and empty variables for absent', () =>
    expect(parseEnv({ ...secrets, PUBLIC_ORIGIN: 'https://candor.example/x', SMTP_URL: '' })).toMatchObject({
      publicOrigin: 'https://candor.example',
      isHttps: true,
      isSandbox: true,
    }));
  it('error: name everything that is wrong at once, and no value', () => {
    const run = () => parseEnv({ SESSION_SECRET: 'short', LEGACY_API_URL: 'ftp://x', WALLET_GUARD: 'maybe' });
    for (const name of ['SESSION_SECRET', 'BFF_KEY', 'LEGACY_API_URL', 'WALLET_GUARD']) expect(run).toThrow(name);
    expect(run).not.toThrow('short');
  });
});
