import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestWorld, type TestWorld } from '../../../tests/helpers/accounts-world';
import { hashPassword, verifyPassword } from './accounts.passwords';

const PASSWORD = 'correct horse battery';
const OLD = { memoryCost: 8_192, timeCost: 1, parallelism: 1 };
let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

async function addUser(name: string, passwordHash: string): Promise<void> {
  await world.db.read.query(
    `INSERT INTO users (username, username_key, email, email_key, password_hash, referral_code) VALUES ($1, $1, $2, $2, $3, $4)`,
    [name, `${name}@candor.example`, passwordHash, name.toUpperCase().padStart(8, 'A')],
  );
}
const signIn = (name: string, password = PASSWORD) =>
  world.createClient().post('/Login/submit', { username: name, password, is_cs: '1' }, { ...world.bff, 'x-client-ip': '203.0.113.7' });
const hashOf = async (name: string) =>
  (await world.db.read.query<{ password_hash: string }>('SELECT password_hash FROM users WHERE username = $1', [name])).rows[0]
    ?.password_hash ?? '';

it('security: a password that was hashed with other parameters is hashed with those of today at the next sign-in', async () => {
  const old = await hash(PASSWORD, OLD);
  await addUser('olda', old);
  expect(await signIn('olda', 'another password')).toMatchObject({ code: 'LOGIN_FAILED' });
  expect(await hashOf('olda')).toBe(old);
  expect(await signIn('olda')).toMatchObject({ status: 1 });
  const renewed = await hashOf('olda');
  expect(renewed.split('$').slice(0, 4)).toEqual((await hashPassword('any')).split('$').slice(0, 4));
  expect(await verifyPassword(renewed, PASSWORD)).toBe(true);
  expect(await signIn('olda')).toMatchObject({ status: 1 });
  expect(await hashOf('olda')).toBe(renewed);
});

it('security: a hash of today stays as it is', async () => {
  const kept = await hashPassword(PASSWORD);
  await addUser('newa', kept);
  expect(await signIn('newa')).toMatchObject({ status: 1 });
  expect(await hashOf('newa')).toBe(kept);
});
