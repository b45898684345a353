import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { OPERATIONS } from '../bff/operations';
import { NUMBERED_CALLS } from '../protocol/requests';
import { type ReadEndpoint, shownBy, type WriteEndpoint } from './define';
import { ENDPOINTS } from './endpoints';

const root = fileURLToPath(new URL('../../', import.meta.url));
const writes = ENDPOINTS.filter((one): one is WriteEndpoint => one.method === 'POST');
const reads = ENDPOINTS.filter((one): one is ReadEndpoint => one.method === 'GET');

/** Writes of visitors and of the browser itself: no account stands behind them. */
const WITHOUT_ACCOUNT = [
  'signInPassword',
  'passkeyOptions',
  'signInPasskey',
  'walletMessage',
  'signInWallet',
  'walletFound',
  'preferences',
  'mailCode',
  'register',
  'freezeByLink',
  'withdrawalCancelByLink',
  'mailedLink',
  'handoffOwner',
  'handoffPicture',
  'passwordLink',
  'passwordByLink',
];

it('no two have one id, or one method of one address', () => {
  expect(new Set(ENDPOINTS.map(({ id }) => id)).size).toBe(ENDPOINTS.length);
  expect(new Set(ENDPOINTS.map(({ method, path }) => `${method} ${path}`)).size).toBe(ENDPOINTS.length);
});

it('each has what stands behind it, once', () => {
  expect(OPERATIONS.map(({ id }) => id).sort()).toEqual(ENDPOINTS.map(({ id }) => id).sort());
});

it('security: every write of a session names the account that its screen shows', () => {
  expect(
    writes
      .filter((one) => shownBy(one) === null)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...WITHOUT_ACCOUNT].sort());
});

it('a write has a name at the exchange exactly when its input has a request number, and no two have one name', () => {
  const withNumber = OPERATIONS.filter(
    ({ id, input }) => 'shape' in input && 'requestId' in (input.shape as object) && !id.startsWith('request'),
  );
  const numbered = writes.filter((one) => one.numbered !== undefined);
  expect(numbered.map(({ id }) => id).sort()).toEqual(withNumber.map(({ id }) => id).sort());
  expect(numbered.map((one) => one.numbered).sort()).toEqual([...NUMBERED_CALLS].sort());
});

it('a purchase reads its terms again: what it was refused for is seen', () => {
  expect(writes.find(({ id }) => id === 'buyContract')?.makesStale).toContain('optionTerms');
});

it('what a write makes stale is shown by a read', () => {
  const shown = new Set(reads.map(({ access, id, topic }) => (access === 'public' ? id : topic)));
  expect(writes.flatMap(({ makesStale = [] }) => makesStale).filter((topic) => !shown.has(topic))).toEqual([]);
});

it('what belongs to nobody has no topic', () => {
  expect(reads.filter(({ access, topic }) => access === 'public' && topic !== undefined)).toEqual([]);
});

it('the half that a browser loads brings nothing but itself: of all else it takes the types', () => {
  const files = readdirSync(`${root}lib/api`).filter((file) => !file.includes('.test.'));
  const brought = files.flatMap((file) =>
    [...readFileSync(`${root}lib/api/${file}`, 'utf8').matchAll(/^import (?!type )[^;]*? from '([^']+)'/gm)]
      .map(([, from]) => from ?? '')
      .filter((from) => !/^\.\/[\w-]+$/.test(from)),
  );
  expect(brought).toEqual([]);
});

it('no screen of a member sends a write but through useWrite', () => {
  const files = ['app', 'components'].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
      .map((file) => `${folder}/${file}`),
  );
  const senders = files.filter((file) => /\b(useMutation|sendApi|sendShown|method: 'POST')/.test(readFileSync(root + file, 'utf8')));
  // Who isn't signed in yet, and what a browser remembers of its looks.
  // An operator's console has a surface of its own (components/console/post.ts).
  expect(senders.filter((file) => !/^components\/(auth|console)\//.test(file))).toEqual([
    // Nobody is signed in on the page of a hand-off.
    'components/files/handoff-form.tsx',
    'components/layout/language-menu.tsx',
    // What confirms a write stands inside it.
    'components/layout/step-up-code.tsx',
    'components/layout/step-up-passkey.tsx',
    'components/layout/step-up-wallet.tsx',
    'components/layout/use-preferences.ts',
    // The message that is signed; the link itself is a write as others are.
    'components/protection/wallet-part.tsx',
  ]);
});
