import { MINUTE_MS } from './market-data.source';
import type { MinuteCandle } from './minutes.repository';
import type { Candle } from './candles.math';

/** A minute that ended: what it recorded of each market, and from how many prints. */
export type ClosedMinute = { minute: number; samples: number; candles: Map<string, MinuteCandle> };

export type MinuteBuilder = {
  /** Takes the prices (ticks) of one print; returns the minute before when this one begins a new minute. */
  add(time: number, prices: ReadonlyMap<string, { priceTicks: number; volumeSteps: number }>): ClosedMinute | null;
  /** Whether the minute of a time has ended here: another process's print, by a clock that is ahead or after a standstill, is no part of the running one. */
  isOver(time: number): boolean;
  /** Ends the running minute when `now` is past it. */
  closeBefore(now: number): ClosedMinute | null;
  /** What the source says of the part of the running minute before this process began. */
  seed(market: string, candle: Candle): void;
  getOpen(market: string): Candle | null;
};

/** Creates the builder of one-minute candles out of prints. */
export function createMinuteBuilder(): MinuteBuilder {
  let minute = -1;
  let samples = 0;
  let candles = new Map<string, MinuteCandle>();

  function begin(next: number): ClosedMinute | null {
    const closed = samples > 0 ? { minute, samples, candles } : null;
    minute = next;
    samples = 0;
    candles = new Map();
    return closed;
  }

  const isOver = (time: number) => Math.floor(time / MINUTE_MS) < minute;

  return {
    isOver,
    add(time, prices) {
      if (isOver(time)) return null;
      const next = Math.floor(time / MINUTE_MS);
      const closed = next > minute ? begin(next) : null;
      samples += 1;
      for (const [market, { priceTicks, volumeSteps }] of prices) {
        const [open, high, low, , volume] = candles.get(market) ?? [priceTicks, priceTicks, priceTicks, priceTicks, 0];
        candles.set(market, [open, Math.max(high, priceTicks), Math.min(low, priceTicks), priceTicks, volume + volumeSteps]);
      }
      return closed;
    },
    closeBefore(now) {
      const current = Math.floor(now / MINUTE_MS);
      return minute >= 0 && current > minute ? begin(current) : null;
    },
    seed(market, candle) {
      const running = Math.floor(candle.time / MINUTE_MS);
      if (running > minute) begin(running);
      if (running === minute) candles.set(market, [candle.open, candle.high, candle.low, candle.close, candle.volume]);
    },
    getOpen(market) {
      const candle = candles.get(market);
      if (!candle) return null;
      const [open, high, low, close, volume] = candle;
      return { time: minute * MINUTE_MS, open, high, low, close, volume };
    },
  };
}
