import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ActionName, createOperatorKey, mayPerform, type ROLES } from '../modules/operators/operators';
import type { Database } from '../platform/db';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { COMMAND_RIGHTS, type CommandRight, findRight } from './command-rights';
import { COMMAND_NAMES, runCommand } from './commands';

const NOBODY = '/nowhere/at/all.csv';
/** Commands that show something of members and are no action of their own, with words that they take: how the log calls what was looked at. */
const LOOKS: readonly { words: readonly string[]; act: ActionName; target: string }[] = [
  { words: ['withdrawals'], act: 'lists.read', target: 'withdrawals' },
  { words: ['identity'], act: 'lists.read', target: 'identity' },
  { words: ['proofs'], act: 'lists.read', target: 'proofs' },
  { words: ['wires'], act: 'lists.read', target: 'wires' },
  { words: ['deposits'], act: 'lists.read', target: 'by-hand' },
  { words: ['vip'], act: 'lists.read', target: 'claims' },
  { words: ['support'], act: 'lists.read', target: 'support' },
  { words: ['wires', 'show', '12'], act: 'cases.read', target: 'wires 12' },
  { words: ['pay', 'list', 'ERC20', NOBODY], act: 'lists.read', target: 'withdrawals' },
  { words: ['pay', 'psbt', NOBODY, NOBODY, 'bc1q', '1'], act: 'lists.read', target: 'withdrawals' },
  { words: ['queue'], act: 'lists.read', target: 'approvals' },
  { words: ['log'], act: 'lists.read', target: 'log' },
  { words: ['audit'], act: 'audit.run', target: 'audit' },
  { words: ['export', 'pools'], act: 'reports.read', target: 'pools' },
];
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

const refusalOf = (role: string | null, words: readonly string[]) =>
  run(role, words).then(
    () => null,
    // What is refused for another reason says so in other words.
    ({ code, message }: { code?: string; message: string }) =>
      code !== 'NOT_ALLOWED' || message.includes('may not do this') ? code : 'another',
  );
/** Its words, and one more where it takes one: nothing that there is. */
const wordsOf = ({ words, isBare }: CommandRight) => [...words.split(' '), ...(isBare === true ? [] : ['1'])];
const find = (words: readonly string[]) => {
  const right = findRight(words);
  if (right === null) throw new Error(`no right for ${words.join(' ')}`);
  return right;
};

describe('the command line', () => {
  it.each(COMMAND_RIGHTS.flatMap((right) => ALL_ROLES.map((role) => [right.words, role, right] as const)))(
    'security: %s of a %s is let or refused as the matrix says, and what is refused leaves nothing',
    async (_name, role, right) => {
      const before = await newestRow();
      const words = wordsOf(right);
      const refusal = await refusalOf(role, words);
      expect(find(words)).toBe(right);
      expect(refusal === 'NOT_ALLOWED').toBe(!mayPerform([role], right.may));
      if (refusal === 'NOT_ALLOWED' || right.log === null) expect(await newestRow()).toEqual(before);
    },
  );

  it.each(LOOKS.flatMap((look) => ALL_ROLES.map((role) => [look.words.slice(0, 2).join(' '), role, look] as const)))(
    'security: what %s shows a %s is a row of the log, as in the console',
    async (_name, role, { words, act, target }) => {
      expect(find(words).log).toBe(act);
      const before = await newestRow();
      const refusal = await refusalOf(role, words);
      if (mayPerform([role], find(words).may)) expect(await newestRow()).toMatchObject({ actor: `only-${role}`, act, target });
      else expect([refusal, await newestRow()]).toEqual(['NOT_ALLOWED', before]);
    },
  );

  it('security: every command but those that make the first operators needs a key, before it says anything', async () => {
    for (const right of COMMAND_RIGHTS) expect(await refusalOf(null, wordsOf(right)), right.words).toBe('KEY_UNKNOWN');
    for (const { words } of LOOKS) expect(await refusalOf(null, words), words.join(' ')).toBe('KEY_UNKNOWN');
    expect((await run(null, ['operators', 'key'])).text).toContain('fingerprint');
  });

  it('every command has its row, and what has none is no command', async () => {
    const named = new Set(COMMAND_RIGHTS.map((right) => wordsOf(right)[0]));
    expect([...named].sort()).toEqual([...COMMAND_NAMES].sort());
    const groups = [
      'withdrawals',
      'identity',
      'proofs',
      'wires',
      'deposits',
      'vip',
      'support',
      'presale',
      'registry',
      'operators',
      'jobs',
      'audit',
      'fees',
      'loan',
    ];
    for (const name of [...groups, 'nonsense']) expect((await run('admin', [name, 'nonsense'])).code, name).toBe(2);
  });

  it('an audit is kept with its time, as the console keeps it', async () => {
    const found = { figures: ['2 of 2'], faults: [] };
    const context = { db, env: made.platform.env, operatorKey: keys.get('auditor') ?? null, now: () => made.time.now };
    const result = await runCommand({ ...context, audits: [{ subject: 'a subject', run: () => Promise.resolve(found) }] }, ['audit']);
    expect(result).toEqual({ code: 0, text: '2 of 2\na subject: exact\nclean\n' });
    const { rows } = await db.read.query<{ subject: string; faults: number }>('SELECT subject, faults FROM audit_results');
    expect(rows).toEqual([{ subject: 'a subject', faults: 0 }]);
  });
});

describe('the first operators', () => {
  it('security: are made by the machine without a key, two of them and no more, and the log says so', async () => {
    const fresh = await createTestDatabase();
    const command = (words: readonly string[]) => {
      const context = { db: fresh, env: made.platform.env, audits: [], operatorKey: null, now: () => 1 };
      return runCommand(context, words);
    };
    await expect(command(['operators'])).rejects.toThrow('The first two operators are made with');
    for (const name of ['eve', 'fay'])
      expect((await command(['operators', 'add', name, 'admin', createOperatorKey().fingerprint])).text).toContain(
        `operator ${name} added`,
      );
    await expect(command(['operators', 'add', 'gil', 'admin', createOperatorKey().fingerprint])).rejects.toMatchObject({
      code: 'KEY_UNKNOWN',
    });
    await expect(command(['operators'])).rejects.toMatchObject({ code: 'KEY_UNKNOWN' });
    const { rows } = await fresh.read.query<{ actor: string }>(`SELECT entry::jsonb ->> 'actor' AS actor FROM operator_log`);
    expect(rows).toEqual([{ actor: 'machine' }, { actor: 'machine' }]);
    await fresh.close();
  });
});
