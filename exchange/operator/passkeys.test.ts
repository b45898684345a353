import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSoftwarePasskey } from '../../tests/helpers/software-passkey';
import { createOperatorKey, foundOperator, listLogOf } from '../modules/operators/operators';
import type { Database } from '../platform/db';
import { createLazySealing } from '../platform/sealing';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { codeAt, readSecret } from '../platform/totp';
import { answerEndpoint, findEndpoint } from './surface';

const ORIGIN = 'http://localhost:3100';
const MINUTE_MS = 60_000;
const PASSWORD = 'correct horse battery';
const REFUSED = { code: 'SIGN_IN_REFUSED' };
let db: Database;
let made: ReturnType<typeof createTestPlatform>;
const name = 'eve';
let key = '';
let token = '';
let passkey: ReturnType<typeof createSoftwarePasskey>;
let secret: string;

beforeAll(async () => {
  db = await createTestDatabase();
  made = createTestPlatform(db, { env: { consoleKey: 'x'.repeat(40), filesKey: 'A'.repeat(43) } });
  const created = createOperatorKey();
  key = created.key;
  await db.transaction((tx) => foundOperator(tx, { name, roles: ['admin'], fingerprint: created.fingerprint, at: 0 }));
});
afterAll(() => db.close());
beforeEach(async () => {
  await setCredentials();
  const code = codeAt(readSecret(secret), made.time.now);
  token = ((await ask('session.begin', { name, password: PASSWORD, code })) as { token: string }).token;
  passkey = createSoftwarePasskey('localhost', ORIGIN);
});

type Said = { origin?: string | null; from?: string | null; device?: string | null };
/** Asks as a console does; `device` null: as one from before browsers kept any. */
async function ask(endpoint: string, input: unknown = {}, { origin = ORIGIN, from = null, device = 'new' }: Said = {}): Promise<unknown> {
  const served = findEndpoint(endpoint);
  if (served === null) throw new Error(`no ${endpoint}`);
  const desk = {
    ...made.platform,
    audits: [],
    sealing: createLazySealing(made.platform.env),
    listMarkets: () => [],
    listWallets: async () => [],
    prepareSweep: () => Promise.reject(new Error('no chain')),
  };
  return answerEndpoint(desk, { served, token, input, origin, from, device });
}
async function setCredentials(): Promise<void> {
  secret = ((await ask('credentials.offer', { key })) as { secret: string }).secret;
  await ask('credentials.set', { key, password: PASSWORD, secret, code: codeAt(readSecret(secret), made.time.now) });
  made.time.now += MINUTE_MS;
}
const optionsOf = async (endpoint: string) => ((await ask(endpoint)) as { options: string }).options;
const add = (response: string, change: object = {}) => ask('passkeys.add', { password: PASSWORD, name: 'Phone', response, ...change });
const bind = async () => add(passkey.create(await optionsOf('passkeys.offer')));
type Factors = { passkeys: { id: string; name: string; usedAt: number | null }[]; hasCode: boolean };
const factors = async () => (await ask('passkeys.list')) as Factors;
const signIn = (response: string, password = PASSWORD) => ask('session.passkey', { password, response });
const sign = async () => passkey.sign(await optionsOf('session.passkey-options'));

describe('binding', () => {
  it('security: needs the password, the console that asked, a verified person, and of 200 at once one counts', async () => {
    const options = await optionsOf('passkeys.offer');
    await expect(add(passkey.create(options), { password: 'wrong' })).rejects.toMatchObject(REFUSED);
    for (const wrong of [
      passkey.create(options, { origin: 'https://evil.example' }),
      passkey.create(options, { isVerified: false }),
      passkey.create(options, { challenge: 'AAAA' }),
      passkey.create(await optionsOf('session.passkey-options')),
      '{"id":"x"}',
    ]) {
      await expect(add(wrong)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    }
    const answer = passkey.create(options);
    const results = await Promise.allSettled(Array.from({ length: 200 }, () => add(answer)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await factors()).toMatchObject({ hasCode: true, passkeys: [{ name: 'Phone', usedAt: null }] });
    const [row] = await listLogOf(db.read, { target: name, acts: ['operators.passkey'] }, { before: null, limit: 1 });
    expect(row?.entry).toMatchObject({ act: 'operators.passkey-added', actor: name, outcome: 'the passkey Phone was bound' });
    await expect(ask('passkeys.offer', {}, { origin: null })).rejects.toThrow('says where it is');
  });
});

describe('signing in', () => {
  it('security: takes password and passkey; of 200 uses of one answer at once one counts', async () => {
    await bind();
    const answer = await sign();
    const results = await Promise.allSettled(Array.from({ length: 200 }, () => signIn(answer)));
    const right = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value as { token: string; name: string }] : []));
    expect(right).toEqual([{ token: expect.any(String), name, device: expect.any(String) }]);
    token = right[0]?.token ?? '';
    expect(await ask('session.me')).toMatchObject({ name });
    expect((await factors()).passkeys).toMatchObject([{ usedAt: made.time.now }]);
  });
  it('security: refuses with one sentence a wrong password, a strange passkey, another place, a person unverified, and a counter that went back', async () => {
    await bind();
    await signIn(passkey.sign(await optionsOf('session.passkey-options'), { counter: 90 }));
    const options = await optionsOf('session.passkey-options');
    const tries = [
      () => signIn(passkey.sign(options, { counter: 91 }), 'wrong'),
      () => signIn(createSoftwarePasskey('localhost', ORIGIN).sign(options)),
      () => signIn(passkey.sign(options, { origin: 'http://localhost:3000' })),
      () => signIn(passkey.sign(options, { isVerified: false })),
      () => signIn(passkey.sign(options, { counter: 90 })),
      () => signIn('no json'),
    ];
    for (const one of tries) await expect(one()).rejects.toMatchObject({ ...REFUSED, message: expect.stringContaining('Name, password') });
    made.time.now += 6 * MINUTE_MS;
    await expect(signIn(passkey.sign(options, { counter: 95 }))).rejects.toMatchObject(REFUSED);
    await db.read.query("UPDATE operators SET state = 'suspended' WHERE name = $1", [name]);
    await expect(signIn(await sign())).rejects.toMatchObject(REFUSED);
    await db.read.query("UPDATE operators SET state = 'active' WHERE name = $1", [name]);
  });
  it('a console from before devices is answered none: it takes a name and a token and nothing else', async () => {
    await bind();
    made.time.now += MINUTE_MS;
    const before = { device: null };
    const byCode = ask('session.begin', { name, password: PASSWORD, code: codeAt(readSecret(secret), made.time.now) }, before);
    expect(await byCode).toEqual({ token: expect.any(String), name });
    const byPasskey = ask('session.passkey', { password: PASSWORD, response: await sign() }, before);
    expect(await byPasskey).toEqual({ token: expect.any(String), name });
  });
  it('security: wrong passwords beside a right passkey are slowed like the others', async () => {
    await bind();
    for (let turn = 0; turn < 5; turn += 1) await expect(signIn(await sign(), 'wrong')).rejects.toMatchObject(REFUSED);
    await expect(signIn(await sign())).rejects.toMatchObject(REFUSED);
    made.time.now += MINUTE_MS;
    await signIn(await sign());
  });
});

describe('agreeing', () => {
  const agree = () => ask('requests.approve', { id: '1', reason: 'seen' });
  const prove = (input: object) => ask('session.prove', { password: PASSWORD, code: null, response: null, ...input });
  const UNKNOWN = { code: 'REQUEST_UNKNOWN' };
  it('security: by a command that a session gives, too; whoever shows the key agrees by each command', async () => {
    const byCommand = () => ask('commands.run', { argv: ['approve', '1', '--reason', 'seen'] });
    await expect(byCommand()).rejects.toMatchObject(UNKNOWN);
    made.time.now += 10 * MINUTE_MS + 1;
    await expect(byCommand()).rejects.toMatchObject({ code: 'PROOF_NEEDED' });
    token = ((await ask('session.key', { key })) as { token: string }).token;
    made.time.now += 10 * MINUTE_MS + 1;
    await expect(byCommand()).rejects.toMatchObject(UNKNOWN);
  });
  it('security: is asked for password and second factor again ten minutes after they were shown', async () => {
    await expect(agree()).rejects.toMatchObject(UNKNOWN);
    made.time.now += 10 * MINUTE_MS + 1;
    await expect(agree()).rejects.toMatchObject({ code: 'PROOF_NEEDED' });
    await expect(prove({ code: '000000' })).rejects.toMatchObject(REFUSED);
    await expect(prove({ password: 'wrong', code: codeAt(readSecret(secret), made.time.now) })).rejects.toMatchObject(REFUSED);
    await expect(agree()).rejects.toMatchObject({ code: 'PROOF_NEEDED' });
    await prove({ code: codeAt(readSecret(secret), made.time.now) });
    await expect(agree()).rejects.toMatchObject(UNKNOWN);
    await bind();
    made.time.now += 10 * MINUTE_MS + 1;
    await expect(agree()).rejects.toMatchObject({ code: 'PROOF_NEEDED' });
    await prove({ response: await sign() });
    await expect(agree()).rejects.toMatchObject(UNKNOWN);
  });
});

describe('what others try', () => {
  const begin = (input: object, from: string, device = 'new') =>
    ask('session.begin', { name, password: PASSWORD, code: '000000', ...input }, { from, device });
  const codeNow = () => codeAt(readSecret(secret), made.time.now);
  const flood = async () => {
    for (let turn = 0; turn < 60; turn += 1) await begin({ password: 'a guess' }, `198.51.100.${turn}`).catch(() => undefined);
    for (let turn = 0; turn < 9; turn += 1) await begin({ password: 'a guess' }, '203.0.113.7').catch(() => undefined);
  };
  it('security: keeps nobody out: a browser that was signed in on before and a passkey come through', async () => {
    await bind();
    made.time.now += MINUTE_MS;
    const { device } = (await begin({ code: codeNow() }, '192.0.2.1')) as { device: string };
    made.time.now += MINUTE_MS;
    await flood();
    await expect(begin({ code: codeNow() }, '203.0.113.7')).rejects.toMatchObject(REFUSED);
    expect(await begin({ code: codeNow() }, '203.0.113.7', device)).toMatchObject({ name, device });
    expect(await ask('session.passkey', { password: PASSWORD, response: await sign() }, { from: '203.0.113.7' })).toMatchObject({ name });
  });
  it('security: a device of another name, or of another key, is none', async () => {
    made.time.now += MINUTE_MS;
    const { device } = (await begin({ code: codeNow() }, '192.0.2.1')) as { device: string };
    made.time.now += MINUTE_MS;
    await flood();
    for (const wrong of [device.replace(/^../, 'xx'), `${device.slice(0, 23)}${'A'.repeat(43)}`, 'x'])
      await expect(begin({ code: codeNow() }, '203.0.113.7', wrong)).rejects.toMatchObject(REFUSED);
  });
  it('security: is told the same of a name that there is and of one that there is not, however often', async () => {
    const said = async (of: string) => {
      const texts: string[] = [];
      for (let turn = 0; turn < 12; turn += 1)
        texts.push(
          await begin({ name: of, password: 'a guess' }, '203.0.113.99').then(
            () => 'in',
            (error: Error) => error.message,
          ),
        );
      return texts;
    };
    const [there, nobody] = [await said(name), await said('nobody')];
    expect(there).toEqual(nobody);
    expect(new Set(there).size).toBe(1);
  });
});

describe('removing', () => {
  it('security: the last second factor stays, also when two are removed at once', async () => {
    const remove = (id: string | null, password = PASSWORD) => ask('passkeys.remove', { password, id });
    await expect(remove(null)).rejects.toThrow('The last second factor stays');
    await bind();
    const [first] = (await factors()).passkeys;
    await expect(remove(null, 'wrong')).rejects.toMatchObject(REFUSED);
    const results = await Promise.allSettled([remove(null), remove(first?.id ?? '')]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { passkeys, hasCode } = await factors();
    expect(passkeys.length + (hasCode ? 1 : 0)).toBe(1);
  });
  it('without an authenticator its codes no longer sign in; the key sets all anew, and passkeys are gone', async () => {
    await bind();
    await ask('passkeys.remove', { password: PASSWORD, id: null });
    const code = codeAt(readSecret(secret), made.time.now);
    await expect(ask('session.begin', { name, password: PASSWORD, code })).rejects.toMatchObject(REFUSED);
    await setCredentials();
    await expect(signIn(await sign())).rejects.toMatchObject(REFUSED);
  });
});

it('security: a password that was hashed with other parameters is hashed with those of today at the next sign-in, by a code or a passkey', async () => {
  const hashOf = async () =>
    (await db.read.query<{ of: string }>('SELECT password_hash AS of FROM operator_credentials')).rows[0]?.of ?? '';
  const today = (await hashOf()).split('$').slice(0, 4);
  const age = async () => {
    const old = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await db.read.query('UPDATE operator_credentials SET password_hash = $1', [old]);
    return old;
  };
  const begin = (password: string) => ask('session.begin', { name, password, code: codeAt(readSecret(secret), made.time.now) });
  await bind();
  const old = await age();
  made.time.now += MINUTE_MS;
  await expect(begin('another password')).rejects.toMatchObject(REFUSED);
  expect(await hashOf()).toBe(old);
  made.time.now += MINUTE_MS;
  await begin(PASSWORD);
  expect((await hashOf()).split('$').slice(0, 4)).toEqual(today);
  await age();
  await signIn(await sign());
  expect((await hashOf()).split('$').slice(0, 4)).toEqual(today);
});
