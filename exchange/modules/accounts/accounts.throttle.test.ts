import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestWorld, solveChallenge, type TestWorld } from '../../../tests/helpers/accounts-world';
import { createLoginThrottle, delayAfter, type LoginSource, PACE_MS } from './accounts.throttle';

const PASSWORD = 'correct horse battery';
const DEVICE = 'd'.repeat(22);
let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
  for (const username of ['alice', 'bob', 'carol']) await openAccount(username);
});
afterAll(() => world.close());

async function openAccount(username: string): Promise<void> {
  const client = world.createClient();
  const email = `${username}@candor.example`;
  await client.post('/home/login/mailcode', { email, purpose: 'register', verify: await solveChallenge(client) });
  const { info } = await client.get(`/x/outbox?to=${email}`, world.bff);
  const mailcode = /is (\d{6})\./.exec((info as { text: string }[])[0]?.text ?? '')?.[1] ?? '';
  const form = { username, email, password: PASSWORD, repassword: PASSWORD, mailcode, verify: await solveChallenge(client) };
  expect(await client.post('/Login/upregister', form)).toMatchObject({ status: 1 });
}

async function signIn(username: string, password: string, ip: string, more: { device?: string; isProved?: boolean } = {}) {
  const client = world.createClient();
  const fields: Record<string, string> = { username, password, is_cs: '1' };
  if (more.isProved) fields.verify = await solveChallenge(client);
  if (more.device) fields.device = more.device;
  return client.post('/Login/submit', fields, { ...world.bff, 'x-client-ip': ip });
}

describe('security: wrong passwords from one address', () => {
  it.each(['bob', 'nobody_at_all'])('make it wait for %s after five, twice as long each time, and nobody else', async (name) => {
    for (let n = 0; n < 5; n += 1) expect(await signIn(name, 'wrong', '8.8.8.8')).toMatchObject({ code: 'LOGIN_FAILED' });
    expect(await signIn(name, PASSWORD, '8.8.8.8')).toMatchObject({ code: 'LOGIN_WAIT', params: { wait: '0:01' } });
    world.time.now += 1_000;
    expect(await signIn(name, 'wrong', '8.8.8.8')).toMatchObject({ code: 'LOGIN_FAILED' });
    expect(await signIn(name, 'wrong', '8.8.8.8')).toMatchObject({ code: 'LOGIN_WAIT', params: { wait: '0:02' } });
    expect(await signIn('carol', PASSWORD, '8.8.8.8')).toMatchObject({ status: 1 });
    expect([5, 6, 16, 17, 100].map(delayAfter)).toEqual([1_000, 2_000, 2_048_000, 3_600_000, 3_600_000]);
    world.time.now += 2_000;
  });

  it('are forgotten once the password was right', async () => {
    expect(await signIn('bob', PASSWORD, '8.8.8.8')).toMatchObject({ status: 1 });
    for (let n = 0; n < 4; n += 1) expect(await signIn('bob', 'wrong', '8.8.8.8')).toMatchObject({ code: 'LOGIN_FAILED' });
    expect(await signIn('bob', PASSWORD, '8.8.8.8')).toMatchObject({ status: 1 });
  });

  it('count for the whole network in IPv6, and once for many at once', async () => {
    const tries = Array.from({ length: 12 }, (_, n) => signIn('bob', 'wrong', `2001:db8:5:${n}::1`));
    const codes = (await Promise.all(tries)).map(({ code }) => code);
    expect(codes.filter((code) => code === 'LOGIN_FAILED').length).toBeLessThanOrEqual(5);
  });
});

describe('security: an attack on one account from 45 addresses', () => {
  const addresses = Array.from({ length: 45 }, (_, n) => `203.0.113.${n}`);

  it('needs a proof of work for each try after twenty', async () => {
    const codes: unknown[] = [];
    for (const ip of addresses) codes.push((await signIn('alice', 'wrong', ip)).code);
    expect(codes.slice(0, 20)).toEqual(Array(20).fill('LOGIN_FAILED'));
    expect(codes.slice(20)).toEqual(Array(25).fill('LOGIN_PROOF_REQUIRED'));
  });

  it('leaves the owner in on a device that was signed in on before, without any proof', async () => {
    expect(await signIn('alice', PASSWORD, '203.0.113.1', { device: DEVICE })).toMatchObject({ status: 1 });
  });

  it('leaves the owner in on a new device after a proof of work, or a stated wait that ends', async () => {
    expect(await signIn('alice', 'wrong', '198.51.100.9', { isProved: true })).toMatchObject({ code: 'LOGIN_FAILED' });
    const told = await signIn('alice', PASSWORD, '192.0.2.77', { isProved: true });
    expect(told).toMatchObject({ code: 'LOGIN_WAIT', params: { wait: '0:20' } });
    world.time.now += PACE_MS;
    expect(await signIn('alice', PASSWORD, '192.0.2.77', { isProved: true })).toMatchObject({ status: 1 });
  });

  it('does not take the turn of newcomers by coming back', async () => {
    world.time.now += PACE_MS;
    expect(await signIn('alice', 'wrong', addresses[0] ?? '', { isProved: true })).toMatchObject({ code: 'LOGIN_FAILED' });
    expect(await signIn('alice', 'wrong', addresses[1] ?? '', { isProved: true })).toMatchObject({ code: 'LOGIN_WAIT' });
    expect(await signIn('alice', PASSWORD, '192.0.2.78', { isProved: true })).toMatchObject({ status: 1 });
  });

  it('can not pass itself off as a known device without the shared secret', async () => {
    const fields = { username: 'alice', password: PASSWORD, is_cs: '1', device: DEVICE };
    expect(await world.createClient().post('/Login/submit', fields)).toMatchObject({ code: 'LOGIN_PROOF_REQUIRED' });
  });

  it('slows a stolen device down by itself, and leaves another one in', async () => {
    for (let n = 0; n < 5; n += 1) await signIn('alice', 'wrong', '203.0.113.1', { device: 's'.repeat(22) });
    expect(await signIn('alice', PASSWORD, '203.0.113.1', { device: 's'.repeat(22) })).toMatchObject({ code: 'LOGIN_WAIT' });
    expect(await signIn('alice', PASSWORD, '203.0.113.1', { device: DEVICE })).toMatchObject({ status: 1 });
  });
});

it('security: meets 20 guesses and two in 20 seconds for one account, from however many addresses, also over a restart', async () => {
  const start = () =>
    createLoginThrottle({
      db: world.db,
      challenges: { create: () => expect.fail(), verify: () => undefined, spend: async () => undefined },
      secret: 's',
    });
  let throttle = start();
  let admitted = 0;
  const minutes = 5;
  for (let step = 0; step < minutes * 6; step += 1) {
    if (step === 10) throttle = start();
    for (let n = 0; n < 6; n += 1) {
      const source: LoginSource = { ip: `10.${step}.${n % 3 === 0 ? 0 : step}.${n}`, device: null };
      const attempt = { name: 'target', userId: '99', source, proof: 'x.1', now: world.time.now + step * 10_000 };
      const isAdmitted = await throttle.admit(attempt).then(
        () => true,
        () => false,
      );
      if (isAdmitted) admitted += 1;
    }
  }
  expect(admitted).toBeLessThanOrEqual(20 + minutes * 6);
  expect(admitted).toBeGreaterThan(20);
});

it('security: remembers 200 networks of an account at most, and few places for names that nobody has', async () => {
  const { rows } = await world.db.read.query<{ most: number }>(
    `SELECT max(count)::int AS most FROM (SELECT count(*) FROM login_throttles WHERE source LIKE 'network %' GROUP BY subject) AS per_subject`,
  );
  expect(rows[0]?.most).toBeLessThanOrEqual(200);
  const names = await world.db.read.query<{ subject: string }>(`SELECT DISTINCT subject FROM login_throttles WHERE subject LIKE 'name %'`);
  for (const { subject } of names.rows) expect(Number(subject.slice(5))).toBeLessThan(4_096);
});
