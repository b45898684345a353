import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ActName, createOperatorKey, mayAct, type ROLES } from '../modules/operators/operators';
import type { Database } from '../platform/db';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { runCommand } from './commands';

const NOBODY = '/nowhere/at/all.csv';
/** Every command that shows something of members and is no act of its own: what it asks for, and how the log calls what was looked at. */
const LOOKS: readonly { words: readonly string[]; may: ActName; act: ActName; target: string }[] = [
  { words: ['withdrawals'], may: 'cases.read', act: 'lists.read', target: 'withdrawals' },
  { words: ['identity'], may: 'cases.read', act: 'lists.read', target: 'identity' },
  { words: ['proofs'], may: 'cases.read', act: 'lists.read', target: 'proofs' },
  { words: ['wires'], may: 'cases.read', act: 'lists.read', target: 'wires' },
  { words: ['vip'], may: 'cases.read', act: 'lists.read', target: 'claims' },
  { words: ['support'], may: 'cases.read', act: 'lists.read', target: 'support' },
  { words: ['wires', 'show', '12'], may: 'cases.read', act: 'cases.read', target: 'wires 12' },
  { words: ['pay', 'list', 'ERC20', NOBODY], may: 'withdrawals.pay', act: 'lists.read', target: 'withdrawals' },
  { words: ['pay', 'psbt', NOBODY, NOBODY, 'bc1q', '1'], may: 'withdrawals.pay', act: 'lists.read', target: 'withdrawals' },
];
/** What names nobody, and is for whoever is an operator. */
const OPEN = [['queue'], ['jobs'], ['announce'], ['presale']] as const;
const ALL_ROLES: readonly (typeof ROLES)[number][] = ['support', 'reviewer', 'treasurer', 'product', 'auditor', 'admin'];

let db: Database;
let made: ReturnType<typeof createTestPlatform>;
const keys = new Map<string, string>();
beforeAll(async () => {
  db = await createTestDatabase();
  made = createTestPlatform(db, { env: { filesKey: 'A'.repeat(43) } });
  for (const role of ALL_ROLES) {
    const { key, fingerprint } = createOperatorKey();
    keys.set(role, key);
    await db.read.query('INSERT INTO operators (name, roles, key_hash, created_at) VALUES ($1, ARRAY[$2], $3, 0)', [
      `only-${role}`,
      role,
      fingerprint,
    ]);
  }
});
afterAll(() => db.close());

const run = (who: string | null, words: readonly string[]) => {
  const context = { db, env: made.platform.env, audits: [], operatorKey: keys.get(who ?? '') ?? null, now: () => made.time.now };
  return runCommand(context, [...words, '--reason', 'a look']);
};
type Entry = { seq: string; actor: string; act: string; target: string };
const newestRow = async () =>
  (
    await db.read.query<Entry>(
      `SELECT seq, entry::jsonb ->> 'actor' AS actor, entry::jsonb ->> 'act' AS act, entry::jsonb ->> 'target' AS target FROM operator_log ORDER BY seq DESC LIMIT 1`,
    )
  ).rows[0];

describe('the command line', () => {
  it.each(LOOKS.flatMap((look) => ALL_ROLES.map((role) => [look.words.slice(0, 2).join(' '), role, look] as const)))(
    'security: %s of a %s is let or refused as in the console, and let alone leaves its row of the log',
    async (_name, role, { words, may, act, target }) => {
      const before = await newestRow();
      const failure = await run(role, words).then(
        () => null,
        (error: { code?: string }) => error,
      );
      const isLet = mayAct([role], may);
      expect(failure?.code === 'NOT_ALLOWED').toBe(!isLet);
      const after = await newestRow();
      if (isLet) expect(after).toMatchObject({ actor: `only-${role}`, act, target });
      else expect(after).toEqual(before);
    },
  );

  it('security: shows nothing to who shows no key', async () => {
    for (const words of [...LOOKS.map((look) => look.words), ...OPEN])
      await expect(run(null, words), words.join(' ')).rejects.toMatchObject({ code: 'KEY_UNKNOWN' });
  });

  it('shows what names nobody to every operator, without a row of the log', async () => {
    const before = await newestRow();
    for (const role of ALL_ROLES) for (const words of OPEN) expect((await run(role, words)).code, `${role} ${words.join(' ')}`).toBe(0);
    expect(await newestRow()).toEqual(before);
  });
});
