import { afterEach, describe, expect, test, vi } from 'vitest';
import { createAccountOpening } from './open-account';

const REGISTRATION = {
  username: 'ada',
  email: 'ada@candor.example',
  password: 'a long password',
  passwordAgain: 'a long password',
  code: '123456',
  proof: 'abc.1',
  consent: true,
} as const;
type Answer = 'lost' | 'done' | { status: number; code: string };

afterEach(() => vi.unstubAllGlobals());

/** Answers the two calls in turn, and notes what was asked. */
function answer(register: Answer[], signIn: Answer[]) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push(path);
    const next = (path === '/api/register' ? register : signIn).shift();
    if (next === undefined) throw new Error(`nothing is said of ${path}`);
    if (next === 'lost') throw new TypeError('connection lost');
    if (path === '/api/session/password') expect(JSON.parse(String(init.body))).toEqual({ username: 'ada', password: 'a long password' });
    return next === 'done'
      ? Response.json({ done: true })
      : Response.json({ error: { code: next.code, params: {} } }, { status: next.status });
  });
  return asked;
}
const refused = (code: string): Answer => ({ status: 409, code });

describe('a registration whose answer got lost', () => {
  test('signs in where the account is there', async () => {
    answer(['lost'], ['done']);
    await expect(createAccountOpening()(REGISTRATION)).resolves.toBe('signed-in');
  });

  test.each(['MAIL_CODE_WRONG', 'USERNAME_TAKEN', 'EMAIL_TAKEN'])('signs in when it is pressed again and refused with %s', async (code) => {
    answer(['lost', refused(code)], ['lost', 'done']);
    const open = createAccountOpening();
    await expect(open(REGISTRATION)).rejects.toMatchObject({ status: 0 });
    await expect(open(REGISTRATION)).resolves.toBe('signed-in');
  });

  test('security: is refused as before where the password is not that of the account', async () => {
    answer([{ status: 504, code: 'LEGACY_TIMEOUT' }, refused('USERNAME_TAKEN')], [refused('LOGIN_FAILED'), refused('LOGIN_FAILED')]);
    const open = createAccountOpening();
    await expect(open(REGISTRATION)).rejects.toMatchObject({ code: 'LEGACY_TIMEOUT' });
    await expect(open(REGISTRATION)).rejects.toMatchObject({ code: 'USERNAME_TAKEN' });
  });
});

test('a registration that is refused signs nobody in', async () => {
  const asked = answer([refused('MAIL_CODE_WRONG'), refused('USERNAME_TAKEN')], []);
  const open = createAccountOpening();
  await expect(open(REGISTRATION)).rejects.toMatchObject({ code: 'MAIL_CODE_WRONG' });
  await expect(open(REGISTRATION)).rejects.toMatchObject({ code: 'USERNAME_TAKEN' });
  expect(asked).toEqual(['/api/register', '/api/register']);
});

test.each<[Answer, string]>([
  ['done', 'signed-in'],
  ['lost', 'created'],
])('an account that was opened, then a sign-in that is %j: %s', async (signIn, opened) => {
  answer(['done'], [signIn]);
  await expect(createAccountOpening()(REGISTRATION)).resolves.toBe(opened);
});
