import type { HostingOrder } from '@/lib/dto/hosting';

/** Returns the chart of what was traded at a time (ISO 8601), with the candle of that minute marked. */
export function candleAddress({ market, leg }: Pick<HostingOrder, 'market' | 'leg'>, at: string): string {
  return `/marketInfo?coin=${market}&type=${leg}&at=${Date.parse(at)}`;
}
