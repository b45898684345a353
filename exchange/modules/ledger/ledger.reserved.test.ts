import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { listReserved, placeHolds, postJournals, sumPostings } from './ledger';

const AT = Date.UTC(2026, 2, 1, 12);
const OUTSIDE = 'outside:real:issuance:USDT';
const own = (userId: string, part: string) => `user:${userId}:real:USDT:${part}`;
let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.transaction((tx) =>
    postJournals(
      tx,
      ['1', '2'].map((userId) => ({
        code: 'HOUSE_FUNDING',
        reference: userId,
        at: AT,
        postings: [
          { address: OUTSIDE, amount: -100n },
          { address: own(userId, 'available'), amount: 70n },
          { address: own(userId, 'locked'), amount: 30n },
        ],
      })),
    ),
  );
});
afterAll(() => db.close());

it('says what is reserved for what, largest first, of this user, mode and asset alone', async () => {
  const hold = (reference: string, amount: bigint, until: number) => ({
    purpose: 'withdrawal',
    reference,
    userId: '1',
    mode: 'real' as const,
    asset: 'USDT',
    amount,
    until,
    ender: { kind: 'job' as const, id: 'end' },
  });
  await db.transaction((tx) => placeHolds(tx, [hold('a', 25n, AT + 2_000), hold('b', 15n, AT + 1_000)], { at: AT }));
  const asked = { userId: '1', mode: 'real', asset: 'USDT' } as const;
  expect(await listReserved(db.read, asked)).toEqual([
    { purpose: 'withdrawal', amount: 40n, until: AT + 1_000 },
    { purpose: 'orders', amount: 30n, until: null },
  ]);
  expect(await listReserved(db.read, { ...asked, userId: '2' })).toEqual([{ purpose: 'orders', amount: 30n, until: null }]);
  expect(await listReserved(db.read, { ...asked, mode: 'demo' })).toEqual([]);
  expect(await listReserved(db.read, { ...asked, asset: 'BTC' })).toEqual([]);
});

it('sums what journals of some codes moved into an account', async () => {
  const sums = await sumPostings(db.read, { addresses: [OUTSIDE, own('1', 'locked')], codes: ['HOUSE_FUNDING'] });
  expect(Object.fromEntries(sums)).toEqual({ [OUTSIDE]: -200n, [own('1', 'locked')]: 30n });
  expect(await sumPostings(db.read, { addresses: [OUTSIDE], codes: ['FAUCET'] })).toEqual(new Map());
});
