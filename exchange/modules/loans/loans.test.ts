import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLoansWorld, type LoansWorld } from '../../../tests/helpers/loans-world';
import { LOAN_DAY_MS } from '../../../lib/rules/loans';
import { createId } from '../../platform/ids';
import { findAgreement } from './loans.agreements.repository';
import { listEntriesOf } from './loans.entries';
import { listProducts } from './loans.terms';

let world: LoansWorld;
beforeAll(async () => {
  world = await createLoansWorld();
});
afterAll(() => world.close());
it.each([
  { sandbox: true, sandboxDayMs: 5_000, short: [5_000] },
  { sandbox: true, sandboxDayMs: null, short: [60_000] },
  { sandbox: false, sandboxDayMs: 5_000, short: [] },
])('SANDBOX_DAY_MS makes the short day of a loan shorter in a sandbox alone ($sandbox, $sandboxDayMs)', ({ short, ...env }) => {
  const days = listProducts(world.deps.readOffer(), env).map(({ dayMs }) => dayMs);
  expect(days).toEqual([LOAN_DAY_MS, LOAN_DAY_MS, LOAN_DAY_MS, ...short]);
});

let people = 0;
const newUser = () => String(1_000 + ++people);

describe('borrowing', () => {
  it('sets the amount aside at once, pays it out after 20 seconds by itself, and names the signed file in its journal', async () => {
    const user = newUser();
    const before = await world.balances(user);
    const id = await world.apply(user, '1000');
    expect(await world.loan(user, id)).toMatchObject({ state: 'applying', amount: 100_000_000_000n, termsVersion: 1 });
    expect((await world.balances(user)).promised).toBe('1000');
    await world.pass(19_999);
    expect((await world.loan(user, id)).state).toBe('applying');
    await world.pass(1);
    const paidOutAt = world.time.now;
    expect(await world.loan(user, id)).toMatchObject({ state: 'running', paidOutAt, dueAt: paidOutAt + 7 * LOAN_DAY_MS });
    const after = await world.balances(user);
    expect(after).toMatchObject({ user: '1000', promised: '0', lent: '1000', owed: '-1000' });
    expect(Number(before.pool) - Number(after.pool)).toBe(1_000);
    const agreement = await findAgreement(world.db.read, id, { withFile: true });
    const { rows } = await world.db.read.query<{ reference: string }>(
      "SELECT reference FROM ledger_journals WHERE code = 'LOAN_PAYOUT' AND reference LIKE $1",
      [`loan:${id}:%`],
    );
    expect(rows).toEqual([{ reference: `loan:${id}:${agreement?.hash}` }]);
    await world.repay(user, id);
  });

  it('gives the signed file out byte for byte, and keeps nothing of it readable', async () => {
    const user = newUser();
    world.pictures.set('picture', { userId: user, picture: Buffer.from('png') });
    const id = await world.apply(user, '1000', { signature: 'picture', signedName: null, address: 'Rosenweg 7, 12345 Berlin' });
    const row = await findAgreement(world.db.read, id, { withFile: true });
    if (row === null) throw new Error('no agreement');
    const file = (await world.documents.openFile(row)).toString();
    expect(file).toContain('Rosenweg 7, 12345 Berlin');
    expect(Buffer.from(row.file).toString('latin1')).not.toContain('Rosenweg');
    expect((await world.documents.openContent(row)).borrower).toEqual({
      firstName: 'Ada',
      lastName: 'Lovelace',
      address: 'Rosenweg 7, 12345 Berlin',
      phone: '+442079460958',
    });
    await expect(world.documents.openFile({ ...row, file: row.content })).rejects.toThrow();
  });

  it('security: counts once when one application with its signature arrives 200 times at once', async () => {
    const user = newUser();
    const requestId = createId();
    const answers = await Promise.all(Array.from({ length: 200 }, () => world.apply(user, '1000', { requestId })));
    expect(new Set(answers).size).toBe(1);
    expect(await world.loans(user)).toHaveLength(1);
    await expect(world.apply(user, '1000', { requestId, address: 'Somewhere else 1' })).rejects.toMatchObject({
      code: 'DUPLICATE_REQUEST',
    });
  });

  it('security: two applications at once can not pass one limit', async () => {
    const user = newUser();
    const outcomes = await Promise.allSettled([world.apply(user, '1000'), world.apply(user, '1000')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(world.apply(user, '1000')).rejects.toMatchObject({ code: 'LOAN_LIMIT_EXCEEDED', params: { limit: '1000', left: '0' } });
  });

  it('security: what people look at can not be asked for in pieces: what waits and is owed counts with it', async () => {
    const user = newUser();
    await world.raiseScore(user, 85);
    const [first, second] = [await world.apply(user, '6000'), await world.apply(user, '6000')];
    await world.pass(20_000);
    const third = await world.apply(user, '1000');
    await world.pass(20_000);
    const found = await Promise.all([first, second, third].map((id) => world.loan(user, id)));
    expect(found.map(({ needsOperators, state }) => [needsOperators, state])).toEqual([
      [false, 'running'],
      [true, 'applying'],
      [true, 'applying'],
    ]);
  });

  it('goes up to the limit of the score, in the mode of the account', async () => {
    const user = newUser();
    await world.raiseScore(user, 65);
    await world.apply(user, '2000');
    await expect(world.apply(user, '2000', { mode: 'demo' })).rejects.toMatchObject({ code: 'LOAN_LIMIT_EXCEEDED' });
    await world.apply(user, '1000', { mode: 'demo' });
  });

  it.each<[string, Parameters<LoansWorld['apply']>[2], string]>([
    ['another first name', { firstName: 'Eve' }, 'LOAN_NAME_MISMATCH'],
    ['no last name', { lastName: '' }, 'LOAN_NAME_MISMATCH'],
    ['a product that there is not', { productId: '7' }, 'LOAN_PRODUCT_UNKNOWN'],
    ['an amount below the least', { amount: '999.99999999' }, 'LOAN_AMOUNT_OUT_OF_RANGE'],
    ['an amount above the most', { amount: '1000000.00000001' }, 'LOAN_AMOUNT_OUT_OF_RANGE'],
    ['an amount with too many decimals', { amount: '1000.000000001' }, 'AMOUNT_PRECISION'],
    ['an amount that is none', { amount: '1e3' }, 'AMOUNT_INVALID'],
    ['no address', { address: ' \t ' }, 'LOAN_ADDRESS_INVALID'],
    ['an address with a control character', { address: 'Main Street \u0007 1' }, 'LOAN_ADDRESS_INVALID'],
    ['an address that reads backwards', { address: 'Main Street \u202e 1' }, 'LOAN_ADDRESS_INVALID'],
    ['an address that no font of ours has', { address: 'شارع الملك ١٢' }, 'LOAN_SCRIPT_UNSUPPORTED'],
    ['an address with a character that no font of ours has', { address: '12 \u{2a6d6} Street' }, 'LOAN_SCRIPT_UNSUPPORTED'],
    ['a phone number without its country', { phone: '0170 1234567' }, 'PHONE_INVALID'],
    ['a phone number of letters', { phone: '+44 CALL ME' }, 'PHONE_INVALID'],
    ['neither drawing nor typed name', { signedName: null }, 'LOAN_SIGNATURE_MISSING'],
    ['another typed name', { signedName: 'Ada L.' }, 'LOAN_SIGNATURE_MISSING'],
    ['a drawing of somebody else', { signature: 'picture', signedName: null }, 'LOAN_SIGNATURE_MISSING'],
    ['a drawing that there is not', { signature: '../../etc/passwd', signedName: null }, 'LOAN_SIGNATURE_MISSING'],
    ['another sum than what it costs now', { total: '1008.99' }, 'LOAN_TERMS_CHANGED'],
  ])('refuses %s and changes nothing', async (_name, change, code) => {
    const user = newUser();
    const before = await world.balances(user);
    await expect(world.apply(user, change?.amount ?? '1000', change)).rejects.toMatchObject({ code });
    expect(await world.loans(user)).toEqual([]);
    expect(await world.balances(user)).toEqual(before);
  });

  it.each([0, 1, 3])('refuses who is not verified (state %d)', async (state) => {
    const user = newUser();
    world.identities.set(user, { state, firstName: 'Ada', lastName: 'Lovelace' });
    await expect(world.apply(user, '1000')).rejects.toMatchObject({ code: 'IDENTITY_REQUIRED' });
  });

  it.each([
    ['Latin', 'José', 'Nuñez'],
    ['Vietnamese', 'Thị Ngọc', 'Đặng'],
    ['Cyrillic', 'Иван', 'Йовчев'],
    ['Greek', 'Ελένη', 'Παπαδοπούλου'],
    ['Chinese', '伟', '王'],
    ['Japanese', 'さくら', 'ヤマダ'],
    ['Korean', '민준', '김'],
  ])('takes a name in %s letters, composed or not', async (_script, firstName, lastName) => {
    const user = newUser();
    world.identities.set(user, { state: 2, firstName, lastName });
    const typed = { firstName: firstName.normalize('NFD'), lastName: ` ${lastName.toLowerCase()} ` };
    await world.apply(user, '1000', { ...typed, signedName: `${firstName}  ${lastName}` });
  });

  it('ends with the pool, which says what is left', async () => {
    const poor = await createLoansWorld({ pool: '1500' });
    await poor.apply('1', '1000');
    await expect(poor.apply('2', '1000')).rejects.toMatchObject({ code: 'LOAN_POOL_EMPTY', params: { left: '500' } });
    expect((await poor.balances('1')).pool).toBe('500');
    await poor.close();
  });
});

describe('paying back', () => {
  it('in parts and then all: the amount falls, interest counts on what is left', async () => {
    const user = newUser();
    const id = await world.borrow(user, '1000');
    await world.days(3);
    expect(await world.repay(user, id, { amount: '600' })).toEqual({ paid: '600', left: '400' });
    await world.give(user, '100');
    await world.days(4);
    // Two days on 1,000 are 3, four on 400 are 2.4.
    expect(await world.repay(user, id)).toEqual({ paid: '405.4', left: '0' });
    expect(await world.loan(user, id)).toMatchObject({ state: 'finished', ending: 'repaid', principal: 0n, nextAt: null });
    expect(await world.score(user)).toBe(63);
    const entries = await listEntriesOf(world.db.read, id);
    expect(entries.map(({ kind }) => kind)).toEqual(['applied', 'paid_out', 'repaid_part', 'repaid']);
    await expect(world.repay(user, id)).rejects.toMatchObject({ code: 'LOAN_NOT_OWED' });
  });

  it('within 14 days the amount alone, which counts as no repayment in time', async () => {
    const user = newUser();
    const id = await world.borrow(user, '1000');
    await world.days(6);
    expect(await world.repay(user, id, { isWithdrawal: true })).toEqual({ paid: '1000', left: '0' });
    expect(await world.loan(user, id)).toMatchObject({ state: 'finished', ending: 'withdrawn' });
    expect(await world.score(user)).toBe(60);
  });

  it.each<[string, number, boolean]>([
    ['at the last millisecond of the 14 days', 0, true],
    ['a millisecond later no more', 1, false],
  ])('%s', async (_name, late, isTaken) => {
    const user = newUser();
    const id = await world.borrow(user, '1000');
    const { paidOutAt } = await world.loan(user, id);
    world.time.now = (paidOutAt ?? 0) + 14 * LOAN_DAY_MS + late;
    const withdrawing = world.repay(user, id, { isWithdrawal: true });
    if (isTaken) expect(await withdrawing).toEqual({ paid: '1000', left: '0' });
    else await expect(withdrawing).rejects.toMatchObject({ code: 'LOAN_WITHDRAWAL_OVER' });
    if (!isTaken) await world.db.read.query('UPDATE loans SET next_at = 9999999999999 WHERE id = $1', [id]);
  });

  it('security: money that costs nothing is not lent again and again: after a withdrawal there is no loan for 30 days, in that account', async () => {
    const user = newUser();
    const id = await world.borrow(user, '1000');
    await world.days(6);
    await world.repay(user, id, { isWithdrawal: true });
    const endedAt = world.time.now;
    const refused = { code: 'LOAN_AFTER_WITHDRAWAL', params: { days: '30' } };
    await expect(world.apply(user, '1000')).rejects.toMatchObject(refused);
    world.time.now = endedAt + 30 * LOAN_DAY_MS - 1;
    await expect(world.apply(user, '1000')).rejects.toMatchObject(refused);
    await world.repay(user, await world.borrow(user, '1000', { mode: 'demo' }), { mode: 'demo' });
    world.time.now = endedAt + 30 * LOAN_DAY_MS;
    await world.repay(user, await world.borrow(user, '1000'));
  });

  it('security: once when one request arrives ten times at once, and never for somebody else', async () => {
    const [user, other] = [newUser(), newUser()];
    const id = await world.borrow(user, '1000');
    const requestId = createId();
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.repay(user, id, { amount: '100', requestId })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"paid":"100","left":"900"}']));
    expect((await world.balances(user)).user).toBe('900');
    await world.give(other, '1000');
    await expect(world.repay(other, id)).rejects.toMatchObject({ code: 'LOAN_NOT_FOUND' });
    await expect(world.repay(user, id, { mode: 'demo' })).rejects.toMatchObject({ code: 'LOAN_NOT_FOUND' });
    await expect(world.repay(user, '999999')).rejects.toMatchObject({ code: 'LOAN_NOT_FOUND' });
    await world.repay(user, id, { isWithdrawal: true });
  });

  it('is refused without the money, and changes nothing', async () => {
    const user = newUser();
    const id = await world.borrow(user, '1000');
    await world.days(2);
    const before = await world.balances(user);
    await expect(world.repay(user, id)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    await expect(world.repay(user, id, { amount: '1000' })).rejects.toMatchObject({
      code: 'LOAN_REPAYMENT_INVALID',
      params: { most: '1000', all: '1001.5' },
    });
    expect(await world.balances(user)).toEqual(before);
    await world.repay(user, id, { isWithdrawal: true });
  });
});
