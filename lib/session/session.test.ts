import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { createDeviceCookie, type Device, DEVICE_COOKIE_MAX_AGE_S, knowsName, readDeviceCookie } from './device-cookie';
import { cookieAttributes, cookieNames } from './options';
import { isRevoked, revokeSession, sealSession, unsealSession } from './unseal';
import { createWalletCookie, isWalletCookie, WALLET_COOKIE_MAX_AGE_S } from './wallet-cookie';
import { createNonceMemory, type IssuedMessage, issueWalletMessage, verifyWalletMessage } from './wallet-message';

const SECRET = 's'.repeat(32);
const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const other = privateKeyToAccount(`0x${'22'.repeat(32)}`);
const ORIGIN = 'https://candor.example';

describe('security: session cookie', () => {
  const session = { userId: '7', username: 'ada', mode: 'demo', upstream: 'candor_exchange=x', epoch: 'e' } as const;
  it('comes back as it was sealed, until it is signed out', async () => {
    const now = Date.now();
    const cookie = await sealSession({ ...session, expiresAt: now + 60_000 }, SECRET);
    expect(await unsealSession({ cookie, secret: SECRET, now })).toMatchObject(session);
    revokeSession(cookie, now);
    expect([await unsealSession({ cookie, secret: SECRET, now }), isRevoked(cookie)]).toEqual([null, true]);
  });
  it('is nothing when altered, sealed with another secret, expired, endless or foreign', async () => {
    const now = Date.now();
    const cookie = await sealSession({ ...session, expiresAt: now + 1_000 }, SECRET);
    const read = (value: string, secret = SECRET, at = now) => unsealSession({ cookie: value, secret, now: at });
    expect(await read(cookie.replace(/.(?=~)/, (c) => (c === 'A' ? 'B' : 'A')))).toBeNull();
    expect(await read(cookie, 't'.repeat(32))).toBeNull();
    expect(await read(cookie)).not.toBeNull();
    expect(await read(cookie, SECRET, now + 1_000)).toBeNull();
    expect([await read('x'.repeat(5_000)), await read('x')]).toEqual([null, null]);
  });
  it('carries the host prefix and Secure with https', () => {
    expect(cookieNames(true).session).toBe('__Host-candor_session');
    expect(cookieAttributes({ isHttps: true, maxAgeS: 5 })).toEqual({
      httpOnly: true,
      secure: true,
      sameSite: 'lax',
      path: '/',
      maxAge: 5,
    });
  });
});

describe('security: device cookie', () => {
  const make = (device: Device | null, ...names: string[]) => createDeviceCookie({ device, names, secret: SECRET, now: NOW });
  const read = (cookie: string | undefined, now = NOW) => readDeviceCookie({ cookie, secret: SECRET, now });
  it('knows the names that were signed in with, in any case, under one id, and no other', () => {
    const first = read(make(null, 'Ada'));
    const second = read(make(first, 'bob@candor.example'));
    expect(second?.id).toBe(first?.id);
    expect(['ada', 'ADA ', 'bob@candor.example', 'eve'].map((name) => second && knowsName(second, name, SECRET))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
  it('keeps the four newest names', () => {
    const device = ['a', 'b', 'c', 'd', 'e'].reduce<Device | null>((known, name) => read(make(known, name)), null);
    expect(['a', 'b', 'e'].map((name) => device && knowsName(device, name, SECRET))).toEqual([false, true, true]);
  });
  it("does not know on one device a name of another's", () => {
    const [own, other] = [make(null, 'ada'), make(null, 'eve')].map((cookie) => cookie.split('.'));
    const mixed = [other?.[0], other?.[1], own?.[2], other?.[3]].join('.');
    expect(read(mixed)).toBeNull();
  });
  it.each([
    ['late', make(null, 'ada'), NOW + DEVICE_COOKIE_MAX_AGE_S * 1000],
    ['absent', undefined, NOW],
    ['altered', make(null, 'ada').replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')), NOW],
  ])('is refused when %s', (_name, cookie, now) => expect(read(cookie, now)).toBeNull());
});

describe('security: wallet cookie', () => {
  const cookie = createWalletCookie({ secret: SECRET, now: NOW });
  it('is taken for half a year', () => expect(isWalletCookie({ cookie, secret: SECRET, now: NOW + 1_000 })).toBe(true));
  it.each([
    ['late', cookie, NOW + WALLET_COOKIE_MAX_AGE_S * 1000],
    ['absent', undefined, NOW],
    ['altered', cookie.replace(/^\d/, '2'), NOW],
    ['made up', '1.1', NOW],
  ])('is refused when %s', (_name, value, now) => expect(isWalletCookie({ cookie: value, secret: SECRET, now })).toBe(false));
});

describe('security: sign-in by wallet', () => {
  const issue = () =>
    issueWalletMessage({ address: account.address.toLowerCase(), chainId: 1, origin: ORIGIN, statement: 'Sign in.', now: NOW });
  type Change = { message?: string; signature?: string; issued?: IssuedMessage | null; origin?: string; now?: number };
  async function verify(
    change: (made: ReturnType<typeof issue>) => Promise<Change> | Change = () => ({}),
    nonces = createNonceMemory(() => NOW),
  ) {
    const made = issue();
    const signature = await account.signMessage({ message: made.message });
    const input = {
      message: made.message,
      signature,
      issued: made.issued,
      origin: ORIGIN,
      now: NOW + 1_000,
      chainRpcUrls: [],
      ...(await change(made)),
    };
    return verifyWalletMessage(input, nonces).catch((error: { code: string }) => error.code);
  }
  it('names host, address, chain, nonce and expiry in the text', () => {
    const { message, issued } = issue();
    expect(message).toContain(`candor.example wants you to sign in with your Ethereum account:\n${account.address}`);
    for (const part of ['Chain ID: 1', `Nonce: ${issued.nonce}`, 'Expiration Time: 2026-03-01T12:05:00.000Z', `URI: ${ORIGIN}`])
      expect(message).toContain(part);
  });
  it('knows the owner of the address', async () => expect(await verify()).toBe(account.address));
  it('takes each nonce once', async () => {
    const nonces = createNonceMemory(() => NOW);
    const made = issue();
    const input = {
      message: made.message,
      signature: await account.signMessage({ message: made.message }),
      issued: made.issued,
      origin: ORIGIN,
      now: NOW,
      chainRpcUrls: [],
    };
    expect(await verifyWalletMessage(input, nonces)).toBe(account.address);
    await expect(verifyWalletMessage(input, nonces)).rejects.toMatchObject({ code: 'WALLET_MESSAGE_EXPIRED' });
  });
  it.each<[string, (made: ReturnType<typeof issue>) => Promise<Change> | Change, string]>([
    ['another signer', async ({ message }) => ({ signature: await other.signMessage({ message }) }), 'WALLET_SIGNATURE_WRONG'],
    ['a broken signature', () => ({ signature: '0x1234' }), 'WALLET_SIGNATURE_WRONG'],
    [
      'another message',
      async () => ({ message: 'hello', signature: await account.signMessage({ message: 'hello' }) }),
      'WALLET_SIGNATURE_WRONG',
    ],
    ['another chain', async ({ message }) => ({ message: message.replace('Chain ID: 1', 'Chain ID: 5') }), 'WALLET_SIGNATURE_WRONG'],
    ['another host', () => ({ origin: 'https://evil.example' }), 'WALLET_SIGNATURE_WRONG'],
    ['no nonce cookie', () => ({ issued: null }), 'WALLET_MESSAGE_EXPIRED'],
    ['five minutes later', () => ({ now: NOW + 300_000 }), 'WALLET_MESSAGE_EXPIRED'],
  ])('refuses %s', async (_name, change, code) => expect(await verify(change)).toBe(code));
  it('security: forgets no nonce before its message has expired, however many others come', async () => {
    const time = { now: 0 };
    const use = createNonceMemory(() => time.now, 3);
    for (const nonce of ['a', 'b', 'c']) expect(await use(nonce, 100)).toBe(true);
    expect([await use('d', 100), await use('a', 100)]).toEqual([false, false]);
    time.now = 100;
    expect(await use('d', 200)).toBe(true);
  });
});
