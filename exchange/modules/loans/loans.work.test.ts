import { expect, it } from 'vitest';
import { createLoansWorld, LOANS_START } from '../../../tests/helpers/loans-world';
import { DomainError } from '../../platform/domain-error';
import { postJournals } from '../ledger/ledger';
import { addressesOf } from './loans.postings';

it('security: no agreement is made for an application that its owner has not confirmed', async () => {
  let made = 0;
  let isConfirmed = false;
  const world = await createLoansWorld({
    render: () => {
      made += 1;
      return Promise.resolve(Buffer.from(String(made)));
    },
    confirmAhead: async () => {
      if (!isConfirmed) throw new DomainError('STEP_UP_REQUIRED');
    },
  });
  for (let n = 0; n < 5; n += 1) await expect(world.apply('1', '1000')).rejects.toThrow('STEP_UP_REQUIRED');
  expect(made).toBe(0);
  isConfirmed = true;
  await world.apply('1', '1000');
  expect(made).toBe(1);
  await world.close();
});

it('after a standstill of ten days a piece changes no more scores than one transaction takes', async () => {
  const world = await createLoansWorld();
  const people = Array.from({ length: 101 }, (_, index) => String(index + 1));
  await world.db.read.query(
    `INSERT INTO loans (user_id, realm, product, terms_version, days, day_ms, rate, amount, interest, state, is_auto, needs_operators, applied_at,
                        paid_out_at, due_at, principal, next_at)
     SELECT n, 'real', 2, 1, 7, 1000, '0.15', 10000000000, 90000000, 'overdue', false, false, $1::int8, $1::int8, $1::int8 + 7000, 10000000000,
            $1::int8 + 8000 FROM unnest($2::int8[]) AS n`,
    [world.time.now, people],
  );
  world.time.now += 30_000;
  await world.run();
  expect((await world.loan('101', (await world.loans('101'))[0]?.id ?? '')).lateDays).toBe(23);
  expect(await world.score('101')).toBe(60 - 2 * 23);
  await world.db.close();
});

it('after a standstill of weeks a loan that is repaid by itself has cost every day that it was overdue, as one that its owner repays', async () => {
  const world = await createLoansWorld();
  const overdue = (isAuto: boolean, userId: string) =>
    world.db.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO loans (user_id, realm, product, terms_version, days, day_ms, rate, amount, interest, state, is_auto, needs_operators, applied_at,
                            paid_out_at, due_at, principal, next_at)
         VALUES ($2, 'real', 1, 1, 15, 1000, '2', 10000000000, 2800000000, 'overdue', $3, false, $1::int8, $1::int8, $1::int8 + 15000, 10000000000,
                 $1::int8 + 16000)`,
        [LOANS_START, userId, isAuto],
      );
    });
  await overdue(true, '1');
  await overdue(false, '2');
  const { pool, lent, owed } = addressesOf({ userId: '1', mode: 'real' });
  const amount = 20_000_000_000n;
  const postings = [
    { address: pool, amount: -amount },
    { address: lent, amount },
    { address: owed, amount: -amount },
    { address: 'outside:real:issuance:USDT', amount },
  ];
  await world.db.transaction((tx) => postJournals(tx, [{ code: 'LOAN_PAYOUT', reference: 'two', at: LOANS_START, postings }]));
  for (const userId of ['1', '2']) await world.give(userId, '1000');
  world.time.now = LOANS_START + 15_000 + 13_000;
  await world.repay('2', (await world.loans('2'))[0]?.id ?? '');
  await world.run();
  const [self, own] = [(await world.loans('1'))[0], (await world.loans('2'))[0]];
  expect(self).toMatchObject({ state: 'finished', lateDays: own?.lateDays, fee: own?.fee });
  expect(own).toMatchObject({ lateDays: 13, fee: 2_600_000_000n });
  await world.db.close();
});

const MINUTE_MS = 60_000;
it.each([
  { name: '90 minutes after it was due is taken within the hour', cameAfter: 90, takenBy: 120, fee: '0', lateDays: 0 },
  {
    name: 'two minutes before a day is over is taken without the fee of that day',
    cameAfter: 24 * 60 - 2,
    takenBy: 24 * 60,
    fee: '0',
    lateDays: 0,
  },
  {
    name: 'an hour after the first day is taken with the fee of that day alone',
    cameAfter: 25 * 60,
    takenBy: 26 * 60,
    fee: '1.5',
    lateDays: 1,
  },
])('of a loan that is repaid by itself, what comes in $name', async ({ cameAfter, takenBy, fee, lateDays }) => {
  const world = await createLoansWorld();
  const id = await world.borrow('1', '1000', { isAuto: true });
  const dueAt = (await world.loan('1', id)).dueAt ?? 0;
  const passTo = async (minutes: number) => {
    while (world.time.now < dueAt + minutes * MINUTE_MS) {
      world.time.now = Math.min(world.time.now + 10 * MINUTE_MS, dueAt + minutes * MINUTE_MS);
      await world.run();
    }
  };
  world.time.now = dueAt + 1;
  await world.run();
  await passTo(cameAfter);
  expect((await world.loan('1', id)).state).toBe('overdue');
  await world.give('1', '100');
  await passTo(takenBy - 1);
  const loan = await world.loan('1', id);
  expect(loan).toMatchObject({ state: 'finished', ending: 'repaid', lateDays });
  expect((await world.balances('1')).user).toBe(String(1_100 - 1_009 - Number(fee)));
  expect(await world.score('1')).toBe(60 - 2 * lateDays);
  await world.close();
});

it('everything is paid back for what was shown and the interest of a few minutes, and not with the fee of a day that ended meanwhile', async () => {
  const world = await createLoansWorld();
  const id = await world.borrow('1', '1000');
  await world.give('1', '100');
  await world.days(3);
  const before = await world.balances('1');
  // Two days on 1,000 at 0.15 % a day; a minute costs a little more than 0.001.
  await expect(world.repay('1', id, { most: '1002.99' })).rejects.toMatchObject({ code: 'LOAN_OWED_MORE', params: { all: '1003' } });
  world.time.now = ((await world.loan('1', id)).dueAt ?? 0) + 86_400_000;
  await expect(world.repay('1', id, { most: '1009' })).rejects.toMatchObject({ code: 'LOAN_OWED_MORE', params: { all: '1010.5' } });
  expect(await world.balances('1')).toEqual(before);
  await world.run();
  expect(await world.repay('1', id, { most: '1010.5' })).toEqual({ paid: '1010.5', left: '0' });
  const other = await world.borrow('2', '1000');
  await world.give('2', '100');
  await world.days(3);
  expect(await world.repay('2', other, { most: '1002.9948' })).toEqual({ paid: '1003', left: '0' });
  await world.close();
});
