import type { Vesting } from '../../lib/rules/presale';

/** Returns when the tokens of a sale come. */
export const describeDelivery = ({ first, parts, days }: Vesting): string =>
  parts === 0 ? 'all at the end' : `${first} % at the end, ${parts} parts every ${days} days`;
