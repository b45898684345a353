import type { LimitedProduct, Mode } from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';

/** Returns the verified country of a user (ISO 3166-1), null where there is none. */
export type ReadCountry = (tx: Tx, userId: string) => Promise<string | null>;
/** Says where seconds contracts are offered: on the demo account everywhere, on the real one in the countries that the operator lists. */
export function isOffered(input: { mode: Mode; country: string | null; countries: readonly string[] }): boolean {
  return input.mode === 'demo' || (input.country !== null && input.countries.includes(input.country));
}

/** Returns what says whether a product is offered to an owner: only seconds contracts are tied to a country, which is known once it was verified. */
export function createOffered({ env, readCountry }: { env: Pick<Platform['env'], 'optionCountries'>; readCountry: ReadCountry }) {
  return async (tx: Tx, { userId, mode }: { userId: string; mode: Mode }, product: LimitedProduct): Promise<boolean> => {
    if (product !== 'option' || mode === 'demo') return true;
    return isOffered({ mode, country: await readCountry(tx, userId), countries: env.optionCountries });
  };
}
