import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { walletLinkStatement } from '../../../lib/rules/protection';
import type { SecurityChange } from '../../../lib/rules/security';
import { UNFREEZE_STATEMENT } from '../../../lib/rules/wallet-message';
import { type Client, createTestWorld, signInByWallet, solveChallenge, type TestWorld } from '../../../tests/helpers/accounts-world';
import { createOperatorPair } from '../../../tests/helpers/operator-pair';
import { createSoftwarePasskey } from '../../../tests/helpers/software-passkey';
import { grantStepUp } from '../../../tests/helpers/step-up';
import { signLogin, walletOf } from '../../../tests/helpers/test-wallet';
import { findOutgoingStop } from '../accounts/accounts';
import { hashPassword } from '../accounts/accounts.passwords';
import { securityChanged } from '../security/security.events';

const DAY_MS = 86_400_000;
const PASSWORD = 'correct horse battery';
let passwordHash: string;
let world: TestWorld;
let told = 0;
let names = 0;
let name: string;
let email: string;
let client: Client;
let caller: { userId: string; sessionId: string };
beforeAll(async () => {
  world = await createTestWorld();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => world.close());
beforeEach(async () => {
  name = `lost_${names++}`;
  email = `${name}@candor.example`;
  await world.db.read.query(
    `INSERT INTO users (username, username_key, email, email_key, password_hash, referral_code) VALUES ($1, $1, $2, $2, $3, $4)`,
    [name, email, passwordHash, String(names).padStart(8, 'L')],
  );
  client = world.createClient();
  const headers = { ...world.bff, 'x-client-ip': '203.0.113.7' };
  expect(await client.post('/Login/submit', { username: name, password: PASSWORD, is_cs: '0' }, headers)).toMatchObject({ status: 1 });
  caller = await callerOf(client);
});

async function callerOf(of: Client) {
  const session = await world.accounts.service.authenticate(of.cookie.split('=')[1] ?? '');
  if (session === null) throw new Error('not signed in');
  return session;
}
const grant = (act: 'factor' | 'phrase' | 'email' | 'wallet' | 'passkey' | 'lock', subject = {}) =>
  grantStepUp(world.db, { ...caller, now: world.time.now, act, ...subject });
/** Has the mails written that follow changes of protection, and reads those to an address, the newest first. */
async function readMails(to: string): Promise<{ subject: string; text: string }[]> {
  type Row = { id: string; user_id: string; payload: { what: SecurityChange } };
  const sql = 'SELECT id, user_id, payload FROM event_log WHERE kind = $1 AND id > $2 ORDER BY id';
  const { rows } = await world.db.read.query<Row>(sql, [securityChanged.name, told]);
  const events = rows.map((row) => ({ ...row, userId: row.user_id, at: world.time.now, kind: securityChanged.name, mode: null }));
  await world.db.transaction((tx) => world.sessions.consumers[0]?.handle(tx, events as never) ?? Promise.resolve());
  told = Number(rows.at(-1)?.id ?? told);
  // Mails of one millisecond have no order.
  world.time.now += 1;
  await world.sessions.mailing.sendDue();
  return (await world.createClient().get(`/x/outbox?to=${to}`, world.bff)).info as { subject: string; text: string }[];
}

it('security: the settings lock needs a confirmation that names its days, once; a session alone locks nobody out', async () => {
  const askLock = (days: string) => client.post('/x/settings-lock', { days });
  expect(await askLock('30')).toMatchObject({ code: 'STEP_UP_REQUIRED', params: { act: 'lock', ways: 'mail' } });
  await grant('lock', { days: '1' });
  expect(await askLock('30')).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  expect((await client.get('/x/protection')).info).toMatchObject({ locked_until: null });
  expect(await askLock('1')).toMatchObject({ status: 1 });
  world.time.now += 1_000;
  expect(await askLock('1')).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  await grant('lock', { days: '2' });
  await world.db.read.query(
    `INSERT INTO second_factors (user_id, key_id, sealed, bound_at, last_step, contested_at) VALUES ($1, 'k', '\\x01', now(), 0, now())`,
    [caller.userId],
  );
  expect(await askLock('2')).toMatchObject({ code: 'FACTOR_CONTESTED' });
});

describe('an authenticator that a stranger bound', () => {
  const WAIT_MS = 3 * DAY_MS;
  const chosen = { password: 'another good one', repassword: 'another good one' };
  let operators: Awaited<ReturnType<typeof createOperatorPair>>;
  beforeAll(async () => {
    operators = await createOperatorPair(world.db, () => world.time.now);
  });
  const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.time.now });
  const bind = async () => {
    await grant('factor');
    const { secret } = (await client.get('/user/ga')).info as { secret: string };
    expect(await client.get(`/user/gaGoogle?${new URLSearchParams({ code: codeOf(secret) })}`)).toMatchObject({ status: 1 });
    return secret;
  };
  const linkIn = async (page: 'freeze' | 'new-password', subject = '') => {
    const mails = (await readMails(email)).filter(({ subject: of, text }) => of.includes(subject) && text.includes(`/${page}#`));
    return new RegExp(`/${page}#(\\S+)`).exec(mails[0]?.text ?? '')?.[1] ?? '';
  };
  const freezeBy = (token: string) => world.createClient().post('/x/freeze-by-link', { token });
  const contestedAt = async () =>
    (
      await world.db.read.query<{ contested_at: Date | null }>('SELECT contested_at FROM second_factors WHERE user_id = $1', [
        caller.userId,
      ])
    ).rows[0]?.contested_at;
  const comeBack = async () => {
    const token = await linkIn('new-password', 'is frozen');
    expect(await world.createClient().post('/x/password-by-link', { token, ...chosen })).toMatchObject({ status: 1 });
  };
  const tryIn = (fields: Record<string, string> = {}, password = chosen.password) =>
    world
      .createClient()
      .post('/Login/submit', { username: name, password, is_cs: '1', ...fields }, { ...world.bff, 'x-client-ip': '203.0.113.7' });

  it('security: is contested by the link of its mail, stays for three days, and is then taken away by two who are told of', async () => {
    await bind();
    expect(await freezeBy(await linkIn('freeze', 'Authenticator bound'))).toMatchObject({ status: 1 });
    const frozen = (await readMails(email)).find(({ subject }) => subject.includes('is frozen'));
    expect(frozen?.text).toMatch(/An authenticator was bound to this account on .* write to support@candor\.example/);
    await comeBack();
    expect(await tryIn()).toMatchObject({ code: 'TWO_FACTOR_REQUIRED' });
    world.time.now += WAIT_MS - 60_000;
    await expect(operators.agree('account', 'remove-factor', caller.userId)).rejects.toThrow('nothing changed');
    world.time.now += 120_000;
    expect(await operators.agree('account', 'remove-factor', caller.userId)).toContain('was taken away');
    expect((await readMails(email))[0]?.subject).toContain('Authenticator removed');
    const heldUntil = await world.stepUp.outgoingHeldUntil(world.db.read, caller.userId);
    expect(heldUntil).toBeGreaterThanOrEqual(world.time.now + DAY_MS - 1_000);
    expect(await tryIn()).toMatchObject({ status: 1 });
    await expect(operators.agree('account', 'remove-factor', caller.userId)).rejects.toThrow('Nobody contests');
  });

  it('security: which its owner bound before the change stays, contested by nobody', async () => {
    await bind();
    world.time.now += 60_000;
    await grant('phrase');
    await client.post('/x/phrase', { phrase: 'blue teapot' });
    expect(await freezeBy(await linkIn('freeze', 'phrase'))).toMatchObject({ status: 1 });
    expect(await contestedAt()).toBeNull();
    world.time.now += WAIT_MS + 60_000;
    await expect(operators.agree('account', 'remove-factor', caller.userId)).rejects.toThrow('Nobody contests');
  });

  it('security: that is its owner’s stays: who reads the mailbox contests it, and its next use ends that', async () => {
    const secret = await bind();
    expect(await freezeBy(await linkIn('freeze', 'Authenticator bound'))).toMatchObject({ status: 1 });
    world.time.now += 60_000;
    // Nobody ends it who is kept out: neither by the old password nor by a wrong code.
    expect(await tryIn({ code: codeOf(secret) }, PASSWORD)).toMatchObject({ code: 'ACCOUNT_FROZEN' });
    expect(await contestedAt()).not.toBeNull();
    await comeBack();
    expect(await tryIn({ code: '000000' })).toMatchObject({ code: 'TWO_FACTOR_WRONG' });
    expect(await contestedAt()).not.toBeNull();
    world.time.now += 60_000;
    expect(await tryIn({ code: codeOf(secret) })).toMatchObject({ status: 1 });
    expect(await contestedAt()).toBeNull();
    world.time.now += WAIT_MS;
    await expect(operators.agree('account', 'remove-factor', caller.userId)).rejects.toThrow('Nobody contests');
  });

  /** A link of a mail from before what comes next. */
  const linkOfBefore = async () => {
    world.time.now += 60_000;
    await grant('phrase');
    await client.post('/x/phrase', { phrase: 'blue teapot' });
    const link = await linkIn('freeze', 'phrase');
    world.time.now += 60_000;
    return link;
  };
  const linkWallet = async (wallet: string) => {
    const { username: address, ...signed } = await signLogin(walletOf(wallet), world.time.now, { statement: walletLinkStatement(name) });
    await grant('wallet', { address: address.toLowerCase() });
    expect(await client.post('/x/wallet-link', { ...signed, address })).toMatchObject({ status: 1 });
    await readMails(email);
  };
  const signInBy = async (wallet: string, change: Parameters<typeof signLogin>[2] = {}) => {
    const browser = world.createClient();
    const fields = { ...(await signLogin(walletOf(wallet), world.time.now, change)), ip: '1.2.3.4', is_cs: '0' };
    return { browser, answer: await browser.get(`/Login/walletLogin?${new URLSearchParams(fields)}`, world.bff) };
  };
  const addPasskey = async () => {
    const passkey = createSoftwarePasskey();
    await grant('passkey');
    const { options } = (await client.post('/x/passkey-begin', {})).info as { options: string };
    expect(await client.post('/x/passkey-add', { name: 'Phone', response: passkey.create(options) })).toMatchObject({ status: 1 });
    return passkey;
  };
  const signInWith = async (passkey: ReturnType<typeof createSoftwarePasskey>) => {
    const browser = world.createClient();
    const { options } = (await browser.post('/x/passkey-options', {})).info as { options: string };
    return { browser, answer: await browser.post('/x/passkey-login', { response: passkey.sign(options), is_cs: '1' }, world.bff) };
  };
  /** Confirms something by a code in a browser of the account. */
  const confirmBy = async (browser: Client, code: string) => {
    const { userId, sessionId } = await callerOf(browser);
    const asked = world.db.transaction((tx) => world.stepUp.require(tx, { userId, sessionId }, { act: 'staking' }));
    const { params } = await asked.then(
      () => ({ params: {} as Record<string, string> }),
      (error: { params: Record<string, string> }) => error,
    );
    return browser.post('/x/step-up', { ticket: params.ticket ?? '', way: 'totp', code });
  };
  const expectHeld = async () => {
    const stop = await findOutgoingStop(world.db.read, { userId: caller.userId, now: world.time.now });
    expect(stop).toBe(world.time.now + DAY_MS);
    expect(await world.stepUp.outgoingHeldUntil(world.db.read, caller.userId)).toBe(stop);
  };
  /** What whoever has no mailbox does of a contested account: it ends nothing, changes nothing and lets no money out. */
  const expectContestedIn = async (browser: Client, secret: string) => {
    const code = () => {
      world.time.now += 60_000;
      return codeOf(secret);
    };
    expect(await confirmBy(browser, code())).toMatchObject({ status: 1 });
    const changes = [
      await browser.get(`/user/gaGoogle?${new URLSearchParams({ code: code(), delete: '1' })}`),
      await browser.post('/x/passkey-begin', {}),
      await browser.post('/x/password-change', { ...chosen, password: 'yet another one', repassword: 'yet another one' }),
      await browser.post('/x/recovery-codes', {}),
      await browser.post('/x/phrase', { phrase: 'red kettle' }),
    ];
    expect(changes.map((answer) => answer.code)).toEqual(Array(5).fill('FACTOR_CONTESTED'));
    expect(await contestedAt()).not.toBeNull();
    await expectHeld();
    world.time.now += 5 * DAY_MS;
    await expectHeld();
  };

  it('security: a wallet of before lifts no freeze and ends no contest; the password of a mailed link and a code do, and money stays in for a day', async () => {
    const wallet = `before ${name}`;
    await linkWallet(wallet);
    const link = await linkOfBefore();
    const secret = await bind();
    expect(await freezeBy(link)).toMatchObject({ status: 1 });
    expect((await signInBy(wallet, { statement: UNFREEZE_STATEMENT })).answer).toMatchObject({ code: 'ACCOUNT_FROZEN' });
    world.time.now += 60_000;
    expect(await tryIn({ code: codeOf(secret) }, PASSWORD)).toMatchObject({ code: 'ACCOUNT_FROZEN' });
    await comeBack();
    const { browser, answer } = await signInBy(wallet);
    expect(answer).toMatchObject({ status: 1 });
    await expectContestedIn(browser, secret);
    expect(await tryIn({ code: codeOf(secret) })).toMatchObject({ status: 1 });
    expect(await contestedAt()).toBeNull();
    await expectHeld();
    world.time.now += DAY_MS + 1_000;
    expect(await findOutgoingStop(world.db.read, { userId: caller.userId, now: world.time.now })).toBeNull();
  });

  it('security: a wallet and a passkey that were added since go with it; a passkey of before signs in, and ends no contest', async () => {
    const own = await addPasskey();
    const link = await linkOfBefore();
    const wallet = `since ${name}`;
    await linkWallet(wallet);
    const stranger = await addPasskey();
    const secret = await bind();
    expect(await freezeBy(link)).toMatchObject({ status: 1 });
    expect((await readMails(email)).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([expect.stringContaining('Passkey removed'), expect.stringContaining('Wallet removed')]),
    );
    await comeBack();
    expect((await signInWith(stranger)).answer).toMatchObject({ code: 'PASSKEY_WRONG' });
    const byWallet = await signInBy(wallet);
    expect((await callerOf(byWallet.browser)).userId).not.toBe(caller.userId);
    const { browser, answer } = await signInWith(own);
    expect(answer).toMatchObject({ status: 1 });
    await expectContestedIn(browser, secret);
  });
});

it('a forgotten password that never was is mailed as that, in the same answer', async () => {
  client = await signInByWallet(world, { wallet: `none ${name}` });
  caller = await callerOf(client);
  const to = `wallet-${email}`;
  await client.post('/home/login/mailcode', { email: to, purpose: 'email' });
  const code = /code is (\d{6})/.exec((await readMails(to))[0]?.text ?? '')?.[1] ?? '';
  await grant('email', { address: to });
  expect(await client.post('/x/email-change', { email: to, code })).toMatchObject({ status: 1 });
  const ask = async (address: string) => {
    const visitor = world.createClient();
    return visitor.post('/x/password-link', { email: address, verify: await solveChallenge(visitor) });
  };
  expect(await ask(to)).toEqual(await ask(`nobody-${email}`));
  const mail = (await readMails(to)).find(({ subject }) => subject.includes('has no password'));
  expect(mail?.text).toContain('with your wallet');
  expect(mail?.text).not.toContain('#');
});
