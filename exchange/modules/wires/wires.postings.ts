import type { AccountFamily, JournalCodes } from '../../composition/module';
import { houseAddress, type Journal, outsideAddress, userAddress } from '../ledger/ledger';

export const WIRE_CODES = { WIRE_DEPOSIT: { record: 'deposit', isExternal: true } } as const satisfies JournalCodes;
export const WIRE_FAMILIES: readonly AccountFamily[] = ['outside:bank-*', 'house:fees-wires'];

type Credit = { id: string; userId: string; currency: string; asset: string; arrived: bigint; fee: bigint; at: number };

/** Names the accounts between which a bank transfer is posted. */
export function wireAccounts({ userId, currency, asset }: Pick<Credit, 'userId' | 'currency' | 'asset'>) {
  return {
    bank: outsideAddress({ mode: 'real', name: `bank-${currency}`, asset }),
    user: userAddress({ userId, mode: 'real', asset, part: 'available' }),
    fees: houseAddress({ mode: 'real', name: 'fees-wires', asset }),
  };
}

/** What arrived at the bank comes in: to the person, less the fee. */
export function creditJournal({ id, arrived, fee, at, ...of }: Credit): Journal<keyof typeof WIRE_CODES> {
  const { bank, user, fees } = wireAccounts(of);
  return {
    code: 'WIRE_DEPOSIT',
    reference: `wire:${id}`,
    at,
    postings: [
      { address: bank, amount: -arrived },
      { address: user, amount: arrived - fee },
      ...(fee === 0n ? [] : [{ address: fees, amount: fee }]),
    ],
  };
}
