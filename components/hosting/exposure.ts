import type { HostingDay } from '@/lib/dto/hosting';
import { addDecimals, formatScaled, multiplyDecimals, subtractDecimals, toScaled } from '@/lib/rules/decimal';

const SCALE = 18;
const PERCENT_SCALE = 6;
const units = (text: string) => toScaled(text, SCALE) ?? 0n;

/** What a book holds as coins, what it is short at the mark, what is left of both, and that as a fraction of the book. In USDT. */
export type Exposure = { long: string; short: string; net: string; share: string };

/** Returns how far prices move a book: a market-neutral one sells as much as it holds. Null while it holds and sells nothing. */
export function calculateExposure({ coins, open, value }: Pick<HostingDay, 'coins' | 'open' | 'value'>): Exposure | null {
  if (coins.length === 0 && open.length === 0) return null;
  const sum = (amounts: readonly string[]) => amounts.reduce(addDecimals, '0');
  const at = (side: 'long' | 'short') =>
    sum(open.filter((position) => position.side === side).map(({ quantity, mark }) => multiplyDecimals(quantity, mark)));
  const long = addDecimals(sum(coins.map((coin) => coin.value)), at('long'));
  const short = at('short');
  const net = subtractDecimals(long, short);
  const whole = units(value);
  const share = formatScaled(whole === 0n ? 0n : (units(net) * 10n ** BigInt(PERCENT_SCALE)) / whole, PERCENT_SCALE);
  return { long, short, net, share };
}
