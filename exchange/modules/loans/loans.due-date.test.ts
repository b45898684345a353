import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLoansWorld, type LoansWorld } from '../../../tests/helpers/loans-world';
import { findAgreement } from './loans.agreements.repository';

let world: LoansWorld;
beforeAll(async () => {
  world = await createLoansWorld();
});
afterAll(() => world.close());

/** Product 9 has three days of a minute each, so that the agreement says the second. */
const DAY_MS = 60_000;
const readMoment = (text: string) => Date.parse(text.replace(' at ', ' '));

it.each([20_000, 3 * DAY_MS])(
  'a loan is due later than was printed by as much as it was paid out after the signature (%i ms), and the agreement says so',
  async (late) => {
    const user = late === 20_000 ? '1' : '2';
    const id = await world.apply(user, '1000', { productId: '9' });
    const signedAt = world.time.now;
    await world.pass(late);
    const { paidOutAt, dueAt } = await world.loan(user, id);
    const row = await findAgreement(world.db.read, id, { withFile: true });
    if (row === null || paidOutAt === null || dueAt === null) throw new Error('it was not paid out');
    const section = (await world.documents.openContent(row)).content.sections.find(({ heading }) => heading === 'The loan');
    const printed = section?.rows.find(({ label }) => label === 'Repayment date')?.value ?? '';
    expect(readMoment(printed)).toBe(signedAt + 3 * DAY_MS);
    expect(paidOutAt - signedAt).toBe(late);
    expect(dueAt - readMoment(printed)).toBe(paidOutAt - signedAt);
    expect(section?.paragraphs).toContain(
      'The term begins with the payout. Where the payout comes after the signature, the repayment date moves by as much.',
    );
  },
);
