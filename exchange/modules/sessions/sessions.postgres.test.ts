import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestWorld, type TestWorld } from '../../../tests/helpers/accounts-world';
import { type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import { createLogger } from '../../platform/logger';
import { openPostgres } from '../../platform/postgres';
import { createTestNetwork } from '../../platform/test-bus';
import { hashPassword } from '../accounts/accounts.passwords';
import { SESSION_REMEMBERED_MS } from '../accounts/accounts.remembered';

const PASSWORD = 'correct horse battery';
let server: SharedPostgres;
let url: string;
beforeAll(async () => {
  server = await sharePostgres();
  url = await server.createDatabase('sessions');
  const db = openPostgres(url, createLogger('silent'));
  await db.close();
});
afterAll(() => server?.stop());

async function openProcesses(isJoined: boolean): Promise<[TestWorld, TestWorld]> {
  const network = createTestNetwork();
  const open = () => createTestWorld({}, { db: openPostgres(url, createLogger('silent')), ...(isJoined ? { bus: network.join() } : {}) });
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

describe.each([
  { way: 'at once, where the processes hear of each other', isJoined: true, afterMs: 0 },
  { way: 'within a second, where they do not', isJoined: false, afterMs: SESSION_REMEMBERED_MS },
])('a session ended on one process is over on another $way', ({ isJoined, afterMs }) => {
  it.each(['end', 'freeze'] as const)('by %s', async (how) => {
    const [here, there] = await openProcesses(isJoined);
    const name = `${how}${isJoined ? 1 : 2}`;
    await addUser(here, name);
    const [own, other] = [await signIn(here, name), await signIn(here, name)];
    expect(await isSignedIn(at(there, other))).toBe(true);
    const answer = how === 'end' ? await own.post('/x/session-end', { id: 'others' }) : await own.post('/x/freeze', {});
    expect(answer).toMatchObject({ status: 1 });
    there.time.now += afterMs;
    expect(await isSignedIn(at(there, other))).toBe(false);
    expect(await isSignedIn(at(there, own))).toBe(how === 'end');
    await Promise.all([here.close(), there.close()]);
  });
});

it('security: of 200 uses of a freeze link on two processes at once one counts, whatever signs in meanwhile', async () => {
  const [here, there] = await openProcesses(false);
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
