import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Client, createTestWorld, signInByWallet, type TestWorld } from '../../../tests/helpers/accounts-world';
import { createOperatorPair, type OperatorPair } from '../../../tests/helpers/operator-pair';
import { signLogin, walletOf } from '../../../tests/helpers/test-wallet';
import { UNFREEZE_STATEMENT } from '../../../lib/rules/wallet-message';
import { watchCommits } from '../../platform/after-commit';
import { createTestDatabase } from '../../platform/test-database';
import { findOutgoingStop, hashPassword } from '../accounts/accounts';

const PASSWORD = 'correct horse battery';
const DAY_MS = 86_400_000;
let world: TestWorld;
let operators: OperatorPair;
let names = 0;
let name: string;
let userId: string;
beforeAll(async () => {
  world = await createTestWorld({}, { db: watchCommits(await createTestDatabase()) });
  operators = await createOperatorPair(world.db, () => world.time.now);
});
afterAll(() => world.close());
beforeEach(async () => {
  name = `user_${names++}`;
  const { rows } = await world.db.read.query<{ id: string }>(
    `INSERT INTO users (username, username_key, email, email_key, password_hash, referral_code) VALUES ($1, $1, $2, $2, $3, $4) RETURNING id`,
    [name, `${name}@candor.example`, await hashPassword(PASSWORD), String(names).padStart(8, 'A')],
  );
  userId = rows[0]?.id ?? '';
});

async function signIn(password = PASSWORD, ip = '203.0.113.7') {
  const client = world.createClient();
  const answer = await client.post('/Login/submit', { username: name, password, is_cs: '1' }, { ...world.bff, 'x-client-ip': ip });
  return { client, answer };
}
/** The clock stands still: no session is over for its age, and none is read anew for its own. */
const isSignedIn = async (client: Client) => (await client.get('/Login/userlogin')).status === 1;
const readUser = async () => (await world.db.read.query<Record<string, unknown>>('SELECT * FROM users WHERE id = $1', [userId])).rows[0];
async function newestLink(): Promise<string> {
  await world.sessions.mailing.sendDue();
  const { info } = await world.createClient().get(`/x/outbox?to=${name}@candor.example`, world.bff);
  return /#(\S+)/.exec((info as { text: string }[])[0]?.text ?? '')?.[1] ?? '';
}

it('security: freezing by one operator ends every session, refuses sign-ins, keeps money in, and changes nothing else of the user', async () => {
  const { client } = await signIn();
  expect(await isSignedIn(client)).toBe(true);
  const before = await readUser();
  expect(await operators.run('eve', 'account', 'freeze', userId)).toContain('was frozen');
  expect(await isSignedIn(client)).toBe(false);
  expect((await signIn()).answer).toMatchObject({ code: 'ACCOUNT_FROZEN_BY_HOUSE' });
  expect((await signIn('a wrong password')).answer).toMatchObject({ code: 'LOGIN_FAILED' });
  expect(await world.db.transaction((tx) => findOutgoingStop(tx, { userId, now: world.time.now }))).toBe('frozen');
  const after = { ...(await readUser()), house_frozen_at: null, epoch: before?.epoch };
  expect(after).toEqual(before);
  await expect(operators.run('eve', 'account', 'freeze', userId)).rejects.toThrow('nothing changed');
});

it('security: neither a new password by a mailed link nor the owner lifts it', async () => {
  const { client } = await signIn();
  await client.post('/x/freeze', {});
  await operators.run('eve', 'account', 'freeze', userId);
  const token = await newestLink();
  const chosen = 'a new and longer password';
  const answer = await world.createClient().post('/x/password-by-link', { token, password: chosen, repassword: chosen });
  expect(answer).toMatchObject({ status: 1 });
  expect(await readUser()).toMatchObject({ frozen_at: null, house_frozen_at: new Date(world.time.now) });
  expect((await signIn(chosen)).answer).toMatchObject({ code: 'ACCOUNT_FROZEN_BY_HOUSE' });
});

it("security: a wallet's signature lifts the owner's freeze alone", async () => {
  const client = await signInByWallet(world, { wallet: name });
  const { rows } = await world.db.read.query<{ id: string }>('SELECT id FROM users WHERE wallet_address = $1', [
    walletOf(name).address.toLowerCase(),
  ]);
  await client.post('/x/freeze', {});
  await operators.run('eve', 'account', 'freeze', rows[0]?.id ?? '');
  const signed = await signLogin(walletOf(name), world.time.now, { statement: UNFREEZE_STATEMENT });
  const fields = new URLSearchParams({ ...signed, ip: '1.2.3.4', is_cs: '1' });
  expect(await world.createClient().get(`/Login/walletLogin?${fields}`, world.bff)).toMatchObject({ code: 'ACCOUNT_FROZEN_BY_HOUSE' });
});

it("is lifted by two operators; the owner's own freeze stays, and money stays in for a day", async () => {
  const { client } = await signIn();
  await client.post('/x/freeze', {});
  await operators.run('eve', 'account', 'freeze', userId);
  expect(await operators.run('eve', 'account', 'unfreeze', userId)).toContain('waits for a second operator');
  expect(await readUser()).toMatchObject({ house_frozen_at: new Date(world.time.now) });
  expect(await operators.agree('account', 'unfreeze', userId)).toContain('was lifted');
  expect(await readUser()).toMatchObject({ house_frozen_at: null, outgoing_held_until: new Date(world.time.now + DAY_MS) });
  expect((await signIn()).answer).toMatchObject({ code: 'ACCOUNT_FROZEN' });
});

it('security: sign-ins that race it leave no session', async () => {
  const racing = Array.from({ length: 4 }, (_, n) => signIn(PASSWORD, `198.51.102.${n}`));
  await operators.run('eve', 'account', 'freeze', userId);
  for (const { client } of await Promise.all(racing)) expect(await isSignedIn(client)).toBe(false);
});

it('any freeze ends what rests of both accounts and could open a position', async () => {
  const { client } = await signIn();
  await client.post('/x/freeze', {});
  const read = async () =>
    (await world.db.read.query('SELECT mode, reason FROM risk_order_ends WHERE user_id = $1 ORDER BY mode', [userId])).rows;
  const ended = ['demo', 'real'].map((mode) => ({ mode, reason: 'ORDER_ENDED_BY_FREEZE' }));
  expect(await read()).toEqual(ended);
  await world.db.read.query('DELETE FROM risk_order_ends');
  await operators.run('eve', 'account', 'freeze', userId);
  expect(await read()).toEqual(ended);
});
