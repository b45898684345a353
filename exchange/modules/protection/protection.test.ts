import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { walletLinkStatement } from '../../../lib/rules/protection';
import { UNFREEZE_STATEMENT } from '../../../lib/rules/wallet-message';
import type { SecurityChange } from '../../../lib/rules/security';
import type { StepUpAct } from '../../../lib/rules/step-up';
import { type Client, createTestWorld, signInByWallet, solveChallenge, type TestWorld } from '../../../tests/helpers/accounts-world';
import { grantStepUp } from '../../../tests/helpers/step-up';
import { signLogin, walletOf } from '../../../tests/helpers/test-wallet';
import { hashPassword } from '../accounts/accounts.passwords';
import { securityChanged } from '../security/security.events';

const DAY_MS = 86_400_000;
const PASSWORD = 'correct horse battery';
let passwordHash: string;
let world: TestWorld;
let [told, names] = [0, 0];
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
  name = `owner_${names++}`;
  email = `${name}@candor.example`;
  await world.db.read.query(
    `INSERT INTO users (username, username_key, email, email_key, password_hash, referral_code) VALUES ($1, $1, $2, $2, $3, $4)`,
    [name, email, passwordHash, String(names).padStart(8, 'P')],
  );
  client = await signIn();
  caller = await callerOf(client);
});

async function signIn(login = name): Promise<Client> {
  const of = world.createClient();
  const answer = await of.post(
    '/Login/submit',
    { username: login, password: PASSWORD, is_cs: '0' },
    { ...world.bff, 'x-client-ip': '203.0.113.7' },
  );
  if (answer.status !== 1) throw new Error(JSON.stringify(answer));
  return of;
}
async function callerOf(of: Client) {
  const session = await world.accounts.service.authenticate(of.cookie.split('=')[1] ?? '');
  if (session === null) throw new Error('not signed in');
  return session;
}
const isSignedIn = async (of: Client) => (await of.get('/Login/userlogin')).status === 1;
const grant = (act: StepUpAct, subject = {}) => grantStepUp(world.db, { ...caller, now: world.time.now, act, ...subject });
const grantWallet = (wallet: string, act: StepUpAct = 'wallet') => grant(act, { address: walletOf(wallet).address.toLowerCase() });
const heldUntil = () => world.stepUp.outgoingHeldUntil(world.db.read, caller.userId);
/** Has the mails written that follow changes of protection. */
async function tellChanges(): Promise<void> {
  type Row = { id: string; user_id: string; payload: { what: SecurityChange } };
  const sql = 'SELECT id, user_id, payload FROM event_log WHERE kind = $1 AND id > $2 ORDER BY id';
  const { rows } = await world.db.read.query<Row>(sql, [securityChanged.name, told]);
  const events = rows.map((row) => ({ ...row, userId: row.user_id, at: world.time.now, kind: securityChanged.name, mode: null }));
  await world.db.transaction((tx) => world.sessions.consumers[0]?.handle(tx, events as never) ?? Promise.resolve());
  told = Number(rows.at(-1)?.id ?? told);
}
async function readMails(to: string): Promise<{ subject: string; text: string }[]> {
  await tellChanges();
  // Mails of one millisecond have no order.
  world.time.now += 1;
  await world.sessions.mailing.sendDue();
  return (await world.createClient().get(`/x/outbox?to=${to}`, world.bff)).info as { subject: string; text: string }[];
}
const readCode = async (to: string) => /code is (\d{6})/.exec((await readMails(to))[0]?.text ?? '')?.[1] ?? '';
/** Of the newest link for a new password. */
async function readToken(): Promise<string> {
  const texts = (await readMails(email)).map(({ text }) => text);
  return /new-password#(\S+)/.exec(texts.find((text) => text.includes('new-password#')) ?? '')?.[1] ?? '';
}
const askCode = (to: string) => client.post('/home/login/mailcode', { email: to, purpose: 'email' });
const changeEmail = (to: string, code: string) => client.post('/x/email-change', { email: to, code });

describe('the phrase in mails', () => {
  it('is set after a confirmation, ends every mail to the account, and no mail to another address', async () => {
    const phrase = 'Blauer Teekessel 茶壺 🫖';
    expect(await client.post('/x/phrase', { phrase })).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    await grant('phrase');
    expect(await client.post('/x/phrase', { phrase: `  ${phrase} ` })).toMatchObject({ status: 1 });
    const visitor = world.createClient();
    await visitor.post('/x/password-link', { email, verify: await solveChallenge(visitor) });
    const [reset, changed] = await readMails(email);
    expect([reset?.text, changed?.text].map((text) => text?.endsWith(`Your anti-phishing phrase: ${phrase}`))).toEqual([true, true]);
    await askCode(`new-${email}`);
    expect((await readMails(`new-${email}`))[0]?.text).not.toContain(phrase);
    expect(await grant('phrase').then(() => client.post('/x/phrase', { phrase: '' }))).toMatchObject({ status: 1 });
    expect((await client.get('/x/protection')).info).toMatchObject({ phrase: null });
  });

  it.each([
    ['three characters', 'abc'],
    ['41 characters', 'x'.repeat(41)],
    ['a line break', 'blue\nteapot'],
    ['what turns the line around', 'blue \u202Eteapot'],
    ['what nobody sees', 'blue\u200Bteapot'],
  ])('is refused with %s', async (_name, phrase) => {
    await grant('phrase');
    expect(await client.post('/x/phrase', { phrase })).toMatchObject({ code: 'PHRASE_INVALID' });
  });
});

describe('the settings lock', () => {
  const lock = (days: string) => grant('lock', { days }).then(() => client.post('/x/settings-lock', { days }));
  it('lasts whole days, is made longer and shorter by nobody', async () => {
    expect((await lock('3')).info).toEqual({ until: world.time.now + 3 * DAY_MS });
    expect((await lock('1')).info).toEqual({ until: world.time.now + 3 * DAY_MS });
    expect((await lock('30')).info).toEqual({ until: world.time.now + 30 * DAY_MS });
    for (const days of ['0', '31', '1.5', '-1', '１']) expect(await lock(days)).toMatchObject({ code: 'REQUEST_INVALID' });
  });

  it('security: refuses what changes the protection, confirmed before or not, until it ends', async () => {
    for (const act of ['phrase', 'wallet', 'factor', 'password'] as const) await grant(act);
    const { until } = (await lock('1')).info as { until: number };
    await askCode(`new-${email}`);
    const chosen = 'another good one';
    const refused = [
      await client.post('/x/phrase', { phrase: 'blue teapot' }),
      await client.get('/user/ga'),
      await client.post('/x/passkey-begin', {}),
      await client.post('/x/password-change', { old: PASSWORD, password: chosen, repassword: chosen }),
      await client.post('/x/password-change', { password: chosen, repassword: chosen }),
      await changeEmail(`new-${email}`, await readCode(`new-${email}`)),
    ];
    expect(refused.map(({ code }) => code)).toEqual(Array(6).fill('SETTINGS_LOCKED'));
    expect(refused[0]?.params).toEqual({ until: new Date(until).toISOString() });
    world.time.now += DAY_MS;
    expect(await client.post('/x/phrase', { phrase: 'blue teapot' })).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  });

  it('security: lets a mailed link set a password, and then keeps money in as long as it lasts', async () => {
    const { until } = (await lock('20')).info as { until: number };
    const visitor = world.createClient();
    await visitor.post('/x/password-link', { email, verify: await solveChallenge(visitor) });
    const token = await readToken();
    const chosen = { password: 'another good one', repassword: 'another good one' };
    expect(await visitor.post('/x/password-by-link', { token, ...chosen })).toMatchObject({ status: 1 });
    expect(await heldUntil()).toBe(until);
  });
});

describe('another e-mail address', () => {
  it('needs its code and a confirmation that names it; both addresses are told, other devices end, money stays in for a day', async () => {
    const other = await signIn();
    const to = `new-${email}`;
    await askCode(to);
    const code = (await readCode(to)).replace(/^(...)/, '$1 ').replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
    await grant('email', { address: `another-${email}` });
    expect(await changeEmail(to, code)).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    await grant('email', { address: to });
    expect(await changeEmail(to, code)).toMatchObject({ status: 1 });
    expect([await isSignedIn(client), await isSignedIn(other)]).toEqual([true, false]);
    expect(await heldUntil()).toBe(world.time.now + DAY_MS);
    for (const told of [email, to])
      expect((await readMails(told))[0]).toMatchObject({ subject: expect.stringContaining('E-mail address') });
    expect((await readMails(email))[0]?.text).toMatch(/freeze#/);
    expect(await isSignedIn(await signIn(to))).toBe(true);
    await expect(signIn(email)).rejects.toThrow('LOGIN_FAILED');
  });

  it('security: makes links for a new password that went to the old one worth nothing', async () => {
    const visitor = world.createClient();
    await visitor.post('/x/password-link', { email, verify: await solveChallenge(visitor) });
    const token = await readToken();
    const to = `new-${email}`;
    await askCode(to);
    await grant('email', { address: to });
    expect(await changeEmail(to, await readCode(to))).toMatchObject({ status: 1 });
    const chosen = { password: 'another good one', repassword: 'another good one' };
    expect(await visitor.post('/x/password-by-link', { token, ...chosen })).toMatchObject({ code: 'LINK_INVALID' });
  });

  it('security: that has an account is mailed no code, and who asks is answered the same', async () => {
    const taken = `owner_0@candor.example`;
    expect(await askCode(taken)).toEqual(await askCode(`free-${email}`));
    expect((await readMails(taken))[0]?.subject).toContain('already have');
    expect(await changeEmail(taken, '123456')).toMatchObject({ code: 'MAIL_CODE_WRONG' });
  });

  it('security: of 200 at once with one code and one confirmation one counts', async () => {
    const to = `new-${email}`;
    await askCode(to);
    const code = await readCode(to);
    await grant('email', { address: to });
    const answers = await Promise.all(Array.from({ length: 200 }, () => changeEmail(to, code)));
    expect(answers.filter(({ status }) => status === 1)).toHaveLength(1);
  });
});

describe('a linked wallet', () => {
  const link = async (wallet: string, change: Parameters<typeof signLogin>[2] = { statement: walletLinkStatement(name) }) => {
    const { username: address, message, signature } = await signLogin(walletOf(wallet), world.time.now, change);
    return { address, message, signature };
  };
  const send = (fields: Record<string, string>) => client.post('/x/wallet-link', fields);

  it('opens the account after its signature and a confirmation, and is taken away while a password remains', async () => {
    const wallet = `linked ${name}`;
    const signed = await link(wallet);
    expect(await send(signed)).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    await Promise.all([grantWallet(`other ${name}`), grantWallet(wallet, 'walletRemoval')]);
    // A confirmation is for the wallet and the change that it names.
    expect(await send(signed)).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    await grantWallet(wallet);
    expect(await send(signed)).toMatchObject({ status: 1 });
    expect(await heldUntil()).toBe(world.time.now + DAY_MS);
    const byWallet = await signInByWallet(world, { wallet });
    expect((await byWallet.get('/Login/userlogin')).info).toMatchObject({ userid: caller.userId });
    await grantWallet(`second ${name}`);
    expect(await send(await link(`second ${name}`))).toMatchObject({ code: 'WALLET_LINKED' });
    expect(await client.post('/x/wallet-unlink', {})).toMatchObject({ status: 1 });
    expect(await isSignedIn(byWallet)).toBe(false);
    expect(((await (await signInByWallet(world, { wallet })).get('/Login/userlogin')).info as { userid: string }).userid).not.toBe(
      caller.userId,
    );
  });

  it('security: needs the key of the wallet under words that name the account; a sign-in is none, and the words sign nobody in', async () => {
    const wallet = `guarded ${name}`;
    await grantWallet(wallet);
    const stranger = await link(`stranger ${name}`);
    const tries = [
      await send(await link(wallet, {})),
      await send(await link(wallet, { statement: walletLinkStatement('somebody_else') })),
      await send({ ...stranger, address: walletOf(wallet).address }),
    ];
    expect(tries.map(({ code }) => code)).toEqual(Array(3).fill('WALLET_SIGNATURE_WRONG'));
    const { address: username, ...signed } = await link(wallet);
    const fields = new URLSearchParams({ username, ...signed, ip: '1.2.3.4', is_cs: '1' });
    expect(await world.createClient().get(`/Login/walletLogin?${fields}`, world.bff)).toMatchObject({ code: 'WALLET_SIGNATURE_WRONG' });
  });

  it('security: that opens an account opens no second one, and each message counts once', async () => {
    const wallet = `taken ${name}`;
    await signInByWallet(world, { wallet });
    await grantWallet(wallet);
    expect(await send(await link(wallet))).toMatchObject({ code: 'WALLET_TAKEN' });
    await grantWallet(`once ${name}`);
    const signed = await link(`once ${name}`);
    const answers = await Promise.all(Array.from({ length: 200 }, () => send(signed)));
    expect(answers.filter(({ status }) => status === 1)).toHaveLength(1);
  });

  it('is the last way in where there is no password; an account that it opened gets an address, then a password, and lets it go', async () => {
    const wallet = `first ${name}`;
    client = await signInByWallet(world, { wallet });
    caller = await callerOf(client);
    const chosen = { password: 'another good one', repassword: 'another good one' };
    expect(await client.post('/x/password-change', chosen)).toMatchObject({ code: 'EMAIL_NEEDED' });
    await grantWallet(wallet);
    expect(await client.post('/x/wallet-unlink', {})).toMatchObject({ code: 'STEP_UP_REQUIRED', params: { act: 'walletRemoval' } });
    await grantWallet(wallet, 'walletRemoval');
    expect(await client.post('/x/wallet-unlink', {})).toMatchObject({ code: 'LAST_WAY_IN' });
    const to = `wallet-${email}`;
    await askCode(to);
    await grant('email', { address: to });
    expect(await changeEmail(to, await readCode(to))).toMatchObject({ status: 1 });
    await grant('password');
    expect(await client.post('/x/password-change', chosen)).toMatchObject({ status: 1 });
    expect(await client.post('/x/wallet-unlink', {})).toMatchObject({ status: 1 });
    const again = world.createClient();
    const answer = await again.post('/Login/submit', { username: to, password: chosen.password, is_cs: '1' }, world.bff);
    expect(answer).toMatchObject({ status: 1 });
    // The wallet opens an account of its own then, under another name.
    const fresh = await signInByWallet(world, { wallet });
    expect((await fresh.get('/Login/userlogin')).info).not.toMatchObject({ userid: caller.userId });
  });
});

describe('what a stranger did to the ways in', () => {
  const PHRASE = 'blue teapot';
  const chosen = { password: 'another good one', repassword: 'another good one' };
  const moveTo = async (to: string) => {
    await askCode(to);
    await grant('email', { address: to });
    expect(await changeEmail(to, await readCode(to))).toMatchObject({ status: 1 });
  };
  /** The token of the newest mail to an address whose link opens a page. */
  const tokenIn = async (to: string, page: 'freeze' | 'new-password') => {
    const texts = (await readMails(to)).map(({ text }) => text);
    return new RegExp(`/${page}#(\\S+)`).exec(texts.find((text) => text.includes(`/${page}#`)) ?? '')?.[1] ?? '';
  };
  const freezeBy = (token: string) => world.createClient().post('/x/freeze-by-link', { token });
  const emailNow = async () =>
    (await world.db.read.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [caller.userId])).rows[0]?.email;

  it('security: another address is taken back by the link that the former one was mailed, with the phrase, and with it the way back in', async () => {
    await grant('phrase');
    await client.post('/x/phrase', { phrase: PHRASE });
    const thief = `thief-${email}`;
    await moveTo(thief);
    const [told] = await readMails(email);
    expect(told?.text).toContain(`Your anti-phishing phrase: ${PHRASE}`);
    expect(told?.text).toContain('The link also takes this change back.');
    const visitor = world.createClient();
    await visitor.post('/x/password-link', { email: thief, verify: await solveChallenge(visitor) });
    const thiefs = await tokenIn(thief, 'new-password');
    expect(await freezeBy(await tokenIn(email, 'freeze'))).toMatchObject({ status: 1 });
    expect(await emailNow()).toBe(email);
    expect(await visitor.post('/x/password-by-link', { token: thiefs, ...chosen })).toMatchObject({ code: 'LINK_INVALID' });
    const token = await tokenIn(email, 'new-password');
    expect(await visitor.post('/x/password-by-link', { token, ...chosen })).toMatchObject({ status: 1 });
    expect(await heldUntil()).toBeGreaterThanOrEqual(world.time.now + DAY_MS - 1_000);
  });

  /** Adds passkeys by name, each as many ms from now. */
  const addPasskeys = (ages: Record<string, number>) =>
    world.db.read.query(
      `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name, added_at)
       SELECT $1, rpad(key || $2, 30, '-'), '\\x01', 0, '{}', key, to_timestamp(($3::int8 + value::int8) / 1000.0) FROM jsonb_each_text($4)`,
      [caller.userId, name, world.time.now, JSON.stringify(ages)],
    );

  it('security: of two changes the first one taken back ends the link of the second, and not the other way round', async () => {
    const [second, third] = [`second-${email}`, `third-${email}`];
    await moveTo(second);
    world.time.now += 1_000;
    await moveTo(third);
    expect(await freezeBy(await tokenIn(second, 'freeze'))).toMatchObject({ status: 1 });
    expect(await emailNow()).toBe(second);
    expect(await freezeBy(await tokenIn(email, 'freeze'))).toMatchObject({ status: 1 });
    expect(await emailNow()).toBe(email);
  });

  it('security: an address that opens another account by now stays there; the account is frozen all the same', async () => {
    const to = `moved-${email}`;
    await moveTo(to);
    const token = await tokenIn(email, 'freeze');
    await world.db.read.query(`INSERT INTO users (username, username_key, email, email_key, referral_code) VALUES ($1, $1, $2, $2, $3)`, [
      `taker_${name}`,
      email,
      String(names).padStart(8, 'T'),
    ]);
    expect(await freezeBy(token)).toMatchObject({ status: 1 });
    expect(await emailNow()).toBe(to);
    expect(await isSignedIn(client)).toBe(false);
  });

  it('security: another wallet is taken away by the link of its mail, and lifts no freeze', async () => {
    const wallet = `thiefs ${name}`;
    const {
      username: address,
      message,
      signature,
    } = await signLogin(walletOf(wallet), world.time.now, {
      statement: walletLinkStatement(name),
    });
    await grantWallet(wallet);
    expect(await client.post('/x/wallet-link', { address, message, signature })).toMatchObject({ status: 1 });
    expect(await freezeBy(await tokenIn(email, 'freeze'))).toMatchObject({ status: 1 });
    const fields = new URLSearchParams({
      ...(await signLogin(walletOf(wallet), world.time.now, { statement: UNFREEZE_STATEMENT })),
      ...{ ip: '1.2.3.4', is_cs: '0' },
    });
    const stranger = world.createClient();
    await stranger.get(`/Login/walletLogin?${fields}`, world.bff);
    expect((await stranger.get('/Login/userlogin')).info).not.toMatchObject({ userid: caller.userId });
    expect(await world.db.read.query('SELECT frozen_at IS NOT NULL AS frozen FROM users WHERE id = $1', [caller.userId])).toMatchObject({
      rows: [{ frozen: true }],
    });
  });

  it('security: a wallet that was linked after the address was changed goes with that change; no link that went there is good', async () => {
    const thief = `thief-${email}`;
    await moveTo(thief);
    world.time.now += 1_000;
    const signed = await signLogin(walletOf(`later ${name}`), world.time.now, { statement: walletLinkStatement(name) });
    await grantWallet(`later ${name}`);
    expect(await client.post('/x/wallet-link', { ...signed, address: signed.username })).toMatchObject({ status: 1 });
    const thiefs = await tokenIn(thief, 'freeze');
    await addPasskeys({ owner: -60_000, thief: 0 });
    expect(await freezeBy(await tokenIn(email, 'freeze'))).toMatchObject({ status: 1 });
    expect(await emailNow()).toBe(email);
    const { rows } = await world.db.read.query('SELECT wallet_address AS wallet FROM users WHERE id = $1', [caller.userId]);
    expect(rows).toEqual([{ wallet: null }]);
    expect((await world.db.read.query('SELECT name FROM passkeys WHERE user_id = $1', [caller.userId])).rows).toEqual([{ name: 'owner' }]);
    expect(await freezeBy(thiefs)).toMatchObject({ code: 'LINK_INVALID' });
    // The address that was taken back is told, and its link brings nothing back.
    const [told] = await readMails(thief);
    expect(told?.subject).toContain('E-mail address');
    expect(told?.text).not.toContain('takes this change back');
  });

  it('an account without a password is mailed that its wallet lifts the freeze, and no link', async () => {
    client = await signInByWallet(world, { wallet: `frozen ${name}` });
    caller = await callerOf(client);
    const to = `wallet-${email}`;
    await moveTo(to);
    expect(await client.post('/x/freeze', {})).toMatchObject({ status: 1 });
    const mail = (await readMails(to)).find(({ subject }) => subject.includes('is frozen'));
    expect(mail?.text).toContain('sign in with your wallet');
    expect(mail?.text).not.toContain('#');
  });
});
