import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTestWorld, type TestWorld } from '../../../tests/helpers/accounts-world';
import { TAKES_TOKEN_HEADER } from '../../../lib/protocol/define-call';
import { hashText } from '../../platform/ids';
import { findSubscription, setSubscription } from '../notifications/notifications.push.repository';
import { hashPassword } from '../accounts/accounts.passwords';
import { OLD_TOKEN_MS } from '../accounts/accounts.session-lifetime';

const [PASSWORD, CHOSEN, THIRD] = ['correct horse battery', 'another good one', 'and a third good one'];
let world: TestWorld;
let names = 0;
let owner: Client;
let name: string;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  name = `renewed_${names++}`;
  await world.db.read.query(
    `INSERT INTO users (username, username_key, email, email_key, password_hash, referral_code) VALUES ($1, $1, $2, $2, $3, $4)`,
    [name, `${name}@candor.example`, await hashPassword(PASSWORD), String(names).padStart(8, 'R')],
  );
  owner = world.createClient();
  const fields = { username: name, password: PASSWORD, is_cs: '1', agent_browser: 'Chrome', agent_system: 'Android' };
  expect(await owner.post('/Login/submit', fields, { ...world.bff, 'x-client-ip': '203.0.113.7' })).toMatchObject({ status: 1 });
});

/** Somebody with a copy of the cookie. */
function copyOf(client: Client): Client {
  const copy = world.createClient();
  copy.cookie = client.cookie;
  return copy;
}
const isIn = async (client: Client) => (await client.get('/Login/userlogin')).status === 1;
const change = (client: Client, old: string, password: string) =>
  client.post('/x/password-change', { old, password, repassword: password });
const devices = async (client: Client) => ((await client.get('/x/session-list')).info as { rows: { id: string; current: boolean }[] }).rows;

describe('security: a change of what protects an account', () => {
  it('goes on under another token: a copy of the one before is good for nothing some seconds later, here and on the other account', async () => {
    const before = copyOf(owner);
    await before.get(`/Login/walletLogin?username=${name}&ip=1.1.1.1&is_cs=0`, world.bff);
    const [stolen, list] = [copyOf(owner), await devices(owner)];
    expect(await change(owner, PASSWORD, CHOSEN)).toMatchObject({ status: 1 });
    expect(owner.cookie).not.toBe(stolen.cookie);
    // It is the same device, and what was under way still arrives.
    expect([await devices(owner), await isIn(owner), await isIn(stolen)]).toEqual([list, true, true]);
    world.time.now += OLD_TOKEN_MS + 1;
    expect([await isIn(owner), await isIn(stolen), await isIn(before)]).toEqual([true, false, false]);
    expect(await stolen.get('/x/session-list')).toMatchObject({ code: 'SESSION_REQUIRED' });
  });

  it('can’t be made by the token before, and what that is exchanged for ends with it', async () => {
    const stolen = copyOf(owner);
    expect(await change(owner, PASSWORD, CHOSEN)).toMatchObject({ status: 1 });
    expect(await change(stolen, CHOSEN, THIRD)).toMatchObject({ code: 'SESSION_REQUIRED' });
    const switched = copyOf(stolen);
    await switched.get(`/Login/walletLogin?username=${name}&ip=1.1.1.1&is_cs=0`, world.bff);
    expect(switched.cookie).not.toBe(stolen.cookie);
    world.time.now += OLD_TOKEN_MS + 1;
    expect([await isIn(owner), await isIn(switched), await isIn(stolen)]).toEqual([true, false, false]);
    expect(await change(owner, CHOSEN, THIRD)).toMatchObject({ status: 1 });
  });

  it('is not undone by the token before: it signs out itself alone, and no switch of it ends the new one', async () => {
    const stolen = copyOf(owner);
    expect(await change(owner, PASSWORD, CHOSEN)).toMatchObject({ status: 1 });
    for (let n = 0; n < 6; n += 1) {
      await stolen.get(`/Login/walletLogin?username=${name}&ip=1.1.1.1&is_cs=${n % 2}`, world.bff);
    }
    expect([await isIn(owner), await isIn(stolen)]).toEqual([true, true]);
    await stolen.get('/login/loginout');
    expect([await isIn(owner), await isIn(stolen)]).toEqual([true, false]);
    await copyOf(owner).get('/login/loginout');
    expect(await isIn(owner)).toBe(false);
  });

  it('ends the push messages of the device, and the token before can have none anew', async () => {
    const subscribe = (client: Client, endpoint: string) =>
      world.db.transaction(async (tx) => {
        const token = hashText(client.cookie.slice(client.cookie.indexOf('=') + 1));
        const { rows } = await tx.query<{ id: string; user_id: string }>('SELECT id, user_id FROM sessions WHERE token_hash = $1', [token]);
        const [{ id: sessionId, user_id: userId } = { id: '', user_id: '' }] = rows;
        const isSet = await setSubscription(tx, {
          userId,
          sessionId,
          endpoint,
          p256dh: 'p'.repeat(87),
          auth: 'a'.repeat(22),
          now: world.time.now,
          keepMax: 10,
        });
        return { isSet, found: await findSubscription(tx, { userId, sessionId }) };
      });
    const stolen = copyOf(owner);
    expect((await subscribe(stolen, `https://push.example/${name}`)).found).not.toBeNull();
    expect(await change(owner, PASSWORD, CHOSEN)).toMatchObject({ status: 1 });
    expect(await subscribe(stolen, `https://push.example/${name}`)).toEqual({ isSet: false, found: null });
    expect((await subscribe(owner, `https://push.example/own-${name}`)).isSet).toBe(true);
  });

  it('gives no token to a web tier that would not seal it, so that what it shows once stays; other devices end, and no replaced token makes the change', async () => {
    const other = world.createClient();
    await other.post('/Login/submit', { username: name, password: PASSWORD, is_cs: '1' }, { ...world.bff, 'x-client-ip': '203.0.113.8' });
    const { cookie } = owner;
    const older = { [TAKES_TOKEN_HEADER]: '0' };
    const changed = (client: Client, old: string, password: string) =>
      client.post('/x/password-change', { old, password, repassword: password }, older);
    expect(await changed(owner, PASSWORD, CHOSEN)).toMatchObject({ status: 1 });
    world.time.now += OLD_TOKEN_MS + 1;
    expect([owner.cookie, await isIn(owner), await isIn(other)]).toEqual([cookie, true, false]);
    const stolen = copyOf(owner);
    expect(await change(owner, CHOSEN, THIRD)).toMatchObject({ status: 1 });
    expect(await changed(stolen, THIRD, PASSWORD)).toMatchObject({ code: 'SESSION_REQUIRED' });
  });

  it('of two at once with one token one counts, and leaves one token', async () => {
    const tabs = [copyOf(owner), copyOf(owner)];
    const answers = await Promise.all(tabs.map((tab) => change(tab, PASSWORD, CHOSEN)));
    expect(answers.filter(({ status }) => status === 1)).toHaveLength(1);
    world.time.now += OLD_TOKEN_MS + 1;
    expect((await Promise.all(tabs.map(isIn))).filter(Boolean)).toHaveLength(1);
  });

  it('that is refused changes no token', async () => {
    const { cookie } = owner;
    expect(await change(owner, 'wrong', CHOSEN)).toMatchObject({ code: 'PASSWORD_WRONG' });
    expect(owner.cookie).toBe(cookie);
    world.time.now += OLD_TOKEN_MS + 1;
    expect(await isIn(owner)).toBe(true);
  });
});
