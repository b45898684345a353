import type { BookKind, Mode } from '../../../lib/protocol/wire';
import type { JournalCodes } from '../../composition/module';
import type { Tx } from '../../platform/db';
import { findServiceAccounts, openServiceAccount } from '../accounts/accounts';
import { hasJournal, type Journal, outsideAddress, postJournals, userAddress } from '../ledger/ledger';

const ROLES = ['provider', 'taker'] as const;
type Role = (typeof ROLES)[number];
export const LIQUIDITY_CODES = { LIQUIDITY_FUNDING: { record: 'other', isExternal: true } } as const satisfies JournalCodes;

/** Test money of each asset and mode, in whole units: more than a busy sandbox can buy from it in years. */
const GRANT_UNITS = 1_000_000_000n * 10n ** 8n;

/** User ids of the one that quotes in a market and the one that trades against it and everybody else. */
export type DeskAccounts = { makerId: string; takerId: string };
type Place = { type: BookKind; market: string };

/** Accounts of one kind of trading and market: one for all would be the row that every trade waits for. */
function nameOf(role: Role, { type, market }: Place): string {
  return `liquidity-${role}-${type}-${market}`;
}

/** When one account stood for all markets. */
const RETIRED = ROLES.map((role) => `liquidity-${role}`);

/** Returns, by market, the accounts that may have orders there from an earlier run. */
export async function findAccounts(tx: Tx, input: { type: BookKind; markets: readonly string[] }): Promise<Map<string, string[]>> {
  const { type, markets } = input;
  const namesOf = (market: string) => [...ROLES.map((role) => nameOf(role, { type, market })), ...RETIRED];
  const known = await findServiceAccounts(tx, [...new Set(markets.flatMap(namesOf))]);
  return new Map(markets.map((market) => [market, namesOf(market).flatMap((name) => known.get(name) ?? [])]));
}

/** Opens the accounts that quote and that trade in one market, and grants them what is traded there, once per asset and mode. */
export async function openAccounts(tx: Tx, input: Place & { modes: readonly Mode[]; at: number }): Promise<DeskAccounts> {
  const { type, market, modes, at } = input;
  const assets = type === 'spot' ? market.split('-') : market.split('-').slice(1);
  const journals: Journal<keyof typeof LIQUIDITY_CODES>[] = [];
  const ids: string[] = [];
  for (const role of ROLES) {
    const username = nameOf(role, { type, market });
    const userId = await openServiceAccount(tx, { username, at });
    ids.push(userId);
    for (const mode of modes) {
      for (const asset of assets) {
        const funding = { code: 'LIQUIDITY_FUNDING', reference: `${username}:${mode}:${asset}` } as const;
        if (await hasJournal(tx, funding)) continue;
        journals.push({
          ...funding,
          at,
          postings: [
            { address: outsideAddress({ mode, name: 'issuance', asset }), amount: -GRANT_UNITS },
            { address: userAddress({ userId, mode, asset, part: 'available' }), amount: GRANT_UNITS },
          ],
        });
      }
    }
  }
  if (journals.length > 0) await postJournals(tx, journals);
  const [makerId = '', takerId = ''] = ids;
  return { makerId, takerId };
}
