import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLoansWorld, type LoansWorld } from '../../../tests/helpers/loans-world';
import { changeScores } from '../credit-score/credit-score';
import type { OperatorActor } from '../../platform/actor';
import { approveLoanAction, describeApplication, readLoanFacts, rejectLoanAction } from './loans.actions';

let world: LoansWorld;
beforeAll(async () => {
  world = await createLoansWorld({ sandbox: false });
});
afterAll(() => world.close());

const operator = (name: string): OperatorActor => ({ kind: 'operator', operatorId: '1', name, proof: { method: 'passkey', at: 0 } });
const factsOf = (loan: string) => readLoanFacts(world.db.read, loan);
const agree = async (loan: string, name: string, change: object = {}) => {
  const input = { ...(await factsOf(loan)), ...change };
  return world.db.transaction((tx) => approveLoanAction.run(tx, { input, actor: operator(name), at: world.time.now }));
};

it('security: one reviewer who verifies accounts lends them nothing: the first loan waits for two operators, whatever came in before', async () => {
  await world.give('1', '5000');
  const id = await world.borrow('1', '1000');
  expect(await world.loan('1', id)).toMatchObject({ state: 'applying', needsOperators: true });
  await world.pass(3_600_000);
  expect((await world.loan('1', id)).state).toBe('applying');
  // What waits opens nothing either.
  await world.raiseScore('1', 80);
  const second = await world.borrow('1', '1000');
  expect((await world.loan('1', second)).state).toBe('applying');
});

it('pays the next loans out by itself once two agreed to one, on each account by itself', async () => {
  await world.raiseScore('2', 80);
  const first = await world.borrow('2', '1000');
  await agree(first, 'eve');
  expect((await world.loan('2', first)).state).toBe('running');
  const next = await world.borrow('2', '1000');
  expect(await world.loan('2', next)).toMatchObject({ state: 'running', needsOperators: false });
  const others = await world.borrow('3', '1000');
  expect((await world.loan('3', others)).state).toBe('applying');
  const played = await world.borrow('3', '1000', { mode: 'demo' });
  expect((await world.loan('3', played, 'demo')).state).toBe('running');
});

it('security: a small loan that two agreed to lets nobody have more than twice as much without them, all that is owed counted', async () => {
  await world.raiseScore('5', 80);
  await agree(await world.borrow('5', '1000'), 'eve');
  expect(await world.loan('5', await world.borrow('5', '1000'))).toMatchObject({ state: 'running', needsOperators: false });
  // What was paid out without them opens nothing further.
  const third = await world.borrow('5', '1000');
  expect(await world.loan('5', third)).toMatchObject({ state: 'applying', needsOperators: true });
});

it('security: what waited for operators is not paid out where another loan became overdue, or was withdrawn, meanwhile', async () => {
  const borrowTwo = async (userId: string, waitMs: number) => {
    await world.raiseScore(userId, 80);
    const first = await world.borrow(userId, '1000');
    await agree(first, 'eve');
    await world.pass(waitMs);
    return { first, second: await world.borrow(userId, '2000') };
  };
  const late = await borrowTwo('6', 7 * 86_400_000 - 3_600_000);
  await world.pass(2 * 3_600_000);
  expect((await world.loan('6', late.first)).state).toBe('overdue');
  await expect(agree(late.second, 'eve')).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  expect((await world.loan('6', late.second)).state).toBe('applying');
  await world.give('6', '100');
  await world.repay('6', late.first);
  await agree(late.second, 'eve');
  expect((await world.loan('6', late.second)).state).toBe('running');
  const taken = await borrowTwo('7', 3_600_000);
  await world.repay('7', taken.first, { isWithdrawal: true });
  await expect(agree(taken.second, 'eve')).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
});

it('security: who verified somebody does not agree to their loan', async () => {
  await world.db.transaction(async (tx) => {
    await tx.query(
      "INSERT INTO users (id, username, username_key, referral_code, kind) OVERRIDING SYSTEM VALUE VALUES (4, 'ada', 'ada', 'AAAAAAAA', 'person')",
      [],
    );
    await tx.query(
      `INSERT INTO identity_submissions (user_id, country, first_name, last_name, document, number_key_id, number_sealed, number_hash, front, hold, email, submitted_at,
         review_until, state, decided_at, decided_by)
       VALUES (4, 'CH', 'Ada', 'Lovelace', 'passport', 'k', 'x', repeat('0', 64), 'f', 'h', 'a@b.example', now(), now() + interval '1 day', 'approved', now(), 'operator eve')`,
      [],
    );
  });
  const id = await world.borrow('4', '1000');
  await expect(agree(id, 'eve')).rejects.toMatchObject({ code: 'SAME_OPERATOR' });
  expect((await world.loan('4', id)).state).toBe('applying');
  await agree(id, 'fay');
  expect((await world.loan('4', id)).state).toBe('running');
});

it('security: what waited for operators is not paid out above the limit that the score gives by now, nor into a frozen account', async () => {
  await world.db.transaction((tx) =>
    tx.query(
      "INSERT INTO users (id, username, username_key, referral_code, kind) OVERRIDING SYSTEM VALUE VALUES (9, 'bob', 'bob', 'BBBBBBBB', 'person')",
      [],
    ),
  );
  await world.raiseScore('9', 66);
  const id = await world.apply('9', '2000', { isAuto: true });
  expect((await describeApplication(world.db.read, id)).slice(2)).toEqual([
    'repaid when due from what is available: yes',
    'credit score 66, limit 2000 USDT; owed and asked for besides this loan: 0 USDT',
  ]);
  await world.db.transaction((tx) => tx.query('UPDATE users SET frozen_at = now() WHERE id = 9', []));
  await expect(agree(id, 'eve')).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  await world.db.transaction((tx) => tx.query('UPDATE users SET frozen_at = NULL WHERE id = 9', []));
  const change = { userId: '9', mode: 'real', reason: 'overdue_day', reference: '0:1', at: world.time.now, dayMs: 86_400_000 } as const;
  await world.db.transaction((tx) => changeScores(tx, [change]));
  await expect(agree(id, 'eve')).rejects.toThrow(/asks for 2000 USDT, above the limit of 1000 USDT/);
  expect((await world.loan('9', id)).state).toBe('applying');
  await world.raiseScore('9', 67);
  await agree(id, 'eve');
  expect((await world.loan('9', id)).state).toBe('running');
});

it('an approval shows whose loan it is and every posting of its payout, and pays no other loan than that out', async () => {
  const id = await world.borrow('8', '1000');
  const facts = await factsOf(id);
  const agreement = facts?.agreement ?? '';
  expect(agreement).toMatch(/^[0-9a-f]{64}$/);
  expect(approveLoanAction.describe(facts)).toEqual([
    `loan ${id} of user 8, real account: 1000 USDT for 7 days, product 2 at 0.15 % a day, interest 9 USDT`,
    `journal LOAN_PAYOUT loan:${id}:${agreement}`,
    '  house:real:loans-promised:USDT -1000',
    '  house:real:loans-lent:USDT +1000',
    '  clearing:real:loans-owed:USDT -1000',
    '  user:8:real:USDT:available +1000',
  ]);
  expect(rejectLoanAction.describe({ ...facts, reason: 'unread' }).slice(1)).toEqual([
    `journal LOAN_RELEASE loan:${id}`,
    '  house:real:loans-promised:USDT -1000',
    '  house:real:loan-pool:USDT +1000',
    'the borrower reads: unread',
  ]);
  for (const other of [{ user: '9' }, { amount: '999' }, { account: 'demo' }, { days: '14' }, { agreement: '0'.repeat(64) }]) {
    await expect(agree(id, 'eve', other)).rejects.toMatchObject({ code: 'REQUEST_ALTERED' });
  }
  await agree(id, 'eve');
  expect((await world.loan('8', id)).state).toBe('running');
  const { rows } = await world.db.read.query("SELECT code FROM ledger_journals WHERE code = 'LOAN_PAYOUT' AND reference = $1", [
    `loan:${id}:${agreement}`,
  ]);
  expect(rows).toHaveLength(1);
});
