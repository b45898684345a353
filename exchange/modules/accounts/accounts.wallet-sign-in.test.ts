import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestWorld, type TestWorld } from '../../../tests/helpers/accounts-world';
import { signLogin, walletOf } from '../../../tests/helpers/test-wallet';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const victim = walletOf('victim');
const thief = walletOf('thief');
type Fields = Record<string, string>;

/** Call 1 with the secret of the web tier, as a broken web tier would make it. */
const send = (fields: Fields) =>
  world.createClient().get(`/Login/walletLogin?${new URLSearchParams({ ip: '1.1.1.1', is_cs: '0', ...fields })}`, world.bff);
const countUsers = async () => (await world.db.read.query('SELECT 1 FROM users')).rowCount;

describe('security: with the secret of the web tier alone', () => {
  const at = () => world.time.now;
  it.each<[string, () => Promise<Fields>, string]>([
    ['without a signature', async () => ({ username: victim.address }), 'WALLET_SIGNATURE_WRONG'],
    [
      "with somebody else's signature",
      async () => {
        const asked = await signLogin(victim, at());
        return { ...asked, signature: await thief.signMessage({ message: asked.message }) };
      },
      'WALLET_SIGNATURE_WRONG',
    ],
    ["with a thief's own message", async () => ({ ...(await signLogin(thief, at())), username: victim.address }), 'WALLET_SIGNATURE_WRONG'],
    ['with a signature of another text', async () => ({ ...(await signLogin(victim, at())), message: 'hello' }), 'WALLET_SIGNATURE_WRONG'],
    ["with a message for a phisher's domain", () => signLogin(victim, at(), { domain: 'evil.example' }), 'WALLET_SIGNATURE_WRONG'],
    [
      'with a message whose page is another than its domain',
      () => signLogin(victim, at(), { uri: 'https://evil.example' }),
      'WALLET_SIGNATURE_WRONG',
    ],
    ['with a message that lives for a day', () => signLogin(victim, at(), { lifeMs: 86_400_000 }), 'WALLET_SIGNATURE_WRONG'],
    ['with a message of six minutes ago', () => signLogin(victim, at(), { issuedAt: at() - 360_000 }), 'WALLET_MESSAGE_EXPIRED'],
    ['with a message of tomorrow', () => signLogin(victim, at(), { issuedAt: at() + 86_400_000 }), 'WALLET_MESSAGE_EXPIRED'],
    ['with a short nonce', () => signLogin(victim, at(), { nonce: 'abcd1234' }), 'WALLET_SIGNATURE_WRONG'],
  ])('nobody signs in as a wallet %s', async (_name, make, code) => {
    const before = await countUsers();
    expect(await send(await make())).toMatchObject({ status: 0, code });
    expect(await countUsers()).toBe(before);
  });

  it('security: of 200 uses of a captured message at once one counts', async () => {
    const login = await signLogin(victim, at());
    const answers = await Promise.all(Array.from({ length: 200 }, () => send(login)));
    expect(answers.filter(({ status }) => status === 1)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 1).map(({ code }) => code))).toEqual(new Set(['WALLET_MESSAGE_EXPIRED']));
  });

  it('a session of one wallet switches to no other', async () => {
    const client = world.createClient();
    const own = new URLSearchParams({ ip: '1.1.1.1', is_cs: '0', ...(await signLogin(thief, at())) });
    expect(await client.get(`/Login/walletLogin?${own}`, world.bff)).toMatchObject({ status: 1 });
    const other = new URLSearchParams({ ip: '1.1.1.1', is_cs: '1', username: victim.address });
    expect(await client.get(`/Login/walletLogin?${other}`, world.bff)).toMatchObject({ status: 0, code: 'WALLET_SIGNATURE_WRONG' });
  });
});

it('takes a message for the configured domain alone, once there is one', async () => {
  const open = await createTestWorld({ env: { publicOrigin: 'https://candor.example' } });
  const sendTo = (fields: Fields) =>
    open.createClient().get(`/Login/walletLogin?${new URLSearchParams({ ip: '1.1.1.1', is_cs: '0', ...fields })}`, open.bff);
  expect(await sendTo(await signLogin(victim, open.time.now))).toMatchObject({ status: 0, code: 'WALLET_SIGNATURE_WRONG' });
  const uri = 'https://candor.example';
  expect(await sendTo(await signLogin(victim, open.time.now, { domain: 'candor.example', uri }))).toMatchObject({ status: 1 });
  await open.close();
});
