import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import {
  auditLedger,
  captureHolds,
  expireHolds,
  getBalances,
  type HoldPlacement,
  listDueHolds,
  placeHolds,
  postJournals,
  releaseHolds,
} from './ledger';
import { auditHolds } from './ledger.holds-audit';

const AT = 1_000;
const UNTIL = 5_000;
const BANK = 'outside:real:withdrawals:USDT';
let db: Database;

const hold = (reference: string, amount = 40n, more: Partial<HoldPlacement> = {}): HoldPlacement => ({
  purpose: 'withdrawal',
  reference,
  userId: '7',
  mode: 'real',
  asset: 'USDT',
  amount,
  ender: { kind: 'job', id: 'withdrawals' },
  until: UNTIL,
  ...more,
});
const key = (reference: string) => ({ purpose: 'withdrawal', reference });
const place = (...holds: HoldPlacement[]) => db.transaction((tx) => placeHolds(tx, holds, { at: AT }));
const release = (...references: string[]) => db.transaction((tx) => releaseHolds(tx, references.map(key), { at: AT }));
const expire = (at: number, ...references: string[]) => db.transaction((tx) => expireHolds(tx, references.map(key), { at }));
const capture = (reference: string, amount: bigint) =>
  db.transaction((tx) => captureHolds(tx, [{ ...key(reference), code: 'HOUSE_FUNDING', to: [{ address: BANK, amount }] }], { at: AT }));
const balance = async () => {
  const usdt = (await getBalances(db.read, { userId: '7', mode: 'real' })).find(({ asset }) => asset === 'USDT');
  return [usdt?.available, usdt?.locked];
};

beforeEach(async () => {
  db = await createTestDatabase();
  const postings = [
    { address: BANK, amount: -100n },
    { address: 'user:7:real:USDT:available', amount: 100n },
  ];
  await db.transaction((tx) => postJournals(tx, [{ code: 'FAUCET', reference: 'start', at: 0, postings }]));
});
afterEach(async () => {
  expect((await auditLedger(db)).isClean).toBe(true);
  expect((await auditHolds(db, 0)).differences).toEqual([]);
  await db.close();
});

describe('a hold', () => {
  it('sets money aside once, however often it is placed, and shows it as locked', async () => {
    for (let time = 0; time < 3; time += 1) await place(hold('a'), hold('b', 10n));
    expect(await balance()).toEqual([50n, 50n]);
    await expect(place(hold('a', 41n))).rejects.toMatchObject({ code: 'DUPLICATE_REQUEST' });
    await expect(place(hold('a', 40n, { until: UNTIL + 1 }))).rejects.toMatchObject({ code: 'DUPLICATE_REQUEST' });
  });
  it('sets nothing aside of a set that is too much together', async () => {
    await expect(place(hold('a', 60n), hold('b', 41n))).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect(await balance()).toEqual([100n, 0n]);
    await place(hold('a', 60n), hold('b', 40n));
    expect(await balance()).toEqual([0n, 100n]);
  });
  it('is captured in part once, and the rest returns', async () => {
    await place(hold('a'));
    for (let time = 0; time < 3; time += 1) await capture('a', 30n);
    expect(await balance()).toEqual([70n, 0n]);
    await expect(capture('a', 31n)).rejects.toMatchObject({ name: 'HoldEnded', state: 'captured' });
    await expect(release('a')).rejects.toMatchObject({ name: 'HoldEnded', state: 'captured' });
  });
  it('is captured for no more than it is of', async () => {
    await place(hold('a'), hold('b'));
    await expect(capture('a', 41n)).rejects.toThrow('is of 40, not of 41');
    expect(await balance()).toEqual([20n, 80n]);
  });
  it('is released once, and can be neither captured nor placed again', async () => {
    await place(hold('a'));
    for (let time = 0; time < 3; time += 1) await release('a');
    expect(await balance()).toEqual([100n, 0n]);
    await expect(capture('a', 1n)).rejects.toMatchObject({ name: 'HoldEnded', state: 'released' });
    await place(hold('a'));
    expect(await balance()).toEqual([100n, 0n]);
  });
  it('expires at its time and not before', async () => {
    await place(hold('a'), hold('b', 5n, { until: UNTIL + 1 }));
    await expect(expire(UNTIL - 1, 'a')).rejects.toThrow('not due');
    const due = await listDueHolds(db.read, { purpose: 'withdrawal', now: UNTIL });
    expect(due.map(({ reference }) => reference)).toEqual(['a']);
    await expire(UNTIL, 'a');
    await expire(UNTIL, 'a');
    expect(await balance()).toEqual([95n, 5n]);
  });
  it('ends together with the journals that belong to it', async () => {
    await place(hold('a'));
    const fee = {
      code: 'HOUSE_FUNDING' as const,
      reference: 'fee',
      at: AT,
      postings: [
        { address: 'user:7:real:USDT:available', amount: -3n },
        { address: 'house:real:fees-withdrawal:USDT', amount: 3n },
      ],
    };
    await db.transaction((tx) => releaseHolds(tx, [key('a')], { at: AT, journals: [fee] }));
    expect(await balance()).toEqual([97n, 0n]);
  });
  it.each([
    ["UPDATE holds SET state = 'held', ended_at = NULL"],
    ['UPDATE holds SET captured = 1'],
    ['DELETE FROM holds'],
    ['TRUNCATE holds'],
    ['UPDATE holds SET amount = 1'],
  ])('is not changed by hand: %s', async (sql) => {
    await place(hold('a'), hold('b'));
    await release('a');
    await expect(db.read.query(sql)).rejects.toThrow('a hold ends once');
  });
});

it('audits overdue holds with what should have ended them, and says what is reserved for what', async () => {
  await place(hold('a'), hold('b', 10n, { ender: { kind: 'case', id: '17' } }));
  const audit = await auditHolds(db, UNTIL);
  expect(audit.reserved).toEqual([{ realm: 'real', purpose: 'withdrawal', asset: 'USDT', count: 2, amount: 50n }]);
  expect(audit.overdue.map(({ reference, ender }) => [reference, ender])).toEqual([
    ['a', 'job withdrawals'],
    ['b', 'case 17'],
  ]);
  expect((await auditHolds(db, UNTIL - 1)).overdue).toEqual([]);
});

it('audits an account of holds that is not the sum of its holds', async () => {
  await place(hold('a'));
  await db.read.query('ALTER TABLE holds DISABLE TRIGGER USER');
  await db.read.query('UPDATE holds SET amount = 39');
  expect((await auditHolds(db, AT)).differences).toEqual([{ userId: '7', realm: 'real', asset: 'USDT', balance: 40n, held: 39n }]);
  await db.read.query('UPDATE holds SET amount = 40');
});
