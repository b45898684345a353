import { hashText } from '../../platform/ids';
import { STEP_UP_RULES } from '../../../lib/rules/step-up';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTestWorld, type Envelope, signInByWallet, type TestWorld } from '../../../tests/helpers/accounts-world';
import { createSoftwarePasskey } from '../../../tests/helpers/software-passkey';
import { callConfirmed, grantStepUp, readStepUp } from '../../../tests/helpers/step-up';

const DAY_MS = 86_400_000;
let world: TestWorld;
let names = 0;
let wallet: string;
let client: Client;
let passkey: ReturnType<typeof createSoftwarePasskey>;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  wallet = `passkey ${names++}`;
  client = await signInByWallet(world, { wallet });
  passkey = createSoftwarePasskey();
});

const optionsOf = ({ info }: Envelope) => (info as { options: string }).options;
const begin = async () => optionsOf(await callConfirmed(world, client, () => client.post('/x/passkey-begin', {}), wallet));
async function grant(act: 'passkey' | 'passkeyRemoval'): Promise<void> {
  const session = await world.accounts.service.authenticate(client.cookie.split('=')[1] ?? '');
  if (session === null) throw new Error('not signed in');
  await grantStepUp(world.db, { ...session, now: world.time.now, act });
}
/** As one who confirmed by a passkey. */
async function beginAgain(): Promise<string> {
  await grant('passkey');
  return optionsOf(await client.post('/x/passkey-begin', {}));
}
/** With a control and what turns a line around in its name. */
const add = (response: string, of: Client = client) => of.post('/x/passkey-add', { name: ' Pho\u202ene\u0007 🔑 ', response });
const addPasskey = async () => expect(await add(passkey.create(await begin()))).toMatchObject({ status: 1 });
const signInOptions = async () => optionsOf(await world.createClient().post('/x/passkey-options', {}));
const signIn = (response: string, from: Client = world.createClient()) =>
  from.post('/x/passkey-login', { response, is_cs: '1' }, world.bff);
type State = { passkeys: { id: string; name: string; used_at: number | null }[]; held_until: number | null };
const stateOf = async () => (await client.get('/x/security')).info as State;

describe('registering a passkey', () => {
  it('needs a confirmation, keeps its name, and refuses what was made elsewhere, for others, unverified, late, or twice', async () => {
    expect(await client.post('/x/passkey-begin', {})).toMatchObject({ code: 'STEP_UP_REQUIRED', params: { ways: 'wallet' } });
    const options = await begin();
    const other = await signInByWallet(world, { wallet: `${wallet} other` });
    const wrong = [
      await add(passkey.create(options, { origin: 'https://evil.example' })),
      await add(passkey.create(options, { isVerified: false })),
      await add(passkey.create(options, { challenge: 'AAAA' })),
      await add(passkey.create(options), other),
      await add('{"id":"x"}'),
      await add('no json'),
    ];
    expect(wrong.map(({ code }) => code)).toEqual(Array(6).fill('PASSKEY_WRONG'));
    const answers = await Promise.all(Array.from({ length: 200 }, () => add(passkey.create(options))));
    expect(answers.filter(({ status }) => status === 1)).toHaveLength(1);
    expect((await stateOf()).passkeys).toMatchObject([{ name: 'Pho ne 🔑', used_at: null }]);
    const late = passkey.create(await beginAgain());
    world.time.now += 5 * 60_000;
    expect(await add(late)).toMatchObject({ code: 'PASSKEY_WRONG' });
  });
});

it('security: a confirmation begins one registration: who rides the session registers none beside it', async () => {
  const options = await begin();
  const rider = world.createClient();
  rider.cookie = client.cookie;
  expect(await rider.post('/x/passkey-begin', {})).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  expect(await add(passkey.create(options))).toMatchObject({ status: 1 });
  expect(await rider.post('/x/passkey-begin', {})).toMatchObject({ code: 'STEP_UP_REQUIRED', params: { ways: 'passkey' } });
});

it('security: a confirmation of a new passkey removes none, and one of a removal makes none', async () => {
  await addPasskey();
  const [{ id } = { id: '' }] = (await stateOf()).passkeys;
  await grant('passkey');
  expect(await client.post('/x/passkey-remove', { id })).toMatchObject({ code: 'STEP_UP_REQUIRED', params: { act: 'passkeyRemoval' } });
  expect(await client.post('/x/passkey-begin', {})).toMatchObject({ status: 1 });
  await grant('passkeyRemoval');
  expect(await client.post('/x/passkey-begin', {})).toMatchObject({ code: 'STEP_UP_REQUIRED', params: { act: 'passkey' } });
  expect(await client.post('/x/passkey-remove', { id })).toMatchObject({ status: 1 });
});

describe('signing in by passkey', () => {
  it('signs its owner in; security: of 200 uses of one answer at once one counts', async () => {
    await addPasskey();
    const browser = world.createClient();
    expect(await signIn(passkey.sign(await signInOptions()), browser)).toMatchObject({ status: 1 });
    expect((await browser.get('/Login/userlogin')).info).toMatchObject({ userid: await userIdOf(client) });
    const answer = passkey.sign(await signInOptions());
    const answers = await Promise.all(Array.from({ length: 200 }, () => signIn(answer)));
    expect(answers.filter(({ status }) => status === 1)).toHaveLength(1);
  });

  it('security: refuses another origin, a person that was not verified, a strange key, a made-up challenge and a counter that went back', async () => {
    await addPasskey();
    const wrong = [
      await signIn(passkey.sign(await signInOptions(), { origin: 'https://evil.example' })),
      await signIn(passkey.sign(await signInOptions(), { isVerified: false })),
      await signIn(createSoftwarePasskey().sign(await signInOptions())),
      await signIn(passkey.sign(await signInOptions(), { challenge: Buffer.alloc(56).toString('base64url') })),
      await signIn(passkey.sign(await beginAgain())),
    ];
    expect(wrong.map(({ code }) => code)).toEqual(Array(5).fill('PASSKEY_WRONG'));
    expect(await signIn(passkey.sign(await signInOptions(), { counter: 90 }))).toMatchObject({ status: 1 });
    expect(await signIn(passkey.sign(await signInOptions(), { counter: 90 }))).toMatchObject({ code: 'PASSKEY_WRONG' });
    expect(await signIn(passkey.sign(await signInOptions(), { counter: 91 }))).toMatchObject({ status: 1 });
  });

  it('security: a browser that somebody else was signed in on is a new device, one that its owner was is none', async () => {
    await addPasskey();
    const userId = await userIdOf(client);
    const seen_on = 'd'.repeat(22);
    const isKnown = async (more: object) => {
      const form = { response: passkey.sign(await signInOptions()), is_cs: '1', ...more };
      expect(await world.createClient().post('/x/passkey-login', form, world.bff)).toMatchObject({ status: 1 });
      const sql =
        "SELECT payload -> 'isKnown' AS known FROM event_log WHERE kind = 'accounts.signed-in' AND user_id = $1 ORDER BY id DESC LIMIT 1";
      return (await world.db.read.query<{ known: boolean }>(sql, [userId])).rows[0]?.known;
    };
    expect(await isKnown({ device: seen_on, seen_on })).toBe(false);
    const trace = "INSERT INTO account_traces (user_id, kind, trace) VALUES ($1, 'device', $2)";
    await world.db.read.query(trace, [userId, hashText(seen_on)]);
    expect(await isKnown({ device: seen_on, seen_on })).toBe(true);
    expect(await isKnown({ seen_on })).toBe(false);
  });

  it('security: a frozen account stays shut', async () => {
    await addPasskey();
    await client.post('/x/freeze', {});
    expect(await signIn(passkey.sign(await signInOptions()))).toMatchObject({ code: 'ACCOUNT_FROZEN' });
  });
});

describe('confirming by passkey', () => {
  it('is the way of who has one; each ticket once; a removed one confirms nothing and money stays in for a day', async () => {
    await addPasskey();
    const [{ id } = { id: '' }] = (await stateOf()).passkeys;
    const remove = () => client.post('/x/passkey-remove', { id });
    const { ticket, ways } = readStepUp(await remove());
    expect(ways).toBe('passkey');
    const options = optionsOf(await client.post('/x/step-up-start', { ticket, way: 'passkey' }));
    const answer = passkey.sign(options);
    const prove = () => client.post('/x/step-up', { ticket, way: 'passkey', passkey: answer });
    const answers = await Promise.all(Array.from({ length: 200 }, prove));
    expect(answers.filter(({ status }) => status === 1)).toHaveLength(1);
    expect(await remove()).toMatchObject({ status: 1 });
    expect(await stateOf()).toMatchObject({ passkeys: [], held_until: world.time.now + DAY_MS });
    // The table on the account page says so.
    expect(STEP_UP_RULES.passkeyRemoval.holdsOutgoing).toBe(true);
    expect(await signIn(passkey.sign(await signInOptions()))).toMatchObject({ code: 'PASSKEY_WRONG' });
  });
});

const userIdOf = async (of: Client) => ((await of.get('/Login/userlogin')).info as { userid: string }).userid;
