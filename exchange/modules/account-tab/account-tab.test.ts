import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountTab } from '../../../lib/protocol/account-tab';
import type { CallContext } from '../../http/register-call';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import type { DepositTerms, MoneyTerms, WithdrawalTerms } from './account-tab';
import { createAccountTabModule } from './account-tab.module';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

const DEPOSIT: DepositTerms = { network: 'ERC20', coin: 'USDT', min: '1', confirmations: 5, seconds: 60 };
const WITHDRAWAL: WithdrawalTerms = {
  network: 'USDT_ERC20',
  coin: 'USDT',
  fee: '0.03',
  min: '10',
  max: '50000',
  confirmations: 5,
  wait: 86_400,
  review: 86_400,
};
const prices = { getPrice: () => null, getOpenToday: async () => null, getChangeRate: () => null };

const readHosted = async () => ({ worth: 5_000_000_000n, gained: 0n, income: 0n });

async function ask(terms: MoneyTerms, tab: '0' | '1' | '2') {
  const [call] = createAccountTabModule({ db, clock: { now: () => 0 } }, { prices, readHosted, terms }).calls;
  const session = { userId: '1', username: 'ada', mode: 'real' as const, sessionId: 's' };
  const context: CallContext = { session, actor: null, ip: '1.2.3.4', isBff: true, setSession: () => undefined };
  return accountTab.answer.parse(await call?.run({ tab }, context));
}

it('says what is hosted in the balance, and the terms of each tab as whoever charges them says them', async () => {
  const terms: MoneyTerms = { deposits: () => [DEPOSIT], withdrawals: () => [WITHDRAWAL] };
  expect(await ask(terms, '0')).toEqual({ banlance: '50', min: '1', deposits: [DEPOSIT] });
  expect(await ask(terms, '2')).toEqual({ banlance: '50', min: '10', max: '50000', fee: '0.03', withdrawals: [WITHDRAWAL] });
  expect(await ask(terms, '1')).toMatchObject({ deposits: [DEPOSIT], withdrawals: [WITHDRAWAL] });
});

it('leaves out what is not offered', async () => {
  expect(await ask({ deposits: null, withdrawals: null }, '1')).toEqual({ banlance: '50' });
});
