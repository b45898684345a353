import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { STEP_UP_RULES } from '../../../lib/rules/step-up';
import { type Client, createTestWorld, type Envelope, signInByWallet, type TestWorld } from '../../../tests/helpers/accounts-world';
import { callConfirmed, grantStepUp, readStepUp } from '../../../tests/helpers/step-up';
import { Secret } from 'otpauth';
import { addSandboxKey, createLazySealing } from '../../platform/sealing';
import { hashPassword } from '../accounts/accounts.passwords';
import { codeAt } from '../../platform/totp';
import { resealFactors } from './security';
import { aboutSecret } from './security.factors';
import { findFactor } from './security.factors.repository';

const DAY_MS = 86_400_000;
const PERIOD_MS = 30_000;
const PASSWORD = 'correct horse battery';
let world: TestWorld;
let names = 0;
let wallet: string;
let client: Client;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  wallet = `factor ${names++}`;
  // The start of a period.
  world.time.now = Math.ceil(world.time.now / PERIOD_MS + 10) * PERIOD_MS;
  client = await signInByWallet(world, { wallet });
});

async function begin(of: Client = client): Promise<{ secret: Buffer; uri: string }> {
  const answer = await callConfirmed(world, of, () => of.get('/user/ga'), wallet);
  const { secret, uri } = answer.info as { secret: string; uri: string };
  return { secret: Buffer.from(Secret.fromBase32(secret).buffer), uri };
}
const change = (fields: Record<string, string>, of: Client = client) => of.get(`/user/gaGoogle?${new URLSearchParams(fields)}`);
const recoveryOf = (answer: Envelope) => (answer.info as { recovery: string[] }).recovery;
async function bind(): Promise<{ secret: Buffer; recovery: string[] }> {
  const { secret } = await begin();
  const recovery = recoveryOf(await change({ code: codeAt(secret, world.time.now) }));
  // The code that bound it is used up.
  world.time.now += PERIOD_MS;
  return { secret, recovery };
}
const stateOf = async () =>
  (await client.get('/x/security')).info as { bound_at: number | null; recovery_left: number; held_until: number };
const userIdOf = async (of: Client) => ((await of.get('/Login/userlogin')).info as { userid: string }).userid;

describe('binding an authenticator', () => {
  it('shows a new secret after each confirmation, and binds the newest by a right code alone', async () => {
    expect(await client.get('/user/ga')).toMatchObject({ code: 'STEP_UP_REQUIRED', params: { ways: 'wallet' } });
    const first = await begin();
    expect(await client.get('/user/ga')).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    const { secret, uri } = await begin();
    expect(uri).toMatch(/^otpauth:\/\/totp\/Candor:0x.*issuer=Candor.*secret=[A-Z2-7]{32}&.*digits=6&period=30$/);
    expect(secret).not.toEqual(first.secret);
    expect(await change({ code: codeAt(first.secret, world.time.now) })).toMatchObject({ code: 'TWO_FACTOR_WRONG' });
    const wrong = codeAt(secret, world.time.now + 10 * PERIOD_MS);
    expect(await change({ code: wrong })).toMatchObject({ code: 'TWO_FACTOR_WRONG' });
    expect(await stateOf()).toMatchObject({ bound_at: null, recovery_left: 0 });
    const answer = await change({ code: codeAt(secret, world.time.now) });
    expect(new Set(recoveryOf(answer)).size).toBe(10);
    expect(await stateOf()).toEqual({ bound_at: world.time.now, recovery_left: 10, held_until: null, passkeys: [] });
    expect((await client.get('/user/center')).info).toMatchObject({ ga: true });
    expect(await client.get('/user/ga')).toMatchObject({ info: { bound: true, secret: null, uri: null } });
  });

  it('security: who rides the session is shown neither the secret that its owner binds nor one of their own, and gets no new recovery codes', async () => {
    const { secret } = await begin();
    const rider = world.createClient();
    rider.cookie = client.cookie;
    expect(await rider.get('/user/ga')).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    expect(await change({ code: codeAt(secret, world.time.now) })).toMatchObject({ status: 1 });
    expect(await rider.get('/user/ga')).toMatchObject({ info: { bound: true, secret: null } });
    expect(await rider.post('/x/recovery-codes', {})).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    expect(await rider.post('/x/passkey-begin', {})).toMatchObject({ code: 'STEP_UP_REQUIRED', params: { ways: 'totp,recovery' } });
  });

  it('security: another device is shown another secret, and neither secrets nor codes stand in the database', async () => {
    const { secret } = await begin();
    const other = await signInByWallet(world, { wallet });
    expect((await begin(other)).secret).not.toEqual(secret);
    const [code = ''] = recoveryOf(await change({ code: codeAt(secret, world.time.now) }));
    const { rows } = await world.db.read.query<{ all: string }>(
      `SELECT (SELECT string_agg(sealed::text, '') FROM second_factors) || (SELECT string_agg(code_hash, '') FROM recovery_codes) AS all`,
    );
    expect(rows[0]?.all).not.toContain(secret.toString('hex'));
    expect(rows[0]?.all.toUpperCase()).not.toContain(code.replace('-', ''));
  });

  it('takes a code of the period before and after, as people type it, and says what is wrong with seven digits', async () => {
    const { secret } = await begin();
    expect(await change({ code: '1234567' })).toMatchObject({ code: 'TWO_FACTOR_FORMAT' });
    for (const shift of [-2, 2]) {
      expect(await change({ code: codeAt(secret, world.time.now + shift * PERIOD_MS) })).toMatchObject({ code: 'TWO_FACTOR_WRONG' });
    }
    const wide = codeAt(secret, world.time.now - PERIOD_MS).replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
    expect(await change({ code: ` ${wide.slice(0, 3)} ${wide.slice(3)} ` })).toMatchObject({ status: 1 });
  });
});

describe('a code', () => {
  const withdraw = async (): Promise<Envelope> => {
    const session = await world.accounts.service.authenticate(client.cookie.split('=')[1] ?? '');
    if (session === null) throw new Error('not signed in');
    try {
      await world.db.transaction((tx) => world.stepUp.require(tx, session, { act: 'withdrawal', amount: '1 USDT' }));
      return { status: 1, info: '', url: '' };
    } catch (error) {
      const { code, params } = error as { code: string; params: Record<string, string> };
      return { status: 0, info: '', url: '', code, params };
    }
  };

  it('security: of 200 at once with one code one counts, and never again', async () => {
    const { secret } = await bind();
    const refusal = await withdraw();
    // Neither the wallet nor a recovery code confirms a withdrawal of who has an authenticator.
    expect(refusal.params?.ways).toBe('totp');
    const tickets: string[] = [];
    for (let n = 0; n < 200; n += 1) tickets.push(readStepUp(await withdraw()).ticket);
    const code = codeAt(secret, world.time.now);
    const prove = (ticket: string) => client.post('/x/step-up', { ticket, way: 'totp', code });
    const answers = await Promise.all(tickets.map(prove));
    expect(answers.filter(({ status }) => status === 1)).toHaveLength(1);
    expect(await prove(tickets.at(-1) ?? '')).not.toMatchObject({ status: 1 });
    expect([(await withdraw()).status, (await withdraw()).code]).toEqual([1, 'STEP_UP_REQUIRED']);
  });

  it('security: guesses are slowed on the device that makes them', async () => {
    await bind();
    const { ticket } = readStepUp(await withdraw());
    const codes = [];
    for (let n = 0; n < 7; n += 1) codes.push((await client.post('/x/step-up', { ticket, way: 'totp', code: `00000${n}` })).code);
    expect(codes).toEqual([...Array(5).fill('TWO_FACTOR_WRONG'), 'LOGIN_WAIT', 'LOGIN_WAIT']);
  });

  it('unbinds and keeps money in for a day; then the wallet confirms again', async () => {
    const { secret } = await bind();
    expect(await change({ delete: '1', code: '000000' })).toMatchObject({ code: 'TWO_FACTOR_WRONG' });
    expect(await change({ delete: '1', code: codeAt(secret, world.time.now) })).toMatchObject({ status: 1 });
    expect(await stateOf()).toEqual({ bound_at: null, recovery_left: 0, held_until: world.time.now + DAY_MS, passkeys: [] });
    expect((await withdraw()).params?.ways).toBe('wallet');
  });
});

describe('recovery codes', () => {
  it('security: of 200 uses of one at once one counts; it unbinds, and money stays in', async () => {
    const { recovery } = await bind();
    const [code = ''] = recovery;
    const typed = code.toLowerCase().replace('-', ' ');
    const answers = await Promise.all(Array.from({ length: 200 }, () => change({ delete: '1', code: typed })));
    expect(answers.filter(({ status }) => status === 1)).toHaveLength(1);
    expect((await stateOf()).held_until).toBe(world.time.now + DAY_MS);
    // The table on the account page says so.
    expect(STEP_UP_RULES.factor.holdsOutgoing).toBe('removal');
  });

  it('are ten new ones after a confirmation, and the old ones are worth nothing', async () => {
    const { secret, recovery } = await bind();
    const renew = () => client.post('/x/recovery-codes', {});
    const session = await world.accounts.service.authenticate(client.cookie.split('=')[1] ?? '');
    if (session === null) throw new Error('not signed in');
    await grantStepUp(world.db, { ...session, now: world.time.now, act: 'factor' });
    const refused = await renew();
    // Which names what it confirms: that of an authenticator gives no codes.
    expect(refused).toMatchObject({ code: 'STEP_UP_REQUIRED', params: { act: 'recoveryCodes' } });
    const { ticket, ways } = readStepUp(refused);
    expect(ways).toBe('totp,recovery');
    expect(await client.post('/x/step-up', { ticket, way: 'recovery', code: recovery[3] ?? '' })).toMatchObject({ status: 1 });
    expect((await stateOf()).recovery_left).toBe(9);
    const renewed = recoveryOf(await renew());
    expect([renewed.length, renewed.filter((code) => recovery.includes(code)).length]).toEqual([10, 0]);
    expect(await change({ delete: '1', code: recovery[4] ?? '' })).toMatchObject({ code: 'TWO_FACTOR_WRONG' });
    expect(codeAt(secret, world.time.now)).toMatch(/^\d{6}$/);
  });
});

describe('a change of keys', () => {
  it('seals bound and shown secrets anew, after which the new key alone opens them, and codes count as before', async () => {
    const { secret } = await bind();
    const other = await signInByWallet(world, { wallet: `${wallet} shown` });
    await callConfirmed(world, other, () => other.get('/user/ga'), `${wallet} shown`);
    const env = { filesKey: null, sandbox: true, dataDir: world.platform.env.dataDir };
    const before = await createLazySealing(env)();
    await addSandboxKey(env.dataDir);
    const after = await createLazySealing(env)();
    expect(await resealFactors(world.db, after)).toBeGreaterThanOrEqual(2);
    expect(await resealFactors(world.db, after)).toBe(0);
    const { rows } = await world.db.read.query<{ key_id: string }>(
      'SELECT key_id FROM second_factors UNION SELECT key_id FROM second_factor_attempts',
    );
    expect(rows).toEqual([{ key_id: after.currentKeyId }]);
    const found = await findFactor(world.db.read, await userIdOf(client));
    const about = aboutSecret(await userIdOf(client));
    if (found === null) throw new Error('it is bound');
    expect(after.open(found, about)).toEqual(secret);
    expect(() => before.open(found, about)).toThrow('lacks the key');
    // Back, for the process of this test read its keys at its start.
    await resealFactors(world.db, { ...before, open: after.open });
    expect(await change({ code: codeAt(secret, world.time.now), delete: '1' })).toMatchObject({ status: 1 });
  });
});

describe('other devices', () => {
  it('security: are signed out by binding an authenticator and by unbinding it, this one is not', async () => {
    const others = [await signInByWallet(world, { wallet })];
    const { recovery } = await bind();
    others.push(await signInByWallet(world, { wallet }));
    const isIn = async (of: Client) => (await of.get('/Login/userlogin')).status === 1;
    expect(await Promise.all([client, ...others].map(isIn))).toEqual([true, false, true]);
    await change({ code: recovery[0] ?? '', delete: '1' });
    expect(await Promise.all([client, ...others].map(isIn))).toEqual([true, false, false]);
  });
});

describe('signing in by password', () => {
  const signIn = (password: string, code?: string, from: { ip?: string; device?: string } = {}) => {
    const fields = { username: `user_${wallet.slice(7)}`, password, is_cs: '1', ...(code && { code }) };
    const known: Record<string, string> = from.device === undefined ? {} : { device: from.device };
    return world.createClient().post('/Login/submit', { ...fields, ...known }, { ...world.bff, 'x-client-ip': from.ip ?? '203.0.113.7' });
  };
  async function bindWithPassword() {
    const passwordHash = await hashPassword(PASSWORD);
    const name = `user_${wallet.slice(7)}`;
    await world.db.read.query('UPDATE users SET password_hash = $2, username = $3, username_key = $3 WHERE id = $1', [
      await userIdOf(client),
      passwordHash,
      name,
    ]);
    return bind();
  }

  it('asks for the code after a right password alone, and takes each once', async () => {
    const { secret, recovery } = await bindWithPassword();
    expect(await signIn(PASSWORD)).toMatchObject({ code: 'TWO_FACTOR_REQUIRED', need: 'totp' });
    const code = codeAt(secret, world.time.now);
    expect(await signIn('a wrong password', code)).toMatchObject({ code: 'LOGIN_FAILED' });
    expect(await signIn(PASSWORD, '12345678')).toMatchObject({ code: 'TWO_FACTOR_FORMAT' });
    expect(await signIn(PASSWORD, code)).toMatchObject({ status: 1 });
    expect(await signIn(PASSWORD, code)).toMatchObject({ code: 'TWO_FACTOR_WRONG' });
    expect(await signIn(PASSWORD, recovery[0])).toMatchObject({ status: 1 });
    expect(await signIn(PASSWORD, recovery[0])).toMatchObject({ code: 'TWO_FACTOR_WRONG' });
    expect(await stateOf()).toMatchObject({ recovery_left: 9, held_until: world.time.now + DAY_MS });
  });

  it('security: who has the password and guesses codes is slowed from many networks too, and the known device is not', async () => {
    const { secret } = await bindWithPassword();
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < 26; n += 1) codes.push((await signIn(PASSWORD, `0000${n + 10}`, { ip: `198.51.${n}.7` })).code);
    expect(codes.slice(0, 20)).toEqual(Array(20).fill('TWO_FACTOR_WRONG'));
    expect(codes.slice(22)).toEqual(Array(4).fill('LOGIN_WAIT'));
    expect(await signIn(PASSWORD, codeAt(secret, world.time.now), { device: 'd'.repeat(22) })).toMatchObject({ status: 1 });
  });
});

describe('codes of RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890');
  it.each([
    { at: 59, code: '94287082' },
    { at: 1_111_111_109, code: '07081804' },
    { at: 1_111_111_111, code: '14050471' },
    { at: 1_234_567_890, code: '89005924' },
    { at: 2_000_000_000, code: '69279037' },
    { at: 20_000_000_000, code: '65353130' },
  ])('at $at s are the last six digits of $code', ({ at, code }) => expect(codeAt(secret, at * 1000)).toBe(code.slice(2)));
});
