import { fromUnits } from '../../platform/decimal';
import { getAssetScale } from './ledger.addresses';
import type { Posting } from './ledger.posting';

/**
 * Returns postings of one asset as the lines that a second operator reads: each account with its amount, a decimal with its sign.
 * @example describePostings('USDT', [{ address: 'user:1:real:USDT:available', amount: 150_000_000n }]) // ['  user:1:real:USDT:available +1.5']
 */
export function describePostings(asset: string, postings: readonly Posting[]): string[] {
  const scale = getAssetScale(asset);
  return postings.map(({ address, amount }) => `  ${address} ${amount > 0n ? '+' : ''}${fromUnits(amount, scale)}`);
}
