import { Secret, TOTP } from 'otpauth';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Session } from '../../lib/dto/session';
import type { sessionsSchema } from '../../lib/dto/sessions';
import { SHOWN_MODE_HEADER, SHOWN_USER_HEADER } from '../../lib/dto/shown-account';
import { type AppAnswer, type AppProcess, type Browser, nextHeaders, startApp } from '../helpers/app-process';
import { BFF_KEY, type ExchangeProcess, startExchange } from '../helpers/exchange-process';

vi.mock('next/headers', () => nextHeaders);

type Sessions = z.infer<typeof sessionsSchema>;

let exchange: ExchangeProcess;
let here: AppProcess;
let there: AppProcess;
beforeAll(async () => {
  exchange = await startExchange();
  Object.assign(process.env, { LEGACY_API_URL: exchange.base, SANDBOX: '1', SESSION_SECRET: 's'.repeat(32), BFF_KEY, RATE_LIMIT: 'off' });
  here = await startApp();
  there = await startApp();
});
afterAll(() => exchange?.remove());

async function signIn(browser: Browser = new Map(), account = privateKeyToAccount(generatePrivateKey())): Promise<Browser> {
  const { body } = await here.post(browser, '/api/session/wallet/message', { address: account.address, chainId: 1 });
  const { message } = body as { message: string };
  const input = { message, signature: await account.signMessage({ message }) };
  expect((await here.post(browser, '/api/session/wallet', input)).status).toBe(200);
  return browser;
}
const isSignedIn = async (app: AppProcess, browser: Browser) =>
  ((await app.get(browser, '/api/session')).body as { signedIn: boolean }).signedIn;
/** Writes as a screen does that was drawn just now. */
async function write(app: AppProcess, browser: Browser, path: string, json: object): Promise<AppAnswer> {
  const { user } = (await app.get(browser, '/api/session')).body as Session;
  return app.post(browser, path, json, { [SHOWN_USER_HEADER]: user?.userId ?? '', [SHOWN_MODE_HEADER]: user?.mode ?? '' });
}
async function signOut(app: AppProcess, browser: Browser): Promise<void> {
  expect(await write(app, browser, '/api/session/sign-out', {})).toMatchObject({ status: 200 });
}
/** The browser of a thief, who has a copy of every cookie. */
const copyOf = (browser: Browser): Browser => new Map(browser);

/** Reads a stream until it ends. */
async function readStream(app: AppProcess, browser: Browser): Promise<{ text: () => string; ended: Promise<void> }> {
  const { status, response } = await app.get(browser, '/api/stream?channels=account');
  expect(status).toBe(200);
  let text = '';
  const read = async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) text += new TextDecoder().decode(chunk);
  };
  return { text: () => text, ended: read() };
}

describe('security: a session that was signed out', () => {
  it('has ended on every process, for pages, calls and new streams, and after a restart', async () => {
    const browser = await signIn();
    const stolen = copyOf(browser);
    expect([await isSignedIn(there, stolen), await there.openPage(stolen)]).toEqual([true, null]);
    await signOut(here, browser);
    expect(browser.has('candor_session')).toBe(false);
    for (const app of [here, there, await startApp()]) {
      expect(await isSignedIn(app, stolen)).toBe(false);
      expect(await app.openPage(stolen)).toBe('/api/session/expired?next=%2Fwallet');
      expect(await app.get(stolen, '/api/balances')).toMatchObject({ status: 401 });
      expect(await app.get(stolen, '/api/stream?channels=account')).toMatchObject({ status: 401 });
    }
  });

  it('closes its open streams on another process and says why; others stay', async () => {
    const browser = await signIn();
    const stream = await readStream(there, copyOf(browser));
    const other = await signIn();
    const stays = await readStream(there, other);
    await signOut(here, browser);
    await stream.ended;
    expect(stream.text()).toContain('event: ended\ndata: {"reason":"session"}');
    expect(stays.text()).not.toContain('event: ended');
    await signOut(here, other);
    await stays.ended;
  });

  it('stays ended through 10,100 sign-outs of junk', async () => {
    const browser = await signIn();
    const stolen = copyOf(browser);
    await signOut(here, browser);
    for (let n = 0; n < 10_100; n += 1) await here.post(new Map([['candor_session', `junk ${n}`]]), '/api/session/sign-out', {});
    expect(await isSignedIn(here, stolen)).toBe(false);
  });

  it('ends as well when the exchange was down just then', async () => {
    const browser = await signIn();
    const stolen = copyOf(browser);
    await exchange.kill();
    await signOut(here, browser);
    await exchange.reopen();
    await expect.poll(() => isSignedIn(there, stolen), { interval: 250 }).toBe(false);
  });

  it('is the one before, once the browser has signed in anew', async () => {
    const browser = await signIn();
    const stolen = copyOf(browser);
    expect(await isSignedIn(there, stolen)).toBe(true);
    await signIn(browser);
    expect(await isSignedIn(there, stolen)).toBe(false);
    expect(await isSignedIn(there, browser)).toBe(true);
  });
});

describe('the list of sessions', () => {
  const listOf = async (app: AppProcess, browser: Browser) => (await app.get(browser, '/api/sessions')).body as Sessions;

  it('security: ends another device for pages, calls and open streams of another process, and this one not', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const [own, other] = [await signIn(new Map(), account), await signIn(new Map(), account)];
    const stream = await readStream(there, other);
    const { devices, hasPassword } = await listOf(there, own);
    expect([devices.map(({ isCurrent }) => isCurrent), hasPassword]).toEqual([[true, false], false]);
    expect(await write(here, own, '/api/sessions/end', { id: devices[1]?.id })).toMatchObject({ status: 200, body: { ended: 1 } });
    await stream.ended;
    expect(stream.text()).toContain('event: ended\ndata: {"reason":"session"}');
    expect(await there.get(other, '/api/balances')).toMatchObject({ status: 401 });
    expect(await there.openPage(other)).toBe('/api/session/expired?next=%2Fwallet');
    expect(await isSignedIn(there, own)).toBe(true);
  });

  it('security: a freeze ends this device too, and is lifted by a signature that says so', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const browser = await signIn(new Map(), account);
    const stolen = copyOf(browser);
    expect(await write(here, browser, '/api/sessions/freeze', {})).toMatchObject({ status: 200 });
    expect(browser.has('candor_session')).toBe(false);
    expect(await there.get(stolen, '/api/balances')).toMatchObject({ status: 401 });
    const attempt = async (act: 'sign-in' | 'unfreeze') => {
      const { body } = await here.post(browser, '/api/session/wallet/message', { address: account.address, chainId: 1, act });
      const { message } = body as { message: string };
      return here.post(browser, '/api/session/wallet', { message, signature: await account.signMessage({ message }) });
    };
    expect(await attempt('sign-in')).toMatchObject({ status: 403, body: { error: { code: 'ACCOUNT_FROZEN' } } });
    expect(await attempt('unfreeze')).toMatchObject({ status: 200 });
    expect(await isSignedIn(there, browser)).toBe(true);
  });
});

describe('security: a token that a change of what protects the account exchanged for another', () => {
  /** Binds an authenticator after a confirmation by the wallet. */
  async function bindAuthenticator(browser: Browser, account: PrivateKeyAccount): Promise<AppAnswer> {
    const begin = () => write(here, browser, '/api/security/authenticator/begin', {});
    const { ticket } = ((await begin()).body as { error: { params: { ticket: string } } }).error.params;
    const started = await write(here, browser, '/api/step-up/start', { ticket, way: 'wallet', chainId: 1 });
    const { message } = started.body as { message: string };
    const signature = await account.signMessage({ message });
    expect(await write(here, browser, '/api/step-up', { ticket, way: 'wallet', message, signature })).toMatchObject({ status: 200 });
    const { secret } = (await begin()).body as { secret: string };
    return write(here, browser, '/api/security/authenticator/bind', { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() });
  }

  it('keeps no stream open on another process; one under the token after it stays', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const browser = await signIn(new Map(), account);
    const [mine, stolen] = [await readStream(there, copyOf(browser)), await readStream(there, copyOf(browser))];
    const before = browser.get('candor_session');
    expect(await bindAuthenticator(browser, account)).toMatchObject({ status: 200 });
    expect(browser.get('candor_session')).not.toBe(before);
    const next = await readStream(there, browser);
    await Promise.all([mine.ended, stolen.ended]);
    for (const { text } of [mine, stolen]) expect(text()).toContain('event: ended\ndata: {"reason":"session"}');
    expect(next.text()).not.toContain('event: ended');
    await signOut(here, browser);
    await next.ended;
  });

  it('closes the streams of other devices on another process at once', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const [own, other] = [await signIn(new Map(), account), await signIn(new Map(), account)];
    const stream = await readStream(there, other);
    expect(await bindAuthenticator(own, account)).toMatchObject({ status: 200 });
    await stream.ended;
    expect(stream.text()).toContain('event: ended\ndata: {"reason":"session"}');
    expect(await there.get(other, '/api/stream?channels=account')).toMatchObject({ status: 401 });
    await signOut(here, own);
  });
});

describe('a session that ended', () => {
  it('leads to the landing tab with the notice, once: the cookie goes, and no page is asked for again', async () => {
    const browser = await signIn();
    const forgotten = copyOf(browser);
    await signOut(here, browser);
    expect(await there.openPage(forgotten)).toBe('/api/session/expired?next=%2Fwallet');
    const { response } = await there.get(forgotten, '/api/session/expired?next=%2Fwallet');
    expect([response.status, response.headers.get('location')]).toEqual([307, '/tab1?expired=1&next=%2Fwallet']);
    expect(forgotten.has('candor_session')).toBe(false);
  });

  it('security: a late refusal of the old one leaves the new one where it is', async () => {
    const browser = await signIn();
    const old = copyOf(browser);
    await signOut(here, browser);
    await signIn(browser);
    // The answer reaches a browser that has the new cookie by now: it must say nothing about cookies.
    expect((await here.get(old, '/api/balances')).status).toBe(401);
    expect(old.has('candor_session')).toBe(true);
    expect(await isSignedIn(here, browser)).toBe(true);
  });

  it('a link to the page that removes dead cookies signs nobody out', async () => {
    const browser = await signIn();
    const { response } = await there.get(browser, '/api/session/expired?next=%2Fwallet');
    expect([response.headers.get('location'), await isSignedIn(there, browser)]).toEqual(['/wallet', true]);
  });

  it('error: an exchange that is down ends nobody', async () => {
    const browser = await signIn();
    await exchange.kill();
    const fresh = await startApp();
    expect([await isSignedIn(fresh, browser), await fresh.openPage(browser)]).toEqual([true, null]);
    await exchange.reopen();
    expect(await isSignedIn(fresh, browser)).toBe(true);
  });
});

it('security: one member opening streams without end closes their own oldest, and leaves another member one', async () => {
  const [greedy, other] = [await signIn(), await signIn()];
  const quiet = await readStream(there, other);
  const streams = [];
  for (let n = 0; n < 40; n += 1) streams.push(await readStream(there, greedy));
  await Promise.all(streams.slice(0, 24).map(({ ended }) => ended));
  expect(streams[0]?.text()).toContain('event: ended\ndata: {"reason":"replaced"}');
  expect(streams.at(-1)?.text()).not.toContain('event: ended');
  expect(quiet.text()).not.toContain('event: ended');
  for (const browser of [greedy, other]) await signOut(there, browser);
  await Promise.all([...streams, quiet].map(({ ended }) => ended));
});
