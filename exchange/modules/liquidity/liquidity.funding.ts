import type { Mode } from '../../../lib/protocol/wire';
import type { JournalCodes } from '../../composition/module';
import type { Tx } from '../../platform/db';
import { openServiceAccount } from '../accounts/accounts';
import { ASSETS, hasJournal, type Journal, outsideAddress, postJournals, userAddress } from '../ledger/ledger';

const USERNAME = 'liquidity-provider';
export const LIQUIDITY_CODES = { LIQUIDITY_FUNDING: { record: 'other', isExternal: true } } as const satisfies JournalCodes;

/** Test money of each asset and mode, in whole units: more than a busy sandbox can buy from it in years. */
const GRANT_UNITS = 1_000_000_000n * 10n ** 8n;

/** Opens the provider's account and grants its inventory, once per asset and mode. Returns its user id. */
export async function openProvider(tx: Tx, input: { modes: readonly Mode[]; at: number }): Promise<string> {
  const userId = await openServiceAccount(tx, { username: USERNAME, at: input.at });
  const journals: Journal<keyof typeof LIQUIDITY_CODES>[] = [];
  for (const mode of input.modes) {
    for (const asset of ASSETS) {
      const funding = { code: 'LIQUIDITY_FUNDING', reference: `liquidity:${mode}:${asset}` } as const;
      if (await hasJournal(tx, funding)) continue;
      journals.push({
        ...funding,
        at: input.at,
        postings: [
          { address: outsideAddress({ mode, name: 'issuance', asset }), amount: -GRANT_UNITS },
          { address: userAddress({ userId, mode, asset, part: 'available' }), amount: GRANT_UNITS },
        ],
      });
    }
  }
  if (journals.length > 0) await postJournals(tx, journals);
  return userId;
}
