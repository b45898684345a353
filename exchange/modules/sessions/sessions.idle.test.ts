import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createTestWorld, signInByWallet, type TestWorld } from '../../../tests/helpers/accounts-world';
import { hashText } from '../../platform/ids';
import { SESSION_IDLE_MS } from '../accounts/accounts';
import { SEEN_EVERY_MS } from '../accounts/accounts.service';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

type Row = { current: boolean; last_seen: number };
const ask = (client: Client) => client.get('/Login/userlogin');
const listOf = async (client: Client) => ((await client.get('/x/session-list')).info as { rows: Row[] }).rows;
const tokenHash = (client: Client) => hashText(client.cookie.split('=')[1] ?? '');
/** Uses a session, and waits until that is written down. */
async function use(client: Client): Promise<void> {
  expect(await ask(client)).toMatchObject({ status: 1 });
  await expect.poll(async () => (await listOf(client))[0]?.last_seen).toBeGreaterThan(world.time.now - SEEN_EVERY_MS);
}

it('security: a session that nobody used for a week is over, for calls, streams and the list of devices', async () => {
  const idle = await signInByWallet(world, { wallet: 'idle' });
  const other = await signInByWallet(world, { wallet: 'idle' });
  world.time.now += SESSION_IDLE_MS - 60_000;
  await use(other);
  expect(await listOf(other)).toHaveLength(2);
  world.time.now += 120_000;
  expect(await ask(idle)).toMatchObject({ status: 0, code: 'SESSION_REQUIRED' });
  expect(await world.accounts.service.listStanding([tokenHash(idle), tokenHash(other)])).toEqual([tokenHash(other)]);
  expect(await listOf(other)).toMatchObject([{ current: true }]);
});

it('security: a session that was used stays, until its thirty days are over', async () => {
  const client = await signInByWallet(world, { wallet: 'busy' });
  for (let times = 0; times < 4; times += 1) {
    world.time.now += SESSION_IDLE_MS - 60_000;
    await use(client);
  }
  world.time.now += SESSION_IDLE_MS - 60_000;
  expect(await ask(client)).toMatchObject({ code: 'SESSION_REQUIRED' });
});

it('security: what ended unused is gone with the next sign-in', async () => {
  const idle = await signInByWallet(world, { wallet: 'swept' });
  world.time.now += SESSION_IDLE_MS;
  await signInByWallet(world, { wallet: 'swept' });
  const { rows } = await world.db.read.query('SELECT 1 FROM sessions WHERE token_hash = $1', [tokenHash(idle)]);
  expect(rows).toEqual([]);
});
