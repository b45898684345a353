import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../ledger/ledger';
import { ADDRESS_CODES_MAX } from './accounts.mail-codes';
import { signLogin, walletOf } from '../../../tests/helpers/test-wallet';
import { type Client, createTestWorld, signInByWallet, solveChallenge, type TestWorld } from '../../../tests/helpers/accounts-world';

/** The address of a wallet's name, as the exchange stores it. */
const addressOf = (name: string) => walletOf(name).address.toLowerCase();
const PASSWORD = 'correct horse battery';
let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(async () => {
  expect((await auditLedger(world.db)).isClean).toBe(true);
  await world.close();
});

async function readCode(email: string): Promise<string> {
  const { info } = await world.createClient().get(`/x/outbox?to=${encodeURIComponent(email)}`, world.bff);
  return /is (\d{6})\./.exec((info as { text: string }[])[0]?.text ?? '')?.[1] ?? '';
}

/** A browser of its own for each letter. */
const browserOf = (letter: string) => letter.repeat(43);

async function requestCode(email: string, { browser = browserOf('a'), ip = '9.9.9.9' } = {}) {
  const client = world.createClient();
  const form = { email, purpose: 'register', browser, verify: await solveChallenge(client) };
  return client.post('/home/login/mailcode', form, { ...world.bff, 'x-client-ip': ip });
}

async function register(fields: Record<string, string>) {
  const client = world.createClient();
  const form = {
    username: 'alice',
    email: 'alice@candor.example',
    password: PASSWORD,
    repassword: PASSWORD,
    mailcode: '000000',
    browser: browserOf('a'),
    verify: await solveChallenge(client),
    ...fields,
  };
  return client.post('/Login/upregister', form);
}

const signIn = (username: string, password: string, ip = '9.9.9.9') =>
  world.createClient().post('/Login/submit', { username, password, is_cs: '1' }, { ...world.bff, 'x-client-ip': ip });

describe('wallet sign-in', () => {
  it('security: needs the shared secret', async () => {
    const answer = await world
      .createClient()
      .get(`/Login/walletLogin?username=0x${'1'.repeat(40)}&ip=1.1.1.1&is_cs=0`, { 'x-bff-key': 'wrong' });
    expect(answer).toMatchObject({ status: 0, code: 'BFF_KEY_REQUIRED' });
  });

  it('opens one account per address, whatever its spelling, with 100,000 USDT of demo money', async () => {
    const signIn = async (spell: (address: string) => string) => {
      const client = world.createClient();
      const signed = await signLogin(walletOf('spelt'), world.time.now);
      const fields = { ...signed, username: spell(signed.username), ip: '1.1.1.1', is_cs: '1' };
      expect(await client.get(`/Login/walletLogin?${new URLSearchParams(fields)}`, world.bff)).toMatchObject({ status: 1 });
      return client;
    };
    const [first, second] = [await signIn((address) => address), await signIn((address) => address.toLowerCase())];
    const read = async (client: typeof first) => (await client.get('/Login/userlogin')).info;
    expect(await read(first)).toEqual(await read(second));
    expect(await read(first)).toMatchObject({ username: addressOf('spelt'), is_cs: '1' });
    expect((await first.get('/user/getbanlance?coin=USDT')).info).toEqual({ available: '100000', held: '0' });
  });

  it('opens one account when the same wallet signs in five times at once', async () => {
    const clients = await Promise.all(Array.from({ length: 5 }, () => signInByWallet(world, { wallet: `0x${'c'.repeat(40)}` })));
    const ids = await Promise.all(clients.map(async (client) => ((await client.get('/user/center')).info as { userid: string }).userid));
    expect(new Set(ids).size).toBe(1);
  });

  describe('switching the account', () => {
    const wallet = 'switcher';
    const switchTo = (client: Client, isCs: '0' | '1') =>
      client.get(`/Login/walletLogin?username=${addressOf(wallet)}&ip=1.1.1.1&is_cs=${isCs}`, world.bff);
    const readMode = async (client: Client, cookie: string) => {
      client.cookie = cookie;
      const answer = await client.get('/Login/userlogin');
      return answer.status === 1 ? (answer.info as { is_cs: string }).is_cs : answer.code;
    };

    it('gives the device a token for the other one, and leaves the old token where it was, as the answer may be lost', async () => {
      const client = await signInByWallet(world, { wallet });
      const old = client.cookie;
      expect(await switchTo(client, '1')).toMatchObject({ status: 1, info: 'Switched to the demo account' });
      const next = client.cookie;
      expect(next).not.toBe(old);
      expect([await readMode(client, old), await readMode(client, next)]).toEqual(['0', '1']);
      client.cookie = old;
      await switchTo(client, '1');
      const again = client.cookie;
      expect([await readMode(client, old), await readMode(client, again)]).toEqual(['0', '1']);
    });

    it('changes nothing when it is that account already', async () => {
      const client = await signInByWallet(world, { wallet });
      const { cookie } = client;
      expect(await switchTo(client, '0')).toMatchObject({ status: 1 });
      expect(client.cookie).toBe(cookie);
    });

    it('security: ends old tokens once the new one is used to switch, and all of them at sign-out', async () => {
      const client = await signInByWallet(world, { wallet });
      const cookies = [client.cookie];
      for (const isCs of ['1', '0'] as const) {
        await switchTo(client, isCs);
        cookies.push(client.cookie);
      }
      const [first = '', second = '', third = ''] = cookies;
      expect([await readMode(client, first), await readMode(client, second), await readMode(client, third)]).toEqual([
        'SESSION_REQUIRED',
        '1',
        '0',
      ]);
      await client.get('/login/loginout');
      expect([await readMode(client, second), await readMode(client, third)]).toEqual(['SESSION_REQUIRED', 'SESSION_REQUIRED']);
    });

    it('keeps few tokens however often an answer is lost', async () => {
      const client = await signInByWallet(world, { wallet: 'often' });
      const { cookie } = client;
      for (let n = 0; n < 8; n += 1) {
        client.cookie = cookie;
        await client.get(`/Login/walletLogin?username=${addressOf('often')}&ip=1.1.1.1&is_cs=1`, world.bff);
      }
      const { rows } = await world.db.read.query<{ count: string }>(
        'SELECT count(*) FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.wallet_address = $1',
        [addressOf('often')],
      );
      expect(rows[0]?.count).toBe('5');
      expect(await readMode(client, cookie)).toBe('0');
    });
  });

  it.each(['alice', '0x12', `0x${'g'.repeat(40)}`])('refuses %s, which is no address', async (wallet) => {
    const fields = { ...(await signLogin(walletOf('x'), world.time.now)), username: wallet, ip: '1.1.1.1', is_cs: '1' };
    const answer = await world.createClient().get(`/Login/walletLogin?${new URLSearchParams(fields)}`, world.bff);
    expect(answer).toMatchObject({ status: 0, code: 'REQUEST_INVALID' });
  });

  it('refuses an unknown referral code and opens nothing', async () => {
    await expect(signInByWallet(world, { wallet: 'wallet d', invite: 'ZZZZZZZZ' })).rejects.toThrow('REFERRAL_UNKNOWN');
    expect((await world.db.read.query('SELECT 1 FROM users WHERE wallet_address = $1', [addressOf('wallet d')])).rowCount).toBe(0);
  });

  it('records who invited whom', async () => {
    await signInByWallet(world, { wallet: 'wallet e' });
    const { rows } = await world.db.read.query<{ id: string; referral_code: string }>(
      'SELECT id, referral_code FROM users WHERE wallet_address = $1',
      [addressOf('wallet e')],
    );
    await signInByWallet(world, { wallet: 'wallet f', invite: rows[0]?.referral_code ?? '' });
    const invited = await world.db.read.query('SELECT invited_by FROM users WHERE wallet_address = $1', [addressOf('wallet f')]);
    expect(invited.rows).toEqual([{ invited_by: rows[0]?.id }]);
  });
});

describe('sessions', () => {
  it('end at sign-out, at once and for good', async () => {
    const client = await signInByWallet(world);
    const cookie = client.cookie;
    expect(await client.get('/login/loginout')).toMatchObject({ status: 1 });
    expect(client.cookie).toBe('');
    client.cookie = cookie;
    expect(await client.get('/user/center')).toEqual({
      state: 401,
      status: 0,
      info: 'Please log in first',
      url: '',
      code: 'SESSION_REQUIRED',
    });
  });

  it('end all together when the epoch moves on, and the next one carries the new epoch', async () => {
    const clients = [await signInByWallet(world), await signInByWallet(world)];
    const { userid, epoch } = (await clients[0]!.get('/Login/userlogin')).info as { userid: string; epoch: string };
    await world.accounts.service.endAllSessions(userid);
    for (const client of clients) expect(await client.get('/user/center')).toMatchObject({ code: 'SESSION_REQUIRED' });
    expect((await (await signInByWallet(world)).get('/Login/userlogin')).info).toMatchObject({ epoch: String(Number(epoch) + 1) });
  });

  it('end after 30 days', async () => {
    const client = await signInByWallet(world);
    const start = world.time.now;
    world.time.now = start + 30 * 86_400_000;
    expect(await client.get('/user/center')).toMatchObject({ code: 'SESSION_REQUIRED' });
    world.time.now = start;
  });

  it('security: only a hash of the token is stored, and a made-up cookie is nobody', async () => {
    const client = await signInByWallet(world);
    const token = client.cookie.split('=')[1] ?? '';
    const { rows } = await world.db.read.query<{ dump: string }>('SELECT string_agg(s::text, chr(10)) AS dump FROM sessions s');
    expect(token).toHaveLength(43);
    expect(rows[0]?.dump).not.toContain(token);
    for (const cookie of ['candor_exchange=x', `candor_exchange=${'A'.repeat(43)}`, "candor_exchange=' OR 1=1 --"]) {
      client.cookie = cookie;
      expect(await client.get('/user/center')).toMatchObject({ code: 'SESSION_REQUIRED' });
    }
  });

  it('keep the 20 newest of a user', async () => {
    const first = await signInByWallet(world, { wallet: `0x${'2'.repeat(40)}` });
    for (let n = 0; n < 20; n += 1) await signInByWallet(world, { wallet: `0x${'2'.repeat(40)}` });
    expect(await first.get('/user/center')).toMatchObject({ code: 'SESSION_REQUIRED' });
  });
});

describe('registration', () => {
  it('takes a mailed code in full width with spaces, and then lets in by name or address, in any case', async () => {
    expect(await requestCode('alice@candor.example')).toMatchObject({ status: 1 });
    const code = await readCode('alice@candor.example');
    const typed = [...code].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join(' ');
    expect(await register({ mailcode: typed })).toMatchObject({ status: 1 });
    for (const login of ['alice', 'ALICE', 'Alice@Candor.Example']) expect(await signIn(login, PASSWORD)).toMatchObject({ status: 1 });
    const { rows } = await world.db.read.query<{ password_hash: string }>(`SELECT password_hash FROM users WHERE username_key = 'alice'`);
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('security: tells an asker nothing about who has an account, but its owner by mail', async () => {
    world.time.now += 61_000;
    const [known, unknown] = [await requestCode('alice@candor.example'), await requestCode('nobody@candor.example')];
    expect(known).toEqual(unknown);
    const { info } = await world.createClient().get('/x/outbox?to=alice@candor.example', world.bff);
    expect((info as { subject: string }[])[0]?.subject).toContain('already have');
  });

  it('refuses a second mail within a minute', async () => {
    expect(await requestCode('nobody@candor.example')).toMatchObject({ code: 'RATE_LIMITED' });
  });

  const refused: [string, Record<string, string>, string][] = [
    ['a short name', { username: 'al' }, 'USERNAME_INVALID'],
    ['a name in other letters', { username: 'аlice' }, 'USERNAME_INVALID'],
    ['a name with an emoji', { username: 'ada🎉' }, 'USERNAME_INVALID'],
    ['a name with a control character', { username: 'ada\u0007' }, 'USERNAME_INVALID'],
    ['a name that turns its direction', { username: '\u202eada' }, 'USERNAME_INVALID'],
    ['a name of 33 characters', { username: 'a'.repeat(33) }, 'USERNAME_INVALID'],
    ['an address without a host', { email: 'alice@' }, 'EMAIL_INVALID'],
    ['an address with a line break', { email: 'a@candor.example\nBcc: b@candor.example' }, 'EMAIL_INVALID'],
    ['nine characters', { username: 'bob', password: '123456789', repassword: '123456789' }, 'PASSWORD_WEAK'],
    ['a password that many use', { username: 'bob', password: 'password123', repassword: 'password123' }, 'PASSWORD_COMMON'],
    ['the own name', { username: 'bobby_tables', password: 'bobby_tables1', repassword: 'bobby_tables1' }, 'PASSWORD_PERSONAL'],
    ['two different passwords', { username: 'bob', repassword: 'something else' }, 'PASSWORD_MISMATCH'],
    ['no proof of work', { username: 'bob', verify: 'x.1' }, 'CHALLENGE_FAILED'],
    ['a code of seven digits', { username: 'bob', email: 'nobody@candor.example', mailcode: '1234567' }, 'MAIL_CODE_FORMAT'],
    ['a wrong code', { username: 'bob', email: 'nobody@candor.example' }, 'MAIL_CODE_WRONG'],
  ];
  it.each(refused)('refuses %s', async (_name, fields, code) => {
    expect(await register(fields)).toMatchObject({ status: 0, code });
  });

  it('security: tells that a name or an address is taken to nobody without the right code', async () => {
    const asked = [{ username: 'alice' }, { username: 'nobody_yet' }].flatMap((name) =>
      ['alice@candor.example', 'stranger@candor.example'].map((email) => register({ ...name, email })),
    );
    const [first, ...others] = await Promise.all(asked);
    expect(first).toMatchObject({ status: 0, code: 'MAIL_CODE_WRONG' });
    for (const other of others) expect(other).toEqual(first);
  });

  it('tells that a name is taken to whoever has the right code, who then takes another', async () => {
    await requestCode('eve@candor.example');
    const mailcode = await readCode('eve@candor.example');
    expect(await register({ username: 'ALICE', email: 'eve@candor.example', mailcode })).toMatchObject({ code: 'USERNAME_TAKEN' });
    expect(await register({ username: 'eve', email: 'eve@candor.example', mailcode })).toMatchObject({ status: 1 });
  });

  it('security: five wrong codes use up the right one', async () => {
    await requestCode('carol@candor.example');
    const code = await readCode('carol@candor.example');
    const wrong = code === '111111' ? '222222' : '111111';
    for (let n = 0; n < 5; n += 1) await register({ username: 'carol', email: 'carol@candor.example', mailcode: wrong });
    expect(await register({ username: 'carol', email: 'carol@candor.example', mailcode: code })).toMatchObject({ code: 'MAIL_CODE_WRONG' });
  });

  describe('security: a code belongs to the browser that asked for it', () => {
    const email = 'frida@candor.example';
    let code = '';
    beforeAll(async () => {
      await requestCode(email);
      code = await readCode(email);
    });

    it('so that 12 guesses of strangers, with codes of their own and without, leave it good', async () => {
      await requestCode(email, { browser: browserOf('b'), ip: '7.7.7.7' });
      const guess = (browser: string) => register({ username: 'frida', email, browser, mailcode: '000000' });
      for (let n = 0; n < 6; n += 1) {
        expect(await guess(browserOf('b'))).toMatchObject({ code: 'MAIL_CODE_WRONG' });
        expect(await guess(browserOf('c'))).toMatchObject({ code: 'MAIL_CODE_WRONG' });
      }
      expect(await register({ username: 'frida', email, mailcode: code, browser: browserOf('b') })).toMatchObject({
        code: 'MAIL_CODE_WRONG',
      });
      expect(await register({ username: 'frida', email, mailcode: code })).toMatchObject({ status: 1 });
    });

    it('and of one address 12 live at once, 3 of one network, of which the newest stay', async () => {
      const mailed = 'greta@candor.example';
      const count = async () =>
        (await world.db.read.query<{ count: string }>('SELECT count(*) FROM mail_codes WHERE email_key = $1', [mailed])).rows[0]?.count;
      for (const letter of ['a', 'b', 'c', 'd', 'e']) {
        world.time.now += 61_000;
        expect(await requestCode(mailed, { browser: browserOf(letter) })).toMatchObject({ status: 1 });
      }
      expect(await count()).toBe('3');
      for (let n = 0; n < ADDRESS_CODES_MAX - 3; n += 1) {
        expect(await requestCode(mailed, { browser: browserOf(String(n)), ip: `6.6.6.${n}` })).toMatchObject({ status: 1 });
      }
      expect(await requestCode(mailed, { browser: browserOf('z'), ip: '6.6.7.1' })).toMatchObject({ code: 'RATE_LIMITED' });
      expect(await count()).toBe(String(ADDRESS_CODES_MAX));
      // Whoever has one of them gets the next one.
      world.time.now += 61_000;
      expect(await requestCode(mailed, { browser: browserOf('e') })).toMatchObject({ status: 1 });
    });
  });

  it('refuses a code after ten minutes', async () => {
    await requestCode('dora@candor.example');
    const code = await readCode('dora@candor.example');
    world.time.now += 10 * 60_000;
    expect(await register({ username: 'dora', email: 'dora@candor.example', mailcode: code })).toMatchObject({ code: 'MAIL_CODE_WRONG' });
  });

  it('security: a proof of work counts once', async () => {
    const client = world.createClient();
    const verify = await solveChallenge(client);
    const ask = (email: string) => client.post('/home/login/mailcode', { email, purpose: 'register', verify });
    expect(await ask('e1@candor.example')).toMatchObject({ status: 1 });
    expect(await ask('e2@candor.example')).toMatchObject({ code: 'CHALLENGE_FAILED' });
  });
});

describe('password sign-in', () => {
  it('security: says the same for a wrong name and a wrong password, and does the same work', async () => {
    const [wrongName, wrongPassword] = [
      await signIn('nobody_here', PASSWORD, '8.1.1.1'),
      await signIn('alice', 'wrong password', '8.1.1.1'),
    ];
    expect(wrongName).toEqual(wrongPassword);
    expect(wrongName).toMatchObject({ code: 'LOGIN_FAILED' });
  });

  it('security: a wallet account has no password that opens it', async () => {
    expect(await signIn(`0x${'1'.repeat(40)}`, 'no password of anyone', '6.6.6.6')).toMatchObject({ code: 'LOGIN_FAILED' });
  });
});
