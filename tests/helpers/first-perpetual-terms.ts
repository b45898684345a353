import { createPerpetualTerms, type TierRow } from '../../lib/rules/perpetual-terms';

const MAJOR: readonly TierRow[] = [
  ['50000', 100, '0.004'],
  ['500000', 50, '0.01'],
  ['2000000', 20, '0.025'],
  ['10000000', 10, '0.05'],
  ['30000000', 5, '0.1'],
  ['100000000', 2, '0.25'],
  ['1000000000', 1, '0.5'],
];
const OTHER: readonly TierRow[] = [
  ['10000', 50, '0.01'],
  ['100000', 20, '0.025'],
  ['500000', 10, '0.05'],
  ['2000000', 5, '0.1'],
  ['5000000', 2, '0.25'],
  ['100000000', 1, '0.5'],
];

/** The first version of the terms of perpetual contracts, as the registry begins with. */
export const FIRST_PERPETUAL = {
  version: 1,
  terms: { liquidationFeeRate: '0.005', majors: ['BTC-USDT', 'ETH-USDT'], majorTiers: MAJOR, otherTiers: OTHER },
};

/** For exchanges without a registry: the first version, whichever is asked for. */
export const readFirstPerpetual = () => FIRST_PERPETUAL;

/** The first terms of BTC-USDT in units. */
export const FIRST_BTC_TERMS = createPerpetualTerms({ market: 'BTC-USDT', tiers: MAJOR, liquidationFeeRate: '0.005' });
