import { z } from 'zod';
import { getAssetScale, hasJournal, houseAddress, outsideAddress, type Posting, postJournals } from '../modules/ledger/ledger';
import { ActRefused, defineAct } from '../modules/operators/operators';
import { OPTION_POOL } from '../modules/options/options';
import { INSURANCE_FUND } from '../modules/perpetual/perpetual';
import { fromUnits, toUnits } from '../platform/decimal';
import { DomainError } from '../platform/domain-error';

/** The house accounts that carry risk with the operator's own money. */
export const POOLS = [INSURANCE_FUND, OPTION_POOL] as const;
const ASSET = 'USDT';
const AMOUNT_LENGTH_MAX = 40;

const schema = z.strictObject({
  pool: z.enum(POOLS, `one of ${POOLS.join(', ')}`),
  amount: z.string().max(AMOUNT_LENGTH_MAX).refine(isAmount, 'an amount above zero with at most eight decimals'),
  reference: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/, 'up to 64 letters, digits, dots, dashes and underscores, such as the number of the transfer'),
});
type Funding = z.infer<typeof schema>;

/**
 * Books money of the operator into a pool of the real realm, once for each reference. It says what is true outside: the coins must lie in the
 * operator's custody first.
 */
export const fundPoolAct = defineAct({
  name: 'pools.fund',
  schema,
  describe: (input) => [
    `journal HOUSE_FUNDING ${referenceOf(input)}`,
    ...postingsOf(input).map(({ address, amount }) => `  ${address} ${amount > 0n ? '+' : ''}${fromUnits(amount, getAssetScale(ASSET))}`),
  ],
  async run(tx, { input, at }) {
    const funding = { code: 'HOUSE_FUNDING', reference: referenceOf(input) } as const;
    if (await hasJournal(tx, funding)) throw new ActRefused('INPUT_INVALID', `${input.reference} was booked before: nothing changed.`);
    await postJournals(tx, [{ ...funding, at, postings: postingsOf(input) }]);
    return `${input.amount} ${ASSET} booked into ${addressOf(input)}, reference ${input.reference}`;
  },
});

function isAmount(text: string): boolean {
  try {
    return toUnits(text, getAssetScale(ASSET)) > 0n;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

const addressOf = ({ pool }: Funding) => houseAddress({ mode: 'real', name: pool, asset: ASSET });
const referenceOf = ({ pool, reference }: Funding) => `${pool}:real:${reference}`;

function postingsOf(input: Funding): Posting[] {
  const units = toUnits(input.amount, getAssetScale(ASSET));
  return [
    { address: outsideAddress({ mode: 'real', name: 'operator', asset: ASSET }), amount: -units },
    { address: addressOf(input), amount: units },
  ];
}
