import type { Rest } from '../../../lib/rules/closing';
import { splitChannel } from '../../../lib/rules/withdrawals';
import { DomainError } from '../../platform/domain-error';
import type { Tx } from '../../platform/db';
import { fromUnits, toUnits } from '../../platform/decimal';
import { getAssetScale, getBalances, houseAddress, postJournals, userAddress } from '../ledger/ledger';
import type { WithdrawalTerms } from '../registry/registry';

export const CLOSING_CODES = { BALANCE_GIVEN_UP: { record: 'other', isExternal: false } } as const;
const GIVEN_UP = 'given-up';
export const CLOSING_FAMILIES = [`house:${GIVEN_UP}`] as const;
const MODE = 'real';

/** What says whether an amount can leave. `findValue` is in base units of USDT, null while a price is not confirmed. */
export type Leaving = {
  readTerms(): Pick<WithdrawalTerms, 'channels'>;
  listConvertible(): readonly string[];
  findValue(asset: string, amount: bigint): bigint | null;
};
export type Left = { asset: string; amount: bigint };

/**
 * Returns what is left on the real account if none of it can leave: each amount is below every smallest withdrawal of its coin, and all that
 * can be converted is together worth less than the smallest withdrawal there is. Null when something can leave, or when a price isn't confirmed.
 */
export async function findRests(tx: Tx, { userId, leaving }: { userId: string; leaving: Leaving }): Promise<Left[] | null> {
  const balances = await getBalances(tx, { userId, mode: MODE });
  const rests = balances.flatMap(({ asset, available }) => (available === 0n ? [] : [{ asset, amount: available }]));
  return rests.length === 0 || isTooSmall(rests, leaving) ? rests : null;
}

function isTooSmall(rests: readonly Left[], { readTerms, listConvertible, findValue }: Leaving): boolean {
  const smallest = readTerms().channels.map(({ channel, min }) => {
    const { asset } = splitChannel(channel);
    return { asset, amount: toUnits(min, getAssetScale(asset)) };
  });
  if (rests.some((rest) => smallest.some(({ asset, amount }) => asset === rest.asset && rest.amount >= amount))) return false;
  const convertible = listConvertible();
  const values = rests.filter(({ asset }) => convertible.includes(asset)).map(({ asset, amount }) => findValue(asset, amount));
  const bounds = smallest.filter(({ asset }) => convertible.includes(asset)).map(({ asset, amount }) => findValue(asset, amount));
  let total = 0n;
  for (const value of values) {
    if (value === null) return false;
    total += value;
  }
  return bounds.every((bound) => bound !== null && total < bound);
}

/** Returns rests as they are shown. */
export function showRests(rests: readonly Left[]): Rest[] {
  return rests.map(({ asset, amount }) => ({ asset, amount: fromUnits(amount, getAssetScale(asset)) }));
}

/** Moves to the house what can't leave. @throws CLOSING_RESTS_CHANGED when more or less of it is there by now */
export async function giveUp(tx: Tx, input: { userId: string; rests: readonly Left[]; at: number }): Promise<void> {
  const { userId, rests, at } = input;
  if (rests.length === 0) return;
  const own = ({ asset }: Left) => userAddress({ userId, mode: MODE, asset, part: 'available' });
  const postings = rests.flatMap((rest) => [
    { address: own(rest), amount: -rest.amount },
    { address: houseAddress({ mode: MODE, name: GIVEN_UP, asset: rest.asset }), amount: rest.amount },
  ]);
  const code = 'BALANCE_GIVEN_UP' satisfies keyof typeof CLOSING_CODES;
  const { balances } = await postJournals(tx, [{ code, reference: `closing:${userId}`, at, postings }]).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'INSUFFICIENT_BALANCE')
      throw new DomainError('CLOSING_RESTS_CHANGED', { cause: error });
    throw error;
  });
  // Money may have come or gone since it was read: that was not shown.
  if (rests.some((rest) => balances.get(own(rest)) !== 0n)) throw new DomainError('CLOSING_RESTS_CHANGED');
}
