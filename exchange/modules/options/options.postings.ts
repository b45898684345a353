import type { Mode } from '../../../lib/protocol/wire';
import type { JournalCodes, MarketJournals } from '../../composition/module';
import { toUnits } from '../../platform/decimal';
import type { Tx } from '../../platform/db';
import { getAssetScale, hasJournal, houseAddress, type Journal, outsideAddress, postJournals, userAddress } from '../ledger/ledger';
import { OPTION_ASSET, OPTION_POOL, OPTION_POOL_GRANT } from './options.terms';

const REFERENCE = 'option:';

export const OPTION_CODES = {
  OPTION_STAKE: { record: 'trade', isExternal: false },
  OPTION_WIN: { record: 'trade', isExternal: false },
  OPTION_LOSS: { record: 'trade', isExternal: false },
  OPTION_REFUND: { record: 'trade', isExternal: false },
} as const satisfies JournalCodes;

/** A journal is of the market of the contract that it names. */
export const optionJournals: MarketJournals = {
  codes: Object.keys(OPTION_CODES),
  async pick(tx, { market, references }) {
    const { rows } = await tx.query<{ reference: string }>(
      `SELECT '${REFERENCE}' || id AS reference FROM option_contracts WHERE id = ANY($1::int8[]) AND market = $2`,
      [references.flatMap((reference) => (reference.startsWith(REFERENCE) ? [reference.slice(REFERENCE.length)] : [])), market],
    );
    return new Set(rows.map(({ reference }) => reference));
  },
};

type OptionJournal = Journal<keyof typeof OPTION_CODES>;

/** Ids of `id` and `userId` in digits; money in base units. */
export type Stake = { id: string; userId: string; mode: Mode; stake: bigint; profit: bigint };

/** The four accounts of a contract: the buyer's, what is staked, what may have to be paid, and what is left to promise. */
export function addressesOf({ userId, mode }: { userId: string; mode: Mode }) {
  const house = (name: string) => houseAddress({ mode, name, asset: OPTION_ASSET });
  return {
    user: userAddress({ userId, mode, asset: OPTION_ASSET, part: 'available' }),
    stakes: house('options-stakes'),
    reserved: house('options-reserved'),
    pool: house(OPTION_POOL),
  };
}

/** The stake leaves the buyer, the worst-case payout leaves the pool: both wait for the result. */
export function stakeJournal(contract: Stake, at: number): OptionJournal {
  const { user, stakes, reserved, pool } = addressesOf(contract);
  return journal('OPTION_STAKE', contract, at, [
    { address: user, amount: -contract.stake },
    { address: stakes, amount: contract.stake },
    { address: pool, amount: -contract.profit },
    { address: reserved, amount: contract.profit },
  ]);
}

/** Ends what `stakeJournal` began: stake and profit to the buyer, both to the pool, or each back to where it came from. */
export function resultJournal(contract: Stake & { result: 'won' | 'lost' | 'refunded' }, at: number): OptionJournal {
  const { stake, profit, result } = contract;
  const { user, stakes, reserved, pool } = addressesOf(contract);
  const ends = [
    { address: stakes, amount: -stake },
    { address: reserved, amount: -profit },
  ];
  if (result === 'won') return journal('OPTION_WIN', contract, at, [...ends, { address: user, amount: stake + profit }]);
  if (result === 'lost') return journal('OPTION_LOSS', contract, at, [...ends, { address: pool, amount: stake + profit }]);
  return journal('OPTION_REFUND', contract, at, [...ends, { address: user, amount: stake }, { address: pool, amount: profit }]);
}

function journal(code: OptionJournal['code'], contract: Stake, at: number, postings: Journal['postings']): OptionJournal {
  return { code, reference: `${REFERENCE}${contract.id}`, at, postings };
}

/** Grants the demo pool its money, once. The real pool has no grant: it can promise nothing until the operator funds it. */
export async function fundPool(tx: Tx, at: number): Promise<void> {
  const funding = { code: 'HOUSE_FUNDING', reference: `${OPTION_POOL}:demo` } as const;
  if (await hasJournal(tx, funding)) return;
  const amount = toUnits(OPTION_POOL_GRANT, getAssetScale(OPTION_ASSET));
  await postJournals(tx, [
    {
      ...funding,
      at,
      postings: [
        { address: outsideAddress({ mode: 'demo', name: 'issuance', asset: OPTION_ASSET }), amount: -amount },
        { address: houseAddress({ mode: 'demo', name: OPTION_POOL, asset: OPTION_ASSET }), amount },
      ],
    },
  ]);
}
