import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Actor } from '../../platform/actor';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { createActs, defineAct } from './operators.acts';
import { auditOperatorLog, listLog } from './operators.log';
import { ACTS, type ActName, mayAct, mayApprove, ROLES } from './operators.matrix';
import { createOperatorKey, foundOperator, identifyOperator, OPERATOR_ACTS } from './operators.people';
import { listOperators } from './operators.repository';
import { REQUEST_LIFE_MS } from './operators.requests';
import { foundSandboxOperators, readSandboxKey } from './operators.sandbox';

const AT = 1_000;
let db: Database;
let actors: Record<string, Actor>;
let runs: unknown[];

const fund = defineAct({
  name: 'pools.fund',
  schema: z.strictObject({ amount: z.string().max(10) }),
  describe: ({ amount }) => [`+${amount}`],
  async run(_tx, { input }) {
    runs.push(input);
    if (input.amount === 'fails') throw new Error('no funds');
    return `booked ${input.amount}`;
  },
});
const acts = createActs([...OPERATOR_ACTS, fund]);

async function identify(name: string, key: string): Promise<void> {
  actors[name] = await identifyOperator(db.read, key, AT);
}

const as = (name: string): Actor => actors[name] as Actor;
const perform = (name: string, act: ActName, input: unknown, more: { reason?: string; at?: number } = {}) =>
  db.transaction((tx) => acts.performAct(tx, { actor: as(name), act, reason: 'a reason', input, at: AT, ...more }));
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

describe('authority', () => {
  it('is as the matrix says, for every act and every role', async () => {
    const of = (act: ActName) => [
      ROLES.filter((role) => mayAct([role], act)).join(),
      ROLES.filter((role) => mayApprove([role], act)).join(),
    ];
    expect(Object.fromEntries(Object.keys(ACTS).map((act) => [act, of(act as ActName)]))).toMatchObject({
      'operators.add': ['admin', 'admin'],
      'operators.roles': ['admin', 'admin'],
      'operators.key': ['admin', 'admin'],
      'operators.restore': ['admin', 'admin'],
      'operators.suspend': ['admin', ''],
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
