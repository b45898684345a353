import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTestWorld, signInByWallet, solveChallenge, type TestWorld } from '../../../tests/helpers/accounts-world';
import { UNFREEZE_STATEMENT } from '../../../lib/rules/wallet-message';
import { signLogin, walletOf } from '../../../tests/helpers/test-wallet';
import { hashPassword } from '../accounts/accounts.passwords';
import { SEEN_EVERY_MS } from '../accounts/accounts.service';

const PASSWORD = 'correct horse battery';
const DAY_MS = 86_400_000;
let world: TestWorld;
let names = 0;
let name: string;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  name = `user_${names++}`;
  const passwordHash = await hashPassword(PASSWORD);
  await world.db.read.query(
    `INSERT INTO users (username, username_key, email, email_key, password_hash, referral_code) VALUES ($1, $1, $2, $2, $3, $4)`,
    [name, `${name}@candor.example`, passwordHash, String(names).padStart(8, 'A')],
  );
});

type Row = { id: string; browser: string; system: string; place: string; first_seen: number; last_seen: number; current: boolean };
type Device = { ip?: string; browser?: string; system?: string; device?: string };

async function signIn({ ip = '203.0.113.7', browser = 'Chrome', system = 'Android', device }: Device = {}, password = PASSWORD) {
  const client = world.createClient();
  const fields = { username: name, password, is_cs: '1', agent_browser: browser, agent_system: system, ...(device && { device }) };
  const answer = await client.post('/Login/submit', fields, { ...world.bff, 'x-client-ip': ip });
  return { client, answer };
}
const listOf = async (client: Client) => ((await client.get('/x/session-list')).info as { rows: Row[] }).rows;
const isSignedIn = async (client: Client) => (await client.get('/Login/userlogin')).status === 1;
async function readMails(): Promise<{ subject: string; text: string }[]> {
  await world.sessions.mailing.sendDue();
  const { info } = await world.createClient().get(`/x/outbox?to=${name}@candor.example`, world.bff);
  return info as { subject: string; text: string }[];
}
const tokenOf = (mail: { text: string } | undefined) => /http:\/\/localhost:3000\/[a-z-]+#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
const freezeBy = (token: string) => world.createClient().post('/x/freeze-by-link', { token });
const choose = (token: string, password: string) =>
  world.createClient().post('/x/password-by-link', { token, password, repassword: password });
async function askForLink(email: string) {
  const client = world.createClient();
  return client.post('/x/password-link', { email, verify: await solveChallenge(client) });
}

describe('the list of sessions', () => {
  it('names device and network of each, this one first, and never a whole address', async () => {
    const { client: phone } = await signIn();
    world.time.now += 60_000;
    const { client: wallet } = await signIn({ ip: '2001:db8:7:1::9', browser: 'MetaMask', system: 'iPhone' });
    expect(await listOf(phone)).toMatchObject([
      { browser: 'Chrome', system: 'Android', place: '203.0.113.*', current: true },
      { browser: 'MetaMask', system: 'iPhone', place: '2001:db8:7:*', current: false },
    ]);
    expect((await listOf(wallet)).map(({ current }) => current)).toEqual([true, false]);
  });

  it('counts a device once, with its tokens for the real and the demo account', async () => {
    const { client } = await signIn();
    await client.get(`/Login/walletLogin?username=${name}&ip=1.1.1.1&is_cs=0`, world.bff);
    expect(await listOf(client)).toMatchObject([{ current: true, browser: 'Chrome' }]);
  });

  it('notes the last use at most once in five minutes', async () => {
    const { client } = await signIn();
    const [{ last_seen: start } = { last_seen: 0 }] = await listOf(client);
    world.time.now += SEEN_EVERY_MS - 1_000;
    await client.get('/Login/userlogin');
    expect((await listOf(client))[0]?.last_seen).toBe(start);
    world.time.now += 2_000;
    await client.get('/Login/userlogin');
    await expect.poll(async () => (await listOf(client))[0]?.last_seen).toBe(world.time.now);
  });
});

describe('ending sessions', () => {
  it('ends one at once, and all but this one', async () => {
    const clients = [];
    for (let n = 0; n < 4; n += 1) clients.push((await signIn()).client);
    const [own, other] = clients as [Client, Client];
    const otherId = (await listOf(other)).find(({ current }) => current)?.id ?? '';
    expect(await own.post('/x/session-end', { id: otherId })).toMatchObject({ info: { ended: 1 } });
    expect(await own.post('/x/session-end', { id: otherId })).toMatchObject({ info: { ended: 0 } });
    expect(await isSignedIn(other)).toBe(false);
    expect(await own.post('/x/session-end', { id: 'others' })).toMatchObject({ info: { ended: 2 } });
    expect(await Promise.all(clients.map(isSignedIn))).toEqual([true, false, false, false]);
  });

  it("security: another user's session stays", async () => {
    const { client: victim } = await signIn();
    const [{ id } = { id: '' }] = await listOf(victim);
    const thief = await signInByWallet(world);
    expect(await thief.post('/x/session-end', { id })).toMatchObject({ info: { ended: 0 } });
    expect(await isSignedIn(victim)).toBe(true);
  });
});

describe('a sign-in on a new device', () => {
  it('is mailed with time, device and network, but not the first one ever and not one on a known device', async () => {
    await signIn();
    await signIn({ device: 'd'.repeat(22) });
    expect(await readMails()).toEqual([]);
    await signIn({ ip: '198.51.100.9', browser: 'Firefox', system: 'Windows' });
    const [mail] = await readMails();
    expect(mail?.text).toMatch(/Mar \d+, 2026, \d+:\d\d [AP]M UTC[\s\S]*Firefox, Windows[\s\S]*198\.51\.100\.\*/);
    expect(mail?.text).not.toContain('198.51.100.9');
    const { rows } = await world.db.read.query<{ payload: unknown }>(
      `SELECT payload FROM event_log e JOIN users u ON u.id = e.user_id WHERE e.kind = 'session.new-device' AND username = $1`,
      [name],
    );
    expect(rows).toEqual([{ payload: { browser: 'Firefox', system: 'Windows', place: '198.51.100.*' } }]);
  });

  it('is mailed ten times a day, and again after an outage of the mail server', async () => {
    await signIn();
    for (let n = 0; n < 12; n += 1) await signIn({ ip: `198.51.100.${n}` });
    const { send } = world.accounts.mailer;
    world.accounts.mailer.send = () => Promise.reject(new Error('down'));
    expect(await readMails()).toHaveLength(0);
    world.accounts.mailer.send = send;
    expect(await readMails()).toHaveLength(0);
    world.time.now += 61_000;
    expect(await readMails()).toHaveLength(10);
    expect(await readMails()).toHaveLength(10);
  });
});

describe('freezing', () => {
  async function freezeLink(): Promise<string> {
    await signIn();
    await signIn({ ip: '198.51.100.9' });
    return tokenOf((await readMails())[0]);
  }

  it('security: of 200 uses of the mailed link at once one counts; every session ends and nobody signs in', async () => {
    const { client } = await signIn();
    const token = await freezeLink();
    const answers = await Promise.all(Array.from({ length: 200 }, () => freezeBy(token)));
    expect(answers.filter(({ status }) => status === 1)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status === 0).map(({ code }) => code))).toEqual(new Set(['LINK_INVALID']));
    expect(await isSignedIn(client)).toBe(false);
    expect((await signIn()).answer).toMatchObject({ code: 'ACCOUNT_FROZEN' });
    // Only whoever knows the password learns that it is frozen.
    expect((await signIn({}, 'a wrong password')).answer).toMatchObject({ code: 'LOGIN_FAILED' });
  });

  it('security: the way back is a new password by a link that counts once in 24 hours', async () => {
    const link = await freezeLink();
    world.time.now += 1_000;
    await freezeBy(link);
    const token = tokenOf((await readMails())[0]);
    const chosen = 'a new and longer password';
    const answers = await Promise.all(Array.from({ length: 4 }, () => choose(token, chosen)));
    expect(answers.map(({ status, code }) => code ?? status).sort()).toEqual([1, 'LINK_INVALID', 'LINK_INVALID', 'LINK_INVALID']);
    expect((await signIn()).answer).toMatchObject({ code: 'LOGIN_FAILED' });
    expect((await signIn({}, chosen)).answer).toMatchObject({ status: 1 });
    const { rows } = await world.db.read.query<{ held: string }>(
      'SELECT (extract(epoch FROM outgoing_held_until) * 1000)::int8 AS held FROM users WHERE username = $1',
      [name],
    );
    expect(Number(rows[0]?.held)).toBe(world.time.now + DAY_MS);
  });

  const askOf = async (token: string, act = 'freeze') => {
    const { info, code } = await world.createClient().post('/x/mailed-link', { token, act });
    return code ?? (info as { state: string }).state;
  };
  it('a link says whether it is good, was used, or its time is over, to who has it and for what it is; asking uses nothing up', async () => {
    const token = await freezeLink();
    expect([await askOf(token), await askOf(token), await askOf(token, 'withdrawal')]).toEqual(['open', 'open', 'LINK_INVALID']);
    expect(await freezeBy(token)).toMatchObject({ status: 1 });
    expect(await askOf(token)).toBe('used');
    world.time.now += 7 * DAY_MS;
    expect(await askOf(token)).toBe('used');
  });

  it('security: a link is worth nothing after its time, for another purpose, or made up', async () => {
    const token = await freezeLink();
    expect(await choose(token, PASSWORD)).toMatchObject({ code: 'LINK_INVALID' });
    const madeUp = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    expect(await freezeBy(madeUp)).toMatchObject({ code: 'LINK_INVALID' });
    world.time.now += 7 * DAY_MS;
    expect([await askOf(token), await askOf(madeUp)]).toEqual(['over', 'LINK_INVALID']);
    expect(await freezeBy(token)).toMatchObject({ code: 'LINK_INVALID' });
  });

  it('security: sign-ins that race a freeze leave no session', async () => {
    const { client } = await signIn();
    const racing = Array.from({ length: 4 }, (_, n) => signIn({ ip: `198.51.101.${n}` }));
    await client.post('/x/freeze', {});
    for (const { client: raced } of await Promise.all(racing)) expect(await isSignedIn(raced)).toBe(false);
  });

  it('of a wallet account ends by a signature of the wallet that says so, and no other', async () => {
    const wallet = walletOf('frozen');
    const client = await signInByWallet(world, { wallet: 'frozen' });
    expect(await client.post('/x/freeze', {})).toMatchObject({ status: 1 });
    expect(client.cookie).toBe('');
    await expect(signInByWallet(world, { wallet: 'frozen' })).rejects.toThrow('ACCOUNT_FROZEN');
    const signed = await signLogin(wallet, world.time.now, { statement: UNFREEZE_STATEMENT });
    const fields = new URLSearchParams({ ...signed, ip: '1.2.3.4', is_cs: '1' });
    const lift = () => world.createClient().get(`/Login/walletLogin?${fields}`, world.bff);
    expect(await lift()).toMatchObject({ status: 1 });
    expect(await lift()).toMatchObject({ code: 'WALLET_MESSAGE_EXPIRED' });
    expect(await isSignedIn(await signInByWallet(world, { wallet: 'frozen' }))).toBe(true);
  });
});

describe('passwords', () => {
  it('are changed with the old one, which ends all other sessions and is mailed', async () => {
    const [{ client }, { client: other }] = [await signIn({ device: 'd'.repeat(22) }), await signIn({ device: 'd'.repeat(22) })];
    const change = (old: string) =>
      client.post('/x/password-change', { old, password: 'another good one', repassword: 'another good one' });
    expect(await change('a wrong password')).toMatchObject({ code: 'PASSWORD_WRONG' });
    expect(await change(PASSWORD)).toMatchObject({ status: 1 });
    expect([await isSignedIn(client), await isSignedIn(other)]).toEqual([true, false]);
    expect((await signIn({ device: 'd'.repeat(22) }, 'another good one')).answer).toMatchObject({ status: 1 });
    expect((await readMails())[0]?.subject).toContain('was changed');
  });

  it('that are too easy to guess, or hold the own address, are refused at a change and by a link, which stays good', async () => {
    const { client } = await signIn();
    const change = (password: string) => client.post('/x/password-change', { old: PASSWORD, password, repassword: password });
    expect([(await change('password123')).code, (await change(`${name}1234`)).code]).toEqual(['PASSWORD_COMMON', 'PASSWORD_PERSONAL']);
    await askForLink(`${name}@candor.example`);
    const token = tokenOf((await readMails())[0]);
    expect(await choose(token, 'qwertyuiop1')).toMatchObject({ code: 'PASSWORD_COMMON' });
    expect(await choose(token, 'another good one')).toMatchObject({ status: 1 });
  });

  it('security: guessing the old one in a stolen session is slowed after five tries', async () => {
    const { client } = await signIn();
    const codes = [];
    for (let n = 0; n < 7; n += 1) {
      codes.push((await client.post('/x/password-change', { old: `wrong ${n}`, password: PASSWORD, repassword: PASSWORD })).code);
    }
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'PASSWORD_WRONG'), 'LOGIN_WAIT', 'LOGIN_WAIT']);
  });

  it('security: are reset by a mailed link of 15 minutes; the answer says nothing about who has an account', async () => {
    const known = await askForLink(`${name}@candor.example`);
    expect(known).toEqual(await askForLink('nobody@candor.example'));
    expect(await askForLink(`${name}@candor.example`)).toEqual(known);
    const mails = await readMails();
    expect(mails).toHaveLength(1);
    world.time.now += 15 * 60_000;
    expect(await choose(tokenOf(mails[0]), PASSWORD)).toMatchObject({ code: 'LINK_INVALID' });
    await askForLink(`${name}@candor.example`);
    const token = tokenOf((await readMails())[0]);
    expect(await choose(token, 'too short')).toMatchObject({ code: 'PASSWORD_WEAK' });
    expect(await choose(token, 'long enough for all')).toMatchObject({ status: 1 });
  });
});
