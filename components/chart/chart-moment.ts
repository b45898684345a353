import { CANDLE_INTERVALS, CANDLE_MINUTES, type CandleInterval } from '../../lib/protocol/wire';

/** Candles kept in memory, so that scrolling for ever does not fill a phone. */
export const CANDLES_KEPT_MAX = 5_000;
const MINUTE_MS = 60_000;

/** Returns the moment (ms) of an address, `?at=`; null for none, one that is no time, or one that lies ahead. */
export function readMoment(text: unknown, now: number): number | null {
  if (typeof text !== 'string' || !/^[0-9]{10,14}$/.test(text)) return null;
  const at = Number(text);
  return at <= now ? at : null;
}

/** Returns the shortest interval whose candles, as many as are kept, go back to a moment: minutes for the last three days. */
export function intervalReaching(at: number, now: number): CandleInterval {
  const reaches = (interval: CandleInterval) => now - at < CANDLE_MINUTES[interval] * MINUTE_MS * CANDLES_KEPT_MAX;
  return CANDLE_INTERVALS.find(reaches) ?? '1w';
}
