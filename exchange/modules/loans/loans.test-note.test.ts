import { expect, it } from 'vitest';
import { loanStanding } from '../../../lib/protocol/credit-score';
import { createLoansWorld } from '../../../tests/helpers/loans-world';
import { findAgreement } from './loans.agreements.repository';
import { createLoanCalls } from './loans.handlers';
import { AGREEMENT_TEXTS } from './loans.texts';

it.each([
  { sandbox: true, mode: 'real', isTest: true },
  { sandbox: true, mode: 'demo', isTest: true },
  { sandbox: false, mode: 'real', isTest: false },
  { sandbox: false, mode: 'demo', isTest: true },
] as const)('what is read before signing says whether it is test money as what is signed does (%o)', async ({ sandbox, mode, isTest }) => {
  const world = await createLoansWorld({ sandbox });
  const standing = createLoanCalls(world.platform, world.deps).find(({ call }) => call.id === loanStanding.id);
  const session = { userId: '1', username: 'ada', mode, sessionId: '1' };
  const context = { session, actor: null, ip: '127.0.0.1', isBff: true, setSession: () => undefined };
  expect(await standing?.run({}, context)).toMatchObject({ is_test: isTest });
  const row = await findAgreement(world.db.read, await world.apply('1', '1000', { mode }), { withFile: true });
  if (row === null) throw new Error('no agreement');
  const { content } = await world.documents.openContent(row);
  expect(content.notes.includes(AGREEMENT_TEXTS.en.testNote)).toBe(isTest);
  await world.close();
});
