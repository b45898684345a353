import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Secret } from 'otpauth';
import { type Client, createTestWorld, signInByWallet, type TestWorld } from '../../../tests/helpers/accounts-world';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import { callConfirmed, grantStepUp } from '../../../tests/helpers/step-up';
import { createLogger } from '../../platform/logger';
import { codeAt } from '../../platform/totp';

let server: SharedPostgres;
let world: TestWorld;
let client: Client;
let wallet: string;
let person: { userId: string; sessionId: string };
beforeAll(async () => {
  server = await sharePostgres();
  world = await createTestWorld({}, { db: openPatiently(await server.createDatabase('security'), createLogger('silent')) });
});
afterAll(async () => {
  await world.close();
  await server.stop();
});

let names = 0;
/** Somebody with an authenticator. */
beforeEach(async () => {
  wallet = `moment ${names++}`;
  client = await signInByWallet(world, { wallet });
  const begun = await callConfirmed(world, client, () => client.get('/user/ga'), wallet);
  const { secret } = begun.info as { secret: string };
  const code = codeAt(Buffer.from(Secret.fromBase32(secret).buffer), world.time.now);
  expect(await client.get(`/user/gaGoogle?${new URLSearchParams({ code })}`)).toMatchObject({ status: 1 });
  person = await newestSession();
});

async function newestSession(): Promise<typeof person> {
  const { rows } = await world.db.read.query<typeof person>(
    'SELECT id AS "sessionId", user_id AS "userId" FROM sessions ORDER BY id DESC LIMIT 1',
  );
  return rows[0] as typeof person;
}
const confirm = (act: 'recoveryCodes' | 'lock', subject = {}, by = person) =>
  grantStepUp(world.db, { ...by, now: world.time.now, act, ...subject });
const waiting = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await world.db.read.query<{ n: string }>('SELECT count(*) AS n FROM pg_locks WHERE NOT granted');
      return Number(rows[0]?.n);
    })
    .toBe(count);

it('of recovery codes that two devices have made at once the later ones are left', async () => {
  await confirm('recoveryCodes');
  const other = await signInByWallet(world, { wallet });
  await confirm('recoveryCodes', {}, await newestSession());
  const renew = (of: Client) => of.post('/x/recovery-codes', {});
  let answers: ReturnType<typeof renew>[] = [];
  await world.db.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM recovery_codes WHERE user_id = $1 FOR UPDATE', [person.userId]);
    answers = [renew(client), renew(other)];
    await waiting(2);
  });
  for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ status: 1 });
  const { rows } = await world.db.read.query('SELECT 1 FROM recovery_codes WHERE user_id = $1', [person.userId]);
  expect(rows).toHaveLength(10);
});

it('a lock of the settings is answered after the change that was being made, and none is made after it', async () => {
  await confirm('recoveryCodes');
  await confirm('recoveryCodes');
  await confirm('lock', { days: '7' });
  const renew = () => client.post('/x/recovery-codes', {});
  const seen: string[] = [];
  let both: Promise<unknown>[] = [];
  await world.db.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM recovery_codes WHERE user_id = $1 FOR UPDATE', [person.userId]);
    const renewed = renew().then(() => seen.push('changed'));
    await waiting(1);
    const locked = client.post('/x/settings-lock', { days: '7' }).then(({ status }) => seen.push(status === 1 ? 'locked' : 'refused'));
    both = [renewed, locked];
    await Promise.race([locked, waiting(2)]);
  });
  await Promise.all(both);
  expect(seen).toEqual(['changed', 'locked']);
  expect(await renew()).toMatchObject({ code: 'SETTINGS_LOCKED' });
});
