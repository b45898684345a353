import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRows } from '../../../tests/helpers/read-rows';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { listActivity } from './ledger.activity';
import { type Journal, postJournals } from './ledger';

const NOON = Date.UTC(2026, 2, 1, 12);
const MINUTE_MS = 60_000;
/** More than one look passes by. */
const COUNT = 3_000;
const own = (part: string) => `user:1:demo:USDT:${part}`;
const SHARED = ['DEMO_GRANT', 'HOLD_PLACE', 'HOLD_RELEASE', 'WITHDRAWAL', 'LOAN_REPAYMENT', 'LOAN_INTEREST'];
const INPUT = {
  ...{ userId: '1', mode: 'demo' as const, from: null, to: null, before: null, limit: 20, asset: null, codes: null },
  ...{ feeNames: new Map<string, string>(), tellers: [], sharedCodes: SHARED },
};

let db: Database;
let minute = 0;
const move = (code: string, reference: string, [from, to]: [string, string], amount: bigint, minutes = 1): Journal => {
  minute += minutes;
  const postings = [
    { address: from, amount: -amount },
    { address: to, amount },
  ];
  return { code, reference, at: NOON + minute * MINUTE_MS, postings } as Journal;
};
const held: [string, string] = [own('available'), own('hold')];
const freed: [string, string] = [own('hold'), own('available')];

/** Money in, many fundings, then two withdrawals and one that waits, and a repayment of two parts. */
beforeAll(async () => {
  db = await createTestDatabase();
  const post = (journals: Journal[]) => db.transaction((tx) => postJournals(tx, journals));
  await post([move('DEMO_GRANT', 'user:1', ['outside:demo:grants:USDT', own('available')], 1_000_000n)]);
  const paid: [string, string] = [own('available'), 'house:demo:rounding:USDT'];
  await post(Array.from({ length: COUNT }, (_, index) => move('PERPETUAL_FUNDING', `BTC-USDT:demo:1:${index}`, paid, 1n)));
  await post([move('HOLD_PLACE', 'withdrawal:1', held, 100n)]);
  await post([move('HOLD_PLACE', 'withdrawal:2', held, 200n)]);
  await post([move('HOLD_RELEASE', 'withdrawal:2', freed, 200n)]);
  await post([move('WITHDRAWAL', 'withdrawal:1', [own('hold'), 'outside:demo:grants:USDT'], 100n)]);
  await post([move('HOLD_PLACE', 'withdrawal:3', held, 300n)]);
  await post([move('LOAN_REPAYMENT', 'loan:1:1', paid, 50n), move('LOAN_INTEREST', 'loan:1:1', paid, 5n, 0)]);
  for (const table of ['accounts', 'journals', 'postings']) await db.read.query(`ANALYZE ledger_${table}`);
});
afterAll(() => db.close());

const list = (input: Partial<Parameters<typeof listActivity>[1]> = {}) => listActivity(db.read, { ...INPUT, ...input });

describe('what an owner did', () => {
  it('is one row where its journals carry one reference, with what all of it came to, what is held and what came back', async () => {
    const { rows } = await list({ limit: 4 });
    expect(rows.map(({ name, code, changes, held: now, back }) => ({ name, code, changes, now, back }))).toEqual([
      { name: 'loan:1:1', code: 'LOAN_REPAYMENT', changes: [{ asset: 'USDT', amount: -55n }], now: [], back: null },
      { name: 'withdrawal:3', code: 'HOLD_PLACE', changes: [], now: [{ asset: 'USDT', amount: 300n }], back: null },
      { name: 'withdrawal:1', code: 'WITHDRAWAL', changes: [{ asset: 'USDT', amount: -100n }], now: [], back: null },
      { name: 'withdrawal:2', code: 'HOLD_RELEASE', changes: [], now: [], back: { asset: 'USDT', amount: 200n } },
    ]);
  });
  it('is whole also where a list is narrowed to one of its codes', async () => {
    const { rows } = await list({ codes: ['HOLD_PLACE'] });
    expect(rows.map(({ name, changes }) => [name, changes[0]?.amount])).toEqual([
      ['withdrawal:3', undefined],
      ['withdrawal:2', undefined],
      ['withdrawal:1', -100n],
    ]);
  });
  it('is a row of its own where its code is shared with nothing', async () => {
    const { rows, next } = await list({ before: (await list({ limit: 4 })).next });
    expect(rows.slice(0, 2).map(({ name }) => name)).toEqual(['withdrawal:2', 'withdrawal:1']);
    expect(new Set(rows.slice(2).map(({ name, code }) => `${code} ${name.split(':')[0]}`))).toEqual(new Set(['PERPETUAL_FUNDING journal']));
    expect(rows).toHaveLength(20);
    expect(next).not.toBeNull();
  });
  it('is read in bounds, however much there is', async () => {
    expect(await readRows(db.read, (tx) => listActivity(tx, INPUT))).toBeLessThan(6_000);
    const far = { ...INPUT, codes: ['DEMO_GRANT'] };
    const first = await listActivity(db.read, far);
    expect(first).toMatchObject({ rows: [], next: expect.any(String) });
    expect((await list({ codes: ['DEMO_GRANT'], before: first.next })).rows.map(({ name }) => name)).toEqual(['user:1']);
  });
});
