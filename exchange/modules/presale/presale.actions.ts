import { z } from 'zod';
import { timeField } from '../../../lib/operator/define';
import { decimalField } from '../../../lib/protocol/fields';
import { PRESALE_MODES } from '../../../lib/rules/presale';
import type { Tx } from '../../platform/db';
import { fromUnits, toUnits } from '../../platform/decimal';
import { getAssetScale, SANDBOX_TOKENS } from '../ledger/ledger';
import { ActionRefused, baseField, defineAction } from '../operators/operators';
import * as repository from './presale.repository';
import { cancelPresale, changePresale, openPresale, QUOTE } from './presale.service';
import { versionOf } from './presale.terms';

/** What a sale may be of: what the ledger makes for a sale alone. Anything else would be made out of nothing. */
export const SALE_TOKENS: readonly string[] = SANDBOX_TOKENS;
/** No coin has a longer name. */
const ASSET_LENGTH_MAX = 10;
const TOKENS_MAX = 1_000_000_000_000;
const PARTS_MAX = 36;
const DAYS_MAX = 366;
const HOUR_MS = 3_600_000;
const LONGEST_MS = DAYS_MAX * 24 * HOUR_MS;
/** Sales of one look. */
const LIST_MAX = 50;

const idField = z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of a pre-sale');
const tokensField = z.number().int().min(1).max(TOKENS_MAX);
const vestingField = z.strictObject({
  first: z.number().int().min(0).max(99),
  parts: z.number().int().min(1).max(PARTS_MAX),
  days: z.number().int().min(1).max(DAYS_MAX),
});
const TERMS = {
  price: decimalField,
  mode: z.enum(PRESALE_MODES),
  softCap: z.number().int().min(0).max(TOKENS_MAX).default(0),
  min: tokensField,
  max: tokensField,
  starts: timeField.nullish(),
  ends: timeField,
  vesting: vestingField.nullish(),
};
type Terms = z.output<z.ZodObject<typeof TERMS>>;

const describeTerms = ({ price, mode, softCap, min, max, starts, ends, vesting }: Terms): string[] => [
  `${price} ${QUOTE} a token, ${mode}, ${min} to ${max} tokens a person, ${starts ?? 'from the approval on'} until ${ends}`,
  softCap === 0 ? 'it takes place whatever is sold' : `below ${softCap} tokens sold every payment goes back`,
  vesting == null
    ? 'all tokens are delivered at the end'
    : `${vesting.first} % of the tokens are delivered at the end, the rest in ${vesting.parts} equal parts, one every ${vesting.days} days after it`,
];

/** Returns the terms in the ledger's units. @throws ActionRefused where they contradict themselves or the clock */
function readTerms(terms: Terms, { at, supply }: { at: number; supply: bigint }) {
  const [startsAt, endsAt] = [terms.starts == null ? at : Date.parse(terms.starts), Date.parse(terms.ends)];
  const price = toUnits(terms.price, getAssetScale(QUOTE));
  const faults = [
    [price <= 0n, 'A token has to cost something.'],
    [terms.max < terms.min, 'The most for a person is below the least.'],
    [BigInt(terms.softCap) > supply || BigInt(terms.min) > supply, 'The soft cap and the least for a person lie within the supply.'],
    [startsAt < at, 'It would have begun before it is approved.'],
    [endsAt < startsAt + HOUR_MS || endsAt > startsAt + LONGEST_MS, 'A sale lasts an hour at least and a year at most.'],
  ] as const;
  const fault = faults.find(([isFault]) => isFault);
  if (fault !== undefined) throw new ActionRefused('INPUT_INVALID', fault[1]);
  return {
    price,
    mode: terms.mode,
    softCap: BigInt(terms.softCap),
    amountMin: BigInt(terms.min),
    amountMax: BigInt(terms.max),
    startsAt,
    endsAt,
    vesting: terms.vesting ?? { first: 100, parts: 0, days: 0 },
  };
}

/** Opens a pre-sale, by two operators: its whole supply is made and lies in the house's account from then on. */
export const openPresaleAction = defineAction({
  name: 'presale.open',
  schema: z.strictObject({
    code: z.string().regex(/^(?!sandbox-)[a-z][a-z0-9-]{1,29}$/, 'lower-case letters, digits and hyphens; not sandbox-'),
    asset: z
      .string()
      .max(ASSET_LENGTH_MAX)
      .refine((asset) => SALE_TOKENS.includes(asset), `a token that is made for a sale alone: ${SALE_TOKENS.join(', ')}`),
    supply: tokensField,
    ...TERMS,
  }),
  describe: ({ code, asset, supply, ...terms }) => [`pre-sale ${code} of ${supply} ${asset} is opened:`, ...describeTerms(terms)],
  async run(tx, { input: { code, asset, supply, ...terms }, at }) {
    const whole = { code, asset, supply: BigInt(supply), ...readTerms(terms, { at, supply: BigInt(supply) }) };
    const presale = await openPresale(tx, whole, at);
    if (presale === null) throw new ActionRefused('INPUT_INVALID', `There is a pre-sale ${code} already: nothing changed.`);
    return `pre-sale ${presale.id} (${code}) was opened`;
  },
});

/** Changes the terms of a pre-sale that nobody has bought in, by two operators. Token and supply stay. */
export const changePresaleAction = defineAction({
  name: 'presale.change',
  schema: z.strictObject({ id: idField, base: baseField, ...TERMS }),
  describe: ({ id, ...terms }) => [`pre-sale ${id}, in which nobody may have bought yet, gets other terms:`, ...describeTerms(terms)],
  async readBase(tx, { id, base }) {
    const sale = await repository.lockPresale(tx, id);
    return sale === null ? null : { what: `pre-sale ${id}`, now: versionOf(sale), read: base };
  },
  async run(tx, { input: { id, ...terms }, at }) {
    const isChanged = await changePresale(tx, id, (presale) => readTerms(terms, { at, supply: presale.supply }));
    if (!isChanged)
      throw new ActionRefused('INPUT_INVALID', `Pre-sale ${id} isn't there, is over, or somebody has bought in it: nothing changed.`);
    return `pre-sale ${id} was changed`;
  },
});

/** Calls off a pre-sale, by two operators: every payment goes back by itself, in chunks. */
export const cancelPresaleAction = defineAction({
  name: 'presale.cancel',
  schema: z.strictObject({ id: idField }),
  describe: ({ id }) => [`pre-sale ${id} is called off: every payment goes back to its buyer, no token is delivered`],
  async run(tx, { input }) {
    if (!(await cancelPresale(tx, input.id)))
      throw new ActionRefused('INPUT_INVALID', `Pre-sale ${input.id} is not open: nothing changed.`);
    return `pre-sale ${input.id} was called off`;
  },
});

/** The newest sales, for operators: whole tokens, the price as a decimal; `page`: others than the first 50. */
export async function describePresales(tx: Tx, { limit, offset }: { limit: number; offset?: number } = { limit: LIST_MAX }) {
  return (await repository.listPresales(tx, limit, offset)).map(describeSale);
}

/** One sale in the same words; null: there is none of the number. */
export async function describePresale(tx: Tx, id: string) {
  const sale = await repository.findPresale(tx, id);
  return sale === null ? null : describeSale(sale);
}

function describeSale(whole: repository.Presale) {
  const { price, supply, sold, softCap, amountMin, amountMax, ...sale } = whole;
  return {
    ...sale,
    version: versionOf(whole),
    price: fromUnits(price, getAssetScale(QUOTE)),
    supply: String(supply),
    sold: String(sold),
    softCap: String(softCap),
    min: String(amountMin),
    max: String(amountMax),
  };
}
