import { solveChallenge } from '../../components/auth/solve-challenge';
import type { Challenge } from '../../lib/dto/session';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AppProcess, type Browser, nextHeaders, ORIGIN, startApp } from '../helpers/app-process';
import { BFF_KEY, type ExchangeProcess, startExchange } from '../helpers/exchange-process';

vi.mock('next/headers', () => nextHeaders);

let exchange: ExchangeProcess;
let app: AppProcess;
beforeAll(async () => {
  exchange = await startExchange();
  Object.assign(process.env, { LEGACY_API_URL: exchange.base, SANDBOX: '1', SESSION_SECRET: 's'.repeat(32), BFF_KEY, RATE_LIMIT: 'off' });
  app = await startApp();
});
afterAll(() => exchange?.remove());

const wallet = () => privateKeyToAccount(generatePrivateKey());

/** A sign-in as a thief may have captured it: message, signature and the browser's nonce cookie. */
async function capture() {
  const account = wallet();
  const browser: Browser = new Map();
  const { body } = await app.post(browser, '/api/session/wallet/message', { address: account.address, chainId: 1 });
  const { message } = body as { message: string };
  return { browser, input: { message, signature: await account.signMessage({ message }) } };
}

describe('security: a captured wallet sign-in', () => {
  it('counts once, for this process, for another one, and after restarts of app and exchange', async () => {
    const { browser, input } = await capture();
    const replay = (process: AppProcess) => process.post(new Map(browser), '/api/session/wallet', input);
    expect((await replay(app)).status).toBe(200);
    const refused = { status: 401, body: { error: { code: 'WALLET_MESSAGE_EXPIRED' } } };
    expect(await replay(app)).toMatchObject(refused);
    expect(await replay(await startApp())).toMatchObject(refused);
    await exchange.kill();
    await exchange.reopen();
    expect(await replay(await startApp())).toMatchObject(refused);
  });

  it('opens one session when it is sent 50 times at once to two processes', async () => {
    const { browser, input } = await capture();
    const other = await startApp();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? app : other).post(new Map(browser), '/api/session/wallet', input)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('security: the domain that a wallet signs, without a public address', () => {
  const ask = (host: string) =>
    app.post(new Map(), '/api/session/wallet/message', { address: wallet().address, chainId: 1 }, { host, origin: `http://${host}` });
  it.each(['localhost:3000', '127.0.0.1:3000', 'LOCALHOST'])('is %s, a name of this computer', async (host) => {
    const { status, body } = await ask(host);
    expect([status, (body as { message: string }).message]).toEqual([
      200,
      expect.stringMatching(new RegExp(`^${host.replace(/[[\]]/g, '\\$&')} wants you to sign in`, 'i')),
    ]);
  });
  it.each([
    'evil.example',
    'candor.example:3000',
    '192.168.1.20:3000',
    'localhost.evil.example',
    '127.0.0.1.nip.example',
    '[::1]:3000',
    '[2001:db8::1]:3000',
  ])('is refused for %s', async (host) =>
    expect(await ask(host)).toMatchObject({ status: 403, body: { error: { code: 'SIGN_IN_ADDRESS_REFUSED' } } }),
  );
  it('is refused for another Origin than Host', async () => {
    const headers = { host: 'evil.example', origin: ORIGIN };
    const answer = await app.post(new Map(), '/api/session/wallet/message', { address: wallet().address, chainId: 1 }, headers);
    expect(answer.status).toBe(403);
  });
});

describe('security: an account that is being guessed at', () => {
  const password = 'correct horse battery';
  const owner: Browser = new Map();
  const prove = async () => {
    const { body } = await app.get(new Map(), '/api/register/challenge');
    return solveChallenge(body as Challenge);
  };
  const signIn = (browser: Browser, more: object = {}) =>
    app.post(browser, '/api/session/password', { username: 'ada', password, ...more });

  beforeAll(async () => {
    const email = 'ada@candor.example';
    await app.post(owner, '/api/register/mail-code', { email, proof: await prove() });
    const { body } = await app.get(owner, `/api/outbox?to=${email}`);
    const code = /is (\d{6})\./.exec(JSON.stringify(body))?.[1];
    const form = { username: 'ada', email, password, passwordAgain: password, code, consent: true };
    const stranger = await app.post(new Map(), '/api/register', { ...form, proof: await prove() });
    expect(stranger).toMatchObject({ body: { error: { code: 'MAIL_CODE_WRONG' } } });
    expect(await app.post(owner, '/api/register', { ...form, proof: await prove() })).toMatchObject({ status: 200 });
    expect((await signIn(owner)).status).toBe(200);
    for (let n = 0; n < 25; n += 1) {
      const headers = { 'x-bff-key': BFF_KEY, 'x-client-ip': `203.0.113.${n}`, 'content-type': 'application/x-www-form-urlencoded' };
      await fetch(`${exchange.base}/Login/submit`, { method: 'POST', headers, body: 'username=ada&password=wrong&is_cs=1' });
    }
  });

  it('opens to its owner on the browser that was signed in on before, also after a restart of both', async () => {
    await exchange.kill();
    await exchange.reopen();
    expect((await (await startApp()).post(owner, '/api/session/password', { username: 'Ada', password })).status).toBe(200);
  });

  it('opens to its owner on a new browser after a proof of work', async () => {
    expect(await signIn(new Map())).toMatchObject({ status: 403, body: { error: { code: 'LOGIN_PROOF_REQUIRED' } } });
    expect((await signIn(new Map(), { proof: await prove() })).status).toBe(200);
  });
});
