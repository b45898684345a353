import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type Endpoint, shownBy } from '../bff/define-endpoint';
import { endpoints } from '../bff/endpoints';
import { NUMBERED_WRITES } from '../dto/numbered-writes';
import { WRITES } from './writes';

const all = Object.entries(endpoints) as [string, Endpoint][];
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Writes of visitors and of the browser itself: no account stands behind them. */
const WITHOUT_ACCOUNT = ['signInPassword', 'walletMessage', 'signInWallet', 'walletFound', 'preferences', 'mailCode', 'register'];

it('security: every write of a session names the account that its screen shows', () => {
  const unchecked = all.filter(([, endpoint]) => endpoint.method === 'POST' && shownBy(endpoint) === null).map(([id]) => id);
  expect(unchecked.sort()).toEqual([...WITHOUT_ACCOUNT].sort());
});

it('lists every write of a session with its address', () => {
  const writes = all.filter(([, endpoint]) => endpoint.method === 'POST' && shownBy(endpoint) !== null);
  expect(Object.fromEntries(Object.entries(WRITES).map(([id, { path }]) => [id, path]))).toEqual(
    Object.fromEntries(writes.map(([id, { path }]) => [id, path])),
  );
});

it('knows what every write with a request number is called at the exchange', () => {
  const numbered = all.filter(
    ([id, { input }]) => id in WRITES && 'requestId' in ((input as { shape?: object }).shape ?? {}) && id !== 'requestBar',
  );
  expect(Object.keys(NUMBERED_WRITES).sort()).toEqual(numbered.map(([id]) => id).sort());
});

it('no screen of a member sends a write but through useWrite', () => {
  const files = ['app', 'components'].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
      .map((file) => `${folder}/${file}`),
  );
  const senders = files.filter((file) => /\b(useMutation|postJson|method: 'POST')/.test(readFileSync(root + file, 'utf8')));
  // Who isn't signed in yet, and what a browser remembers of its looks.
  expect(senders.filter((file) => !file.startsWith('components/auth/'))).toEqual([
    'components/layout/language-menu.tsx',
    'components/layout/use-preferences.ts',
  ]);
});
