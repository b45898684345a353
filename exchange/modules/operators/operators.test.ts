import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Actor } from '../../platform/actor';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { createActions, defineAction } from './operators.actions';
import { auditOperatorLog, listLog } from './operators.log';
import { ACTIONS, type ActionName, mayPerform, mayApprove, ROLES } from './operators.matrix';
import { createOperatorKey, foundOperator, identifyOperator, OPERATOR_ACTIONS } from './operators.people';
import { listOperators } from './operators.repository';
import { REQUEST_LIFE_MS } from './operators.requests';
import { foundSandboxOperators, readSandboxKey } from './operators.sandbox';
import { SUSPENSION_LAPSE_MS, suspensionLapses } from './operators.suspension';

const AT = 1_000;
let db: Database;
let actors: Record<string, Actor>;
let runs: unknown[];

const fund = defineAction({
  name: 'pools.fund',
  schema: z.strictObject({ amount: z.string().max(10) }),
  describe: ({ amount }) => [`+${amount}`],
  async run(_tx, { input }) {
    runs.push(input);
    if (input.amount === 'fails') throw new Error('no funds');
    return `booked ${input.amount}`;
  },
});
const freeze = defineAction({
  name: 'account.freeze',
  schema: z.strictObject({ user: z.string() }),
  describe: ({ user }) => [`freezes ${user}`],
  async run(_tx, { input, actor, asker }) {
    runs.push({ ...input, actor: actor.kind === 'operator' ? actor.name : '', asker: asker?.name });
    return `froze ${input.user}`;
  },
});
const look = defineAction({
  name: 'users.read',
  schema: z.strictObject({}),
  describe: () => [],
  run: async () => 'looked',
});
const acts = createActions([...OPERATOR_ACTIONS, fund, freeze, look]);

async function identify(name: string, key: string): Promise<void> {
  actors[name] = await identifyOperator(db.read, key, AT);
}

const as = (name: string): Actor => actors[name] as Actor;
const perform = (name: string, act: ActionName, input: unknown, more: { reason?: string; at?: number } = {}) =>
  db.transaction((tx) => acts.performAction(tx, { actor: as(name), act, reason: 'a reason', input, at: AT, ...more }));
const ask = async (amount = '5') => {
  const outcome = await perform('eve', 'pools.fund', { amount });
  return outcome.state === 'requested' ? outcome.requestId : '';
};
const approve = (name: string, requestId: string, at = AT) =>
  db.transaction((tx) => acts.approveRequest(tx, { actor: as(name), requestId, reason: 'seen', at }));

async function addThird(name: string, roles: string[]): Promise<void> {
  const { key, fingerprint } = createOperatorKey();
  const outcome = await perform('eve', 'operators.add', { name, roles, fingerprint });
  await approve('fay', outcome.state === 'requested' ? outcome.requestId : '');
  await identify(name, key);
}

beforeEach(async () => {
  db = await createTestDatabase();
  actors = {};
  runs = [];
  for (const name of ['eve', 'fay']) {
    const { key, fingerprint } = createOperatorKey();
    await db.transaction((tx) => foundOperator(tx, { name, roles: ['admin'], fingerprint, at: AT }));
    await identify(name, key);
  }
});
afterEach(() => db.close());

describe('four eyes', () => {
  it('does what was asked when somebody else approves, once, and the log tells both', async () => {
    const id = await ask();
    expect(runs).toEqual([]);
    expect(await approve('fay', id)).toBe('booked 5');
    await expect(approve('fay', id)).rejects.toMatchObject({ code: 'REQUEST_DECIDED' });
    expect(runs).toEqual([{ amount: '5' }]);
    const phases = (await listLog(db.read)).map(({ entry }) => `${entry.actor} ${entry.act} ${entry.phase}`);
    expect(phases.slice(0, 2)).toEqual(['fay pools.fund approved', 'eve pools.fund requested']);
  });
  it('security: refuses the one who asked, in the code and in the database', async () => {
    const id = await ask();
    await expect(approve('eve', id)).rejects.toMatchObject({ code: 'SAME_OPERATOR' });
    const sql = `UPDATE operator_requests SET state = 'executed', decided_by = requested_by, decided_at = 1 WHERE id = ${id}`;
    await expect(db.read.query(sql)).rejects.toThrow('operator_requests_four_eyes');
  });
  it('lets a request lapse after 48 hours', async () => {
    const id = await ask();
    await expect(approve('fay', id, AT + REQUEST_LIFE_MS)).rejects.toMatchObject({ code: 'REQUEST_EXPIRED' });
    expect(runs).toEqual([]);
    expect(await approve('fay', id, AT + REQUEST_LIFE_MS - 1)).toBe('booked 5');
  });
  it('security: refuses what is not what was asked for any more', async () => {
    const id = await ask();
    await db.read.query('ALTER TABLE operator_requests DISABLE TRIGGER operator_requests_frozen');
    await db.read.query(`UPDATE operator_requests SET input = '{"amount":"500"}' WHERE id = ${id}`);
    await expect(approve('fay', id)).rejects.toMatchObject({ code: 'REQUEST_ALTERED' });
    expect(runs).toEqual([]);
  });
  it('is done with one effect when two operators approve at once', async () => {
    await addThird('gil', ['treasurer']);
    const id = await ask();
    const answers = await Promise.allSettled([approve('fay', id), approve('gil', id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(runs).toHaveLength(1);
  });
  it('leaves a request open when the act fails', async () => {
    const id = await ask('fails');
    await expect(approve('fay', id)).rejects.toThrow('no funds');
    await expect(approve('fay', id)).rejects.toThrow('no funds');
  });
  it('does not do what somebody asked who has been suspended since', async () => {
    await addThird('gil', ['treasurer']);
    const id = await ask();
    await perform('fay', 'operators.suspend', { name: 'eve' });
    await expect(approve('gil', id)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(perform('eve', 'operators.suspend', { name: 'fay' })).rejects.toMatchObject({ code: 'OPERATOR_SUSPENDED' });
  });
});

describe('what a second operator reads', () => {
  it('security: shows nothing that was typed as a line of its own, and a picture of signs that are not seen', async () => {
    for (const [typed, shown] of [
      ['5\n+1', '+5\n| +1'],
      ['5\r\n+1\u2028+2', '+5\n| +1\n| +2'],
      ['\u202e5\u001b[2K', '+\ufffd5\u241b[2K'],
    ] as const) {
      expect(await perform('eve', 'pools.fund', { amount: typed })).toMatchObject({ state: 'requested', preview: shown });
    }
  });
  it('security: has a reason of one line beside it', async () => {
    await perform('eve', 'pools.fund', { amount: '5' }, { reason: ' a\n    +1\u202e b\u001b[2K ' });
    expect((await listLog(db.read))[0]?.entry.reason).toBe('a     +1 b [2K');
    await expect(perform('eve', 'pools.fund', { amount: '5' }, { reason: '\n\u202e\n' })).rejects.toMatchObject({ code: 'REASON_MISSING' });
  });
});

describe('what one operator does alone', () => {
  it('security: looks at people one by one have a bound of each operator, which the hour lifts', async () => {
    const see = (name: string, at = AT) => perform(name, 'users.read', {}, { at });
    await db.transaction(async (tx) => {
      const one = { actor: as('eve'), act: 'users.read', reason: 'a reason', input: {}, at: AT } as const;
      for (let count = 0; count < 300; count += 1) await acts.performAction(tx, one);
    });
    await expect(see('eve')).rejects.toMatchObject({
      code: 'LOOKS_TOO_MANY',
      message: expect.stringContaining('eve looked 300 times within 1 h'),
    });
    expect(await see('fay')).toMatchObject({ state: 'done' });
    expect(await see('eve', AT + 3_600_000)).toMatchObject({ state: 'done' });
  });
  const freezeOne = (name: string, at = AT) => perform(name, 'account.freeze', { user: '7' }, { at });
  it('security: has a pace: beyond it somebody else agrees, and the operator beside them is not slowed', async () => {
    for (let count = 0; count < 10; count += 1) expect(await freezeOne('eve')).toMatchObject({ state: 'done' });
    const asked = await freezeOne('eve');
    expect(asked).toMatchObject({ state: 'requested', preview: 'freezes 7\nasked for by eve, who did this 10 times alone within 1 h' });
    expect(await freezeOne('fay')).toMatchObject({ state: 'done' });
    const id = asked.state === 'requested' ? asked.requestId : '';
    await expect(approve('eve', id)).rejects.toMatchObject({ code: 'SAME_OPERATOR' });
    expect(await approve('fay', id)).toBe('froze 7');
    expect(runs.at(-1)).toEqual({ user: '7', actor: 'fay', asker: 'eve' });
    expect(await freezeOne('eve', AT + 3_599_999)).toMatchObject({ state: 'requested' });
    expect(await freezeOne('eve', AT + 3_600_000)).toMatchObject({ state: 'done' });
  });
  it('security: of many at once no more are done than its pace', async () => {
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => freezeOne('eve')));
    expect(outcomes.filter(({ state }) => state === 'done')).toHaveLength(10);
    expect(runs).toHaveLength(10);
  });
});

describe('a suspension', () => {
  const suspend = (by: string, name: string, at = AT) => perform(by, 'operators.suspend', { name }, { at });
  const stateOf = async (name: string) => (await listOperators(db.read)).find((one) => one.name === name)?.state;
  /** Does what is due by a time. */
  async function pass(now: number) {
    const { rows } = await db.read.query<{ payload: { name: string; at: number } }>(
      `SELECT payload FROM jobs WHERE kind = $1 AND due_at <= to_timestamp($2::int8 / 1000.0) ORDER BY due_at`,
      [suspensionLapses.name, now],
    );
    for (const { payload } of rows)
      await db.transaction((tx) =>
        suspensionLapses.run(tx, { key: 'k', payload, cursor: null, attempts: 0, dueAt: payload.at + SUSPENSION_LAPSE_MS }),
      );
  }
  it('security: one stolen session of an admin suspends one other admin, who is back a day later; the next one takes two', async () => {
    await addThird('gil', ['admin']);
    expect(await suspend('eve', 'fay')).toMatchObject({
      state: 'done',
      outcome: expect.stringContaining('is suspended until 1970-01-02T00:00:01'),
    });
    expect(await suspend('eve', 'gil')).toMatchObject({
      state: 'requested',
      preview: expect.stringContaining('eve suspended another admin within 72 h'),
    });
    await pass(AT + SUSPENSION_LAPSE_MS - 1);
    expect(await stateOf('fay')).toBe('suspended');
    // Whom nobody suspended takes the power of the other away meanwhile.
    expect(await suspend('gil', 'eve', AT + 1)).toMatchObject({ state: 'done' });
    await pass(AT + SUSPENSION_LAPSE_MS);
    expect([await stateOf('fay'), await stateOf('eve')]).toEqual(['active', 'suspended']);
    const roles = await perform('gil', 'operators.roles', { name: 'eve', roles: ['auditor'], base: 'admin' });
    await approve('fay', roles.state === 'requested' ? roles.requestId : '');
    await pass(AT + 2 * SUSPENSION_LAPSE_MS);
    expect(await stateOf('eve')).toBe('suspended');
    expect(await auditOperatorLog(db)).toMatchObject({ fault: null });
  });
  it('of two admins who suspend each other each is back for two days before the next', async () => {
    await suspend('eve', 'fay');
    await pass(AT + SUSPENSION_LAPSE_MS);
    expect(await suspend('eve', 'fay', AT + SUSPENSION_LAPSE_MS)).toMatchObject({ state: 'requested' });
    expect(await suspend('fay', 'eve', AT + SUSPENSION_LAPSE_MS)).toMatchObject({ state: 'done' });
  });
  it('stays where somebody was suspended anew, where two agreed, and for who is no admin', async () => {
    await addThird('gil', ['support']);
    await suspend('eve', 'gil');
    await addThird('hal', ['admin']);
    await suspend('eve', 'hal');
    await suspend('fay', 'hal', AT + 5);
    await pass(AT + SUSPENSION_LAPSE_MS + 4);
    expect([await stateOf('gil'), await stateOf('hal')]).toEqual(['suspended', 'suspended']);
    await pass(AT + SUSPENSION_LAPSE_MS + 5);
    expect(await stateOf('hal')).toBe('active');
    const asked = await suspend('eve', 'hal', AT + SUSPENSION_LAPSE_MS + 6);
    await approve('fay', asked.state === 'requested' ? asked.requestId : '', AT + SUSPENSION_LAPSE_MS + 7);
    await pass(AT + 3 * SUSPENSION_LAPSE_MS);
    expect(await stateOf('hal')).toBe('suspended');
  });
});

describe('authority', () => {
  it('is as the matrix says, for every act and every role', async () => {
    const of = (act: ActionName) => [
      ROLES.filter((role) => mayPerform([role], act)).join(),
      ROLES.filter((role) => mayApprove([role], act)).join(),
    ];
    expect(Object.fromEntries(Object.keys(ACTIONS).map((act) => [act, of(act as ActionName)]))).toMatchObject({
      'operators.add': ['admin', 'admin'],
      'operators.roles': ['admin', 'admin'],
      'operators.key': ['admin', 'admin'],
      'operators.restore': ['admin', 'admin'],
      'operators.suspend': ['admin', 'admin'],
      'pools.fund': ['treasurer,admin', 'treasurer,admin'],
      'log.read': ['auditor,admin', ''],
    });
  });
  it.each(['support', 'reviewer', 'product', 'auditor'])('security: %s can neither ask for money nor approve it', async (role) => {
    await addThird('gil', [role]);
    await expect(perform('gil', 'pools.fund', { amount: '1' })).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(approve('gil', await ask())).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });
  it.each<[string, Actor]>([
    ['a user', { kind: 'user', userId: '1', proof: { method: 'password', at: 0 } }],
    ['a service', { kind: 'service', name: 'web' }],
    ['an operator who is none', { kind: 'operator', operatorId: '99', name: 'eve', proof: { method: 'key', at: 0 } }],
  ])('security: %s is refused', async (name, actor) => {
    actors[name] = actor;
    await expect(perform(name, 'pools.fund', { amount: '1' })).rejects.toMatchObject({ code: 'ACTOR_REFUSED' });
  });
  it.each(['', '   ', 'x'.repeat(501)])('asks for a reason (%#)', async (reason) => {
    await expect(perform('eve', 'pools.fund', { amount: '1' }, { reason })).rejects.toMatchObject({ code: 'REASON_MISSING' });
  });
  it('knows nobody by a wrong key', async () => {
    await expect(identifyOperator(db.read, createOperatorKey().key, AT)).rejects.toMatchObject({ code: 'KEY_UNKNOWN' });
  });
  it('security: makes no third operator without approval, also when two are suspended', async () => {
    const { fingerprint } = createOperatorKey();
    await perform('eve', 'operators.suspend', { name: 'fay' });
    const third = { name: 'gil', roles: ['admin'], fingerprint, at: AT };
    await expect(db.transaction((tx) => foundOperator(tx, third))).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });
});

describe('the log', () => {
  it.each([
    "UPDATE operator_log SET entry = '{}'",
    'DELETE FROM operator_log',
    'TRUNCATE operator_log',
    'UPDATE operator_log_head SET seq = 9',
  ])('security: the database refuses %s', async (sql) => {
    await expect(db.read.query(sql)).rejects.toThrow('refused');
  });
  it('is whole after acts of every kind', async () => {
    await approve('fay', await ask());
    expect(await auditOperatorLog(db)).toMatchObject({ rows: 4, fault: null });
  });
  it.each([
    ['an altered row', `UPDATE operator_log SET entry = replace(entry, 'booked 5', 'booked 1')`, 'row 4'],
    ['a row cut out', 'DELETE FROM operator_log WHERE seq = 3', 'row 3'],
    ['a row cut off the end', 'DELETE FROM operator_log WHERE seq = 4', 'ends at row 3'],
    ['an altered request', `UPDATE operator_requests SET input_hash = repeat('0', 64)`, 'request 1'],
  ])('security: an audit finds %s', async (_name, sql, found) => {
    await approve('fay', await ask());
    for (const table of ['operator_log', 'operator_requests']) await db.read.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await db.read.query(sql);
    expect((await auditOperatorLog(db)).fault).toContain(found);
  });
});

it('gives a sandbox two operators, whose keys only the owner of the folder reads, and makes no more at the next start', async () => {
  const fresh = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'operators-'));
  try {
    for (let start = 0; start < 2; start += 1) await foundSandboxOperators(fresh, { dataDir, at: AT });
    expect((await listOperators(fresh.read)).map(({ name }) => name)).toEqual(['ada', 'ben']);
    expect((await identifyOperator(fresh.read, (await readSandboxKey(dataDir, 'ben')) ?? '', AT)).name).toBe('ben');
    expect(statSync(join(dataDir, 'operator-keys.json')).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(dataDir, { recursive: true });
    await fresh.close();
  }
});
