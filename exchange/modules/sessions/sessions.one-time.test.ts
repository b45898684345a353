import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestWorld, type Envelope, solveChallenge, type TestWorld } from '../../../tests/helpers/accounts-world';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import { signLogin, walletOf } from '../../../tests/helpers/test-wallet';
import { UNFREEZE_STATEMENT } from '../../../lib/rules/wallet-message';
import { createLogger } from '../../platform/logger';
import { hashPassword } from '../accounts/accounts';

const TRIES = 200;
/** On a busy machine the five tries of a code may all be refused a place where passwords are hashed: then none counts, and another code is raced. */
const RACES_MAX = 10;
let codes = 0;
const CHOSEN = 'a new and longer password';
const EMAIL = 'raced@candor.example';
const BROWSER = 'a'.repeat(43);

let server: SharedPostgres;
beforeAll(async () => {
  server = await sharePostgres();
});
afterAll(() => server?.stop());

async function openWorld(database: string): Promise<TestWorld> {
  if (database === 'embedded') return createTestWorld();
  const db = openPatiently(await server.createDatabase('one_time'), createLogger('silent'));
  return createTestWorld({}, { db });
}

const post = (world: TestWorld, path: string, fields: Record<string, string>, n: number) =>
  world.createClient().post(path, fields, { ...world.bff, 'x-client-ip': `203.${n % 200}.113.7` });
async function lastMail(world: TestWorld, to: string): Promise<string> {
  await world.sessions.mailing.sendDue();
  const { info } = await world.createClient().get(`/x/outbox?to=${to}`, world.bff);
  return (info as { text: string }[])[0]?.text ?? '';
}

/** Makes one thing that counts once, and returns what uses it. What else is raced 200 times stands in docs/security.md. */
const THINGS: Record<string, (world: TestWorld) => Promise<(n: number) => Promise<Envelope>>> = {
  'a mailed link for a new password': async (world) => {
    await world.db.read.query(
      `INSERT INTO users (username, username_key, email, email_key, password_hash, referral_code) VALUES ('raced', 'raced', $1, $1, $2, 'RACEDAAA')`,
      [EMAIL, await hashPassword(CHOSEN)],
    );
    await post(world, '/x/password-link', { email: EMAIL, verify: await solveChallenge(world.createClient()) }, 0);
    const token = /#(\S+)/.exec(await lastMail(world, EMAIL))?.[1] ?? '';
    return (n) => post(world, '/x/password-by-link', { token, password: `${CHOSEN} ${n}`, repassword: `${CHOSEN} ${n}` }, n);
  },
  'the code of a registration': async (world) => {
    codes += 1;
    const email = `new${codes}@candor.example`;
    const form = { email, purpose: 'register', browser: BROWSER, verify: await solveChallenge(world.createClient()) };
    await post(world, '/home/login/mailcode', form, 0);
    const mailcode = /\b(\d{6})\b/.exec(await lastMail(world, email))?.[1] ?? '';
    const proofs: string[] = [];
    for (let n = 0; n < TRIES; n += 1) proofs.push(await solveChallenge(world.createClient()));
    return (n) => {
      const fields = {
        username: `racer_${n}`,
        email,
        password: CHOSEN,
        repassword: CHOSEN,
        mailcode,
        browser: BROWSER,
        verify: proofs[n] ?? '',
      };
      return post(world, '/Login/upregister', fields, n);
    };
  },
  'the message of a wallet that lifts a freeze': async (world) => {
    const signed = await signLogin(walletOf('lifted'), world.time.now, { statement: UNFREEZE_STATEMENT });
    const fields = new URLSearchParams({ ...signed, ip: '1.2.3.4', is_cs: '1' });
    return () => world.createClient().get(`/Login/walletLogin?${fields}`, world.bff);
  },
  'a proof of work': async (world) => {
    const verify = await solveChallenge(world.createClient());
    return (n) => post(world, '/x/password-link', { email: `nobody${n}@candor.example`, verify }, n);
  },
};

describe.each(['embedded', 'postgres'])('on the %s database', (database) => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await openWorld(database);
  });
  afterAll(() => world?.close());

  // A registration needs a proof of work for each try: it is raced where transactions really run beside each other.
  const names = Object.keys(THINGS).filter((name) => database === 'postgres' || !name.includes('registration'));
  it.each(names)('security: of 200 uses of %s at once one counts', { timeout: 600_000 }, async (name) => {
    for (let races = 1; ; races += 1) {
      const use = await (THINGS[name] as (typeof THINGS)[string])(world);
      const answers = await Promise.all(Array.from({ length: TRIES }, (_, n) => use(n)));
      const counted = answers.filter(({ status }) => status === 1);
      const refusals = new Set(answers.map(({ code }) => code));
      if (counted.length === 0 && refusals.has('SIGN_IN_BUSY') && races < RACES_MAX) continue;
      expect(counted, `the others: ${[...refusals].join(', ')}`).toHaveLength(1);
      return;
    }
  });
});
