import { z } from 'zod';
import {
  describePostings,
  getAccountBalances,
  getAssetScale,
  hasJournal,
  houseAddress,
  outsideAddress,
  type Posting,
  postJournals,
} from '../modules/ledger/ledger';
import { ActionRefused, defineAction } from '../modules/operators/operators';
import { OPTION_POOL } from '../modules/options/options';
import { INSURANCE_FUND } from '../modules/perpetual/perpetual';
import { assetsOf, POOL_NAMES } from '../modules/pools/pools';
import type { Tx } from '../platform/db';
import { fromUnits, toUnits } from '../platform/decimal';
import { DomainError } from '../platform/domain-error';

const USDT = 'USDT';
/** The house accounts that carry risk with the operator's own money, and the assets that each may hold. */
const ASSETS_OF: Readonly<Record<string, readonly string[]>> = {
  [INSURANCE_FUND]: [USDT],
  [OPTION_POOL]: [USDT],
  ...Object.fromEntries(POOL_NAMES.map((pool) => [`${pool}-pool`, assetsOf(pool)])),
};
const POOLS = Object.keys(ASSETS_OF);
/** What stands behind liquidations isn't taken out: its need is known only when prices fall. */
const DEFUNDABLE = POOLS.filter((pool) => pool !== INSURANCE_FUND);
const AMOUNT_LENGTH_MAX = 40;

/** What can be done with the money of a house account, and what lies free in it by asset, as decimals; null: it is no such account. */
export async function describeFunding(
  tx: Tx,
  pool: string,
): Promise<{ free: [asset: string, amount: string][]; canTakeOut: boolean } | null> {
  const assets = Object.hasOwn(ASSETS_OF, pool) ? (ASSETS_OF[pool] ?? []) : null;
  if (assets === null) return null;
  const addresses = assets.map((asset) => houseAddress({ mode: 'real', name: pool, asset }));
  const balances = await getAccountBalances(tx, addresses);
  const free = assets.map((asset, at): [string, string] => [
    asset,
    fromUnits(balances.get(addresses[at] ?? '') ?? 0n, getAssetScale(asset)),
  ]);
  return { free, canTakeOut: DEFUNDABLE.includes(pool) };
}

const createSchema = (pools: readonly string[]) =>
  z
    .strictObject({
      pool: z.enum(pools, `one of ${pools.join(', ')}`),
      amount: z.string().max(AMOUNT_LENGTH_MAX).refine(isAmount, 'an amount above zero with at most eight decimals'),
      reference: z
        .string()
        .regex(/^[A-Za-z0-9._-]{1,50}$/, 'up to 50 letters, digits, dots, dashes and underscores, such as the number of the transfer'),
      asset: z.string().max(10).default(USDT),
    })
    .refine(({ pool, asset }) => ASSETS_OF[pool]?.includes(asset), { path: ['asset'], message: 'the pool holds no such asset' });
type Funding = z.infer<ReturnType<typeof createSchema>>;

/**
 * Books money of the operator into a pool of the real realm, once for each reference. It says what is true outside: the coins must lie in the
 * operator's custody first.
 */
export const fundPoolAction = defineAction({
  name: 'pools.fund',
  schema: createSchema(POOLS),
  describe: (input) => toLines('HOUSE_FUNDING', input, 1n),
  async run(tx, { input, at }) {
    const funding = { code: 'HOUSE_FUNDING', reference: referenceOf(input) } as const;
    if (await hasJournal(tx, funding)) throw new ActionRefused('INPUT_INVALID', `${input.reference} was booked before: nothing changed.`);
    await postJournals(tx, [{ ...funding, at, postings: postingsOf(input, 1n) }]);
    return `${input.amount} ${input.asset} booked into ${addressOf(input)}, reference ${input.reference}`;
  },
});

/** Books money that a pool has not promised out of it, once for each reference. What is promised lies in another account and stays. */
export const defundPoolAction = defineAction({
  name: 'pools.defund',
  schema: createSchema(DEFUNDABLE),
  describe: (input) => toLines('POOL_DEFUNDING', input, -1n),
  async run(tx, { input, at }) {
    const defunding = { code: 'POOL_DEFUNDING', reference: referenceOf(input) } as const;
    if (await hasJournal(tx, defunding)) throw new ActionRefused('INPUT_INVALID', `${input.reference} was booked before: nothing changed.`);
    const free = (await getAccountBalances(tx, [addressOf(input)])).get(addressOf(input)) ?? 0n;
    if (free < unitsOf(input)) {
      const left = fromUnits(free, getAssetScale(input.asset));
      throw new ActionRefused('INPUT_INVALID', `${addressOf(input)} has ${left} ${input.asset} that is not promised: nothing changed.`);
    }
    await postJournals(tx, [{ ...defunding, at, postings: postingsOf(input, -1n) }]);
    return `${input.amount} ${input.asset} booked out of ${addressOf(input)}, reference ${input.reference}`;
  },
});

function toLines(code: string, input: Funding, sign: bigint): string[] {
  return [`journal ${code} ${referenceOf(input)}`, ...describePostings(input.asset, postingsOf(input, sign))];
}

function isAmount(text: string): boolean {
  try {
    return toUnits(text, getAssetScale(USDT)) > 0n;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

const unitsOf = ({ amount, asset }: Funding) => toUnits(amount, getAssetScale(asset));
const addressOf = ({ pool, asset }: Funding) => houseAddress({ mode: 'real', name: pool, asset });
/** A number is one transfer of one asset. */
const referenceOf = ({ pool, asset, reference }: Funding) =>
  asset === USDT ? `${pool}:real:${reference}` : `${pool}:real:${asset}:${reference}`;

function postingsOf(input: Funding, sign: bigint): Posting[] {
  const units = sign * unitsOf(input);
  return [
    { address: outsideAddress({ mode: 'real', name: 'operator', asset: input.asset }), amount: -units },
    { address: addressOf(input), amount: units },
  ];
}
