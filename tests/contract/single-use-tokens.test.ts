import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { LinkPurpose } from '../../exchange/modules/sessions/sessions.links';
import type { StepUpWay } from '../../lib/rules/step-up';

type Row = { thing: string; file: string; words: string };
const TABLE = /^## What counts once\n([\s\S]*?)^## /m;
const ROW = /^\| (.+?) \| `(.+?)` \| (.+) \|$/gm;
/** The race is written with its number, or with the name of a constant of the file. */
const TRIES = /length: (200|TRIES) \}|n < 200;/;
const page = readFileSync('docs/security.md', 'utf8');
const rows: Row[] = [...(TABLE.exec(page)?.[1] ?? '').matchAll(ROW)].map(([, thing = '', file = '', words = '']) => ({
  thing,
  file,
  words,
}));

/** The body of the test whose title ends with the words; null where the file has none. */
function findTest({ file, words }: Row): string | null {
  const text = readFileSync(file, 'utf8');
  const at = text.indexOf(`${words}'`);
  if (at < 0) return null;
  const next = /^ *(it|describe)(\.each)?\(/gm;
  next.lastIndex = at;
  return text.slice(at, next.exec(text)?.index ?? text.length);
}

it.each(rows)('security: $thing is raced 200 times', (row) => {
  const body = findTest(row);
  expect(body, `${row.file} has the test`).not.toBeNull();
  expect(body).toMatch(TRIES);
});

it('security: every kind of mailed code and link, and every way to confirm, has its row', () => {
  // Typed by what there is, so that a new kind without a row doesn't compile.
  const kinds: Record<LinkPurpose | 'register' | 'kyc' | 'email' | StepUpWay | 'recovery', string> = {
    freeze: 'mailed link that freezes',
    password: 'mailed link for a new password',
    withdrawal: 'mailed link that calls a withdrawal off',
    register: 'mailed code of a registration',
    kyc: 'submission of an identity, with its mailed code',
    email: 'mailed code of another address',
    mail: 'mailed code of a confirmation',
    totp: 'code of an authenticator',
    passkey: 'ticket of a confirmation by a passkey',
    wallet: 'message by which a wallet signs in',
    recovery: 'recovery code',
  };
  const missing = Object.values(kinds).filter((words) => !rows.some(({ thing }) => thing.startsWith(words)));
  expect(missing).toEqual([]);
  expect(rows.length).toBeGreaterThan(20);
});
