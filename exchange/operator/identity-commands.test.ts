import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestWorld, signInByWallet } from '../../tests/helpers/accounts-world';
import { makePicture } from '../../tests/helpers/pictures';
import { createOperatorKey, foundOperator } from '../modules/operators/operators';
import { createLazySealing } from '../platform/sealing';
import { runCommand } from './commands';

it('lists reviews, shows with a row in the log, decides, and seals anew under another key', async () => {
  const world = await createTestWorld();
  const dataDir = mkdtempSync(join(tmpdir(), 'identity-'));
  const keys = new Map<string, string>();
  for (const name of ['eve', 'fay']) {
    const { key, fingerprint } = createOperatorKey();
    keys.set(name, key);
    await world.db.transaction((tx) => foundOperator(tx, { name, roles: ['admin'], fingerprint, at: 0 }));
  }
  const env = { dataDir: world.platform.env.dataDir, sandbox: true, filesKey: null };
  const run = async (...argv: string[]) =>
    (await runCommand({ db: world.db, env, audits: [], operatorKey: keys.get('eve') ?? null, now: () => world.time.now }, argv)).text;
  expect(await run('identity')).toBe('nothing waits for review\n');

  const client = await signInByWallet(world, { wallet: 'ada' });
  const give = async () => String((await client.upload('/api/image', await makePicture())).info);
  let subject = '';
  world.accounts.mailer.send = async (mail) => {
    subject = mail.subject;
  };
  await client.post('/home/login/mailcode', { email: 'ada@candor.example', purpose: 'kyc' });
  const form = { country: 'CH', first_name: 'Ada', last_name: 'Byron', type: 'passport', number: 'X1234567', email: 'ada@candor.example' };
  const [front, hold] = [await give(), await give()];
  expect(await client.post('/User/kyc1_Handle', { ...form, front, hold, mailcode: subject.slice(0, 6) })).toMatchObject({ status: 1 });

  expect(await run('identity')).toMatch(/^1 {2}user \d+ {2}sent 2026-/);
  await expect(run('identity', 'show', '1')).rejects.toThrow('A reason is needed');
  expect(await run('identity', 'show', '1', '--reason', 'review')).toMatch(
    /last name Byron[\s\S]*number X1234567[\s\S]*front [0-9a-f]{32}/,
  );
  const path = join(dataDir, 'front.jpg');
  await run('picture', front, path, '--reason', 'review');
  expect(readFileSync(path).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  await expect(run('picture', 'f'.repeat(32), path, '--reason', 'x')).rejects.toThrow('There is no picture');
  const unsent = await give();
  await expect(run('picture', unsent, path, '--reason', 'curious')).rejects.toThrow('was sent to no case');
  expect(await run('log')).not.toContain(unsent);

  const before = (await createLazySealing(env)()).currentKeyId;
  expect(await run('rotate-files-key', '--reason', 'yearly')).toMatch(
    /^3 pictures, 1 numbers, 0 agreements, 0 parts of copies and 0 authenticators sealed anew/,
  );
  expect((await createLazySealing(env)()).currentKeyId).not.toBe(before);
  expect(await run('identity', 'show', '1', '--reason', 'again')).toContain('number X1234567');

  await expect(run('identity', 'reject', '1', 'ugly', 'front', '--reason', 'x')).rejects.toThrow('one of unreadable');
  world.time.now += 49 * 3_600_000;
  expect(await run('identity')).toContain('LATE');
  expect(await run('identity', 'reject', '1', 'expired', 'front', '--reason', 'x')).toContain('waits for a second operator');
  expect(await run('identity', 'approve', '1', '--reason', 'after all')).toContain('is verified');
  expect(await run('log')).toMatch(/identity.read done[\s\S]*files.read done|files.read done[\s\S]*identity.read done/);
  rmSync(dataDir, { recursive: true });
  await world.close();
});
