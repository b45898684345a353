import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createTestWorld, type TestWorld } from '../../../tests/helpers/accounts-world';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import { createLogger } from '../../platform/logger';
import { hashPassword } from '../accounts/accounts.passwords';

const PASSWORD = 'correct horse battery';
let server: SharedPostgres;
let url: string;
beforeAll(async () => {
  server = await sharePostgres();
  url = await server.createDatabase('sessions');
  const db = openPatiently(url, createLogger('silent'));
  await db.close();
});
afterAll(() => server?.stop());

/** Two processes without a bus: nothing but the database tells the one of the other. */
async function openProcesses(): Promise<[TestWorld, TestWorld]> {
  const open = () => createTestWorld({}, { db: openPatiently(url, createLogger('silent')) });
  return [await open(), await open()];
}

async function addUser(world: TestWorld, name: string): Promise<void> {
  const hash = await hashPassword(PASSWORD);
  await world.db.read.query(
    `INSERT INTO users (username, username_key, email, email_key, password_hash, referral_code) VALUES ($1, $1, $2, $2, $3, $4)`,
    [name, `${name}@candor.example`, hash, name.toUpperCase().padEnd(8, 'A').slice(0, 8)],
  );
}

async function signIn(world: TestWorld, name: string, ip = '203.0.113.7'): Promise<Client> {
  const client = world.createClient();
  const answer = await client.post(
    '/Login/submit',
    { username: name, password: PASSWORD, is_cs: '1' },
    { ...world.bff, 'x-client-ip': ip },
  );
  expect(answer).toMatchObject({ status: 1 });
  return client;
}
/** The same session, asked of another process. */
const at = (world: TestWorld, { cookie }: Client) => Object.assign(world.createClient(), { cookie });
const isSignedIn = async (client: Client) => (await client.get('/Login/userlogin')).status === 1;

const ENDS: Record<string, (own: Client, other: Client) => Promise<unknown>> = {
  'ending the others': (own) => own.post('/x/session-end', { id: 'others' }),
  'signing out': (_own, other) => other.get('/login/loginout'),
  'freezing the account': (own) => own.post('/x/freeze', {}),
};

it.each(Object.keys(ENDS))('security: a session ended on one process by %s is over on another, once that is answered', async (name) => {
  const [here, there] = await openProcesses();
  const user = `ended${Object.keys(ENDS).indexOf(name)}`;
  await addUser(here, user);
  const [own, other] = [await signIn(here, user), await signIn(here, user)];
  const [ownThere, otherThere] = [at(there, own), at(there, other)];
  expect([await isSignedIn(ownThere), await isSignedIn(otherThere)]).toEqual([true, true]);
  expect(await ENDS[name]?.(own, other)).toMatchObject({ status: 1 });
  // The clock stands still: nothing is over for its age.
  expect(await isSignedIn(otherThere)).toBe(false);
  expect(await isSignedIn(ownThere)).toBe(!name.startsWith('freezing'));
  await Promise.all([here.close(), there.close()]);
});

it('security: of changes of the password with one token on two processes at once one counts, and one token is left on both', async () => {
  const [here, there] = await openProcesses();
  await addUser(here, 'renewed');
  const own = await signIn(here, 'renewed');
  const tabs = Array.from({ length: 8 }, (_, n) => at(n % 2 === 0 ? here : there, own));
  const passwords = tabs.map((_, n) => `another good one ${n}`);
  const change = (tab: Client, password = '') => tab.post('/x/password-change', { old: PASSWORD, password, repassword: password });
  const answers = await Promise.all(tabs.map((tab, n) => change(tab, passwords[n])));
  expect(answers.filter(({ status }) => status === 1)).toHaveLength(1);
  // The old token's seconds are over.
  for (const world of [here, there]) world.time.now += 60_000;
  const renewed = tabs.find(({ cookie }) => cookie !== own.cookie) ?? own;
  expect(await Promise.all([here, there].map((world) => isSignedIn(at(world, renewed))))).toEqual([true, true]);
  expect(await Promise.all([here, there].map((world) => isSignedIn(at(world, own))))).toEqual([false, false]);
  const { rows } = await here.db.read.query(
    `SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.username = 'renewed' AND s.expires_at > to_timestamp($1::int8 / 1000.0)`,
    [here.time.now],
  );
  expect(rows).toHaveLength(1);
  await Promise.all([here.close(), there.close()]);
});

it('security: of calls that came to another process at once none is answered in the name of a session that had ended', async () => {
  const [here, there] = await openProcesses();
  await addUser(here, 'busy');
  const [own, other] = [await signIn(here, 'busy'), await signIn(here, 'busy')];
  const otherThere = at(there, other);
  const before = await Promise.all(Array.from({ length: 40 }, () => isSignedIn(otherThere)));
  expect(new Set(before)).toEqual(new Set([true]));
  // Some are under way while it ends.
  const beside = Array.from({ length: 40 }, () => isSignedIn(otherThere));
  expect(await own.post('/x/session-end', { id: 'others' })).toMatchObject({ status: 1 });
  const after = await Promise.all(Array.from({ length: 40 }, () => isSignedIn(otherThere)));
  expect(new Set(after)).toEqual(new Set([false]));
  await Promise.all(beside);
  await Promise.all([here.close(), there.close()]);
});

it('security: of 200 uses of a freeze link on two processes at once one counts, whatever signs in meanwhile', async () => {
  const [here, there] = await openProcesses();
  await addUser(here, 'raced');
  await signIn(here, 'raced');
  await signIn(here, 'raced', '198.51.100.9');
  await here.sessions.mailing.sendDue();
  const { info } = await here.createClient().get('/x/outbox?to=raced@candor.example', here.bff);
  const token = /#(\S+)/.exec((info as { text: string }[])[0]?.text ?? '')?.[1] ?? '';
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? here : there).createClient().post('/x/freeze-by-link', { token })),
  );
  expect(answers.filter(({ status }) => status === 1)).toHaveLength(1);
  expect(new Set(answers.flatMap(({ code }) => code ?? []))).toEqual(new Set(['LINK_INVALID']));
  await Promise.all([here.close(), there.close()]);
});
