import type { Mode } from '../../../lib/protocol/wire';
import type { JournalCodes } from '../../composition/module';
import type { Tx } from '../../platform/db';
import { openServiceAccount } from '../accounts/accounts';
import { ASSETS, hasJournal, type Journal, outsideAddress, postJournals, SANDBOX_TOKENS, userAddress } from '../ledger/ledger';

const MAKER = { username: 'liquidity-provider', reference: 'liquidity' };
const TAKER = { username: 'liquidity-taker', reference: 'liquidity-taker' };
const TRADED = ASSETS.filter((asset) => !SANDBOX_TOKENS.includes(asset));
export const LIQUIDITY_CODES = { LIQUIDITY_FUNDING: { record: 'other', isExternal: true } } as const satisfies JournalCodes;

/** Test money of each asset and mode, in whole units: more than a busy sandbox can buy from it in years. */
const GRANT_UNITS = 1_000_000_000n * 10n ** 8n;

/** Opens the accounts that quote and that trade, and grants their inventory, once per asset and mode. */
export async function openAccounts(tx: Tx, input: { modes: readonly Mode[]; at: number }): Promise<{ makerId: string; takerId: string }> {
  const makerId = await openServiceAccount(tx, { username: MAKER.username, at: input.at });
  const takerId = await openServiceAccount(tx, { username: TAKER.username, at: input.at });
  const grants = [
    { userId: makerId, of: MAKER.reference },
    { userId: takerId, of: TAKER.reference },
  ];
  const journals: Journal<keyof typeof LIQUIDITY_CODES>[] = [];
  for (const { userId, of } of grants) {
    for (const mode of input.modes) {
      for (const asset of TRADED) {
        const funding = { code: 'LIQUIDITY_FUNDING', reference: `${of}:${mode}:${asset}` } as const;
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
  }
  if (journals.length > 0) await postJournals(tx, journals);
  return { makerId, takerId };
}
