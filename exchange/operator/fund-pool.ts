import { getAssetScale, hasJournal, houseAddress, outsideAddress, postJournals } from '../modules/ledger/ledger';
import { INSURANCE_FUND } from '../modules/perpetual/perpetual';
import { OPTION_POOL } from '../modules/options/options';
import type { Database } from '../platform/db';
import { fromUnits, toUnits } from '../platform/decimal';

/** The house accounts that carry risk with the operator's own money. */
export const POOLS = [INSURANCE_FUND, OPTION_POOL] as const;
const ASSET = 'USDT';
const REFERENCE = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Books money of the operator into a pool of the real realm, once for each reference, and returns the line to print. It says what is true
 * outside: the coins must lie in the operator's custody first. @throws Error on input that is refused, AMOUNT_PRECISION, AMOUNT_INVALID
 */
export async function fundPool(db: Database, input: { words: readonly string[]; at: number }): Promise<string> {
  const [pool, amount, reference] = input.words;
  if (!POOLS.some((name) => name === pool)) throw new Error(`Which pool? One of ${POOLS.join(', ')}.`);
  if (reference === undefined || !REFERENCE.test(reference)) {
    throw new Error('A reference is needed: up to 64 letters, digits, dots, dashes and underscores, such as the number of the transfer.');
  }
  const scale = getAssetScale(ASSET);
  const units = toUnits(amount ?? '', scale);
  if (units <= 0n) throw new Error('The amount must be above zero.');
  const address = houseAddress({ mode: 'real', name: pool as string, asset: ASSET });
  const funding = { code: 'HOUSE_FUNDING', reference: `${pool}:real:${reference}` } as const;
  return db.transaction(async (tx) => {
    if (await hasJournal(tx, funding)) throw new Error(`${reference} was booked before: nothing changed.`);
    const postings = [
      { address: outsideAddress({ mode: 'real', name: 'operator', asset: ASSET }), amount: -units },
      { address, amount: units },
    ];
    await postJournals(tx, [{ ...funding, at: input.at, postings }]);
    return `${fromUnits(units, scale)} ${ASSET} booked into ${address}, reference ${reference}\n`;
  });
}
