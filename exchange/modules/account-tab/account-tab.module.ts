import { accountTab } from '../../../lib/protocol/account-tab';
import type { ExchangeModule } from '../../composition/module';
import { handle, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { fromUnits } from '../../platform/decimal';
import { type Prices, type ReadHosted, valueBalances } from '../accounts/accounts';
import type { MoneyTerms } from './account-tab';

/** Decimals of USDT in the ledger. */
const USDT_SCALE = 8;

/** Wires call 9: the balance, and the terms of money in and out as whoever charges them says them. */
export function createAccountTabModule(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { prices, readHosted, terms }: { prices: Prices; readHosted: ReadHosted; terms: MoneyTerms },
) {
  return {
    name: 'account-tab',
    calls: [
      handle(accountTab, async ({ tab }, context) => {
        const owner = sessionOf(context);
        const { total } = await valueBalances(db.read, prices, owner);
        const hosted = await readHosted(db.read, { ...owner, dayStart: clock.now() });
        const deposits = tab === '2' ? undefined : terms.deposits?.();
        const withdrawals = tab === '0' ? undefined : terms.withdrawals?.();
        const [deposit] = deposits ?? [];
        const [withdrawal] = withdrawals ?? [];
        return {
          banlance: fromUnits(total + hosted.worth, USDT_SCALE),
          ...(tab === '0' && deposit !== undefined && { min: deposit.min }),
          ...(withdrawal !== undefined && { min: withdrawal.min, max: withdrawal.max, fee: withdrawal.fee }),
          ...(deposits !== undefined && { deposits: [...deposits] }),
          ...(withdrawals !== undefined && { withdrawals: [...withdrawals] }),
        };
      }),
    ],
  } satisfies ExchangeModule;
}
