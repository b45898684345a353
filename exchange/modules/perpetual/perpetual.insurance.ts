import { MODES, type Mode } from '../../../lib/protocol/wire';
import type { ExchangeEnv } from '../../env';
import type { Tx } from '../../platform/db';
import { openServiceAccount } from '../accounts/accounts';
import { hasJournal, outsideAddress, postJournals } from '../ledger/ledger';
import type { PerpetualJournal } from './perpetual.codes';
import { INSURANCE_FUND, insuranceAddress, SETTLE_ASSET } from './perpetual.postings';

/** What the fund of test money begins with: 1,000,000 USDT. A fund of real money begins with what its operator puts in. */
const GRANT_UNITS = 1_000_000n * 10n ** 8n;

/** Opens the account that holds what the fund takes over, and grants test money to the funds, once per mode. Returns its user number. */
export async function openInsuranceFund(tx: Tx, { env, at }: { env: Pick<ExchangeEnv, 'sandbox'>; at: number }): Promise<number> {
  const userId = await openServiceAccount(tx, { username: INSURANCE_FUND, at });
  const modes: readonly Mode[] = env.sandbox ? MODES : ['demo'];
  const journals: PerpetualJournal[] = [];
  for (const mode of modes) {
    const reference = `insurance:${mode}`;
    if (await hasJournal(tx, { code: 'INSURANCE_FUNDING', reference })) continue;
    const postings = [
      { address: outsideAddress({ mode, name: 'issuance', asset: SETTLE_ASSET }), amount: -GRANT_UNITS },
      { address: insuranceAddress(mode), amount: GRANT_UNITS },
    ];
    journals.push({ code: 'INSURANCE_FUNDING', reference, at, postings });
  }
  await postJournals(tx, journals);
  return Number(userId);
}
