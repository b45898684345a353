import 'server-only';
import type { Candles } from '../../dto/market';
import { candles } from '../../protocol/markets';
import { CANDLE_MINUTES, type CandleInterval } from '../../protocol/wire';
import { coalesce } from '../coalesce';
import { callPublic } from '../upstream';
import { reshapeCandles } from './reshape';

/** Returns candles oldest first; those that open before `before` (ISO), else the newest. @throws MARKET_UNKNOWN */
export function getCandles({
  symbol,
  interval,
  before,
}: {
  symbol: string;
  interval: CandleInterval;
  before?: string | undefined;
}): Promise<Candles> {
  const beforeMs = before === undefined ? undefined : String(Date.parse(before));
  return coalesce(`candles ${symbol} ${interval} ${beforeMs}`, async () =>
    reshapeCandles(await callPublic(candles, { name: symbol, time: String(CANDLE_MINUTES[interval]), before: beforeMs })),
  );
}
