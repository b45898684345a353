/** A price that is drawn across the candles. */
export type ChartLine = { id: string; price: string; title: string; tone: 'accent' | 'warn' | 'up' | 'down' };
export type ChartOptions = {
  decimals: number;
  formatPrice(price: number): string;
  formatTime(seconds: number): string;
  formatTick(seconds: number, kind: number): string;
  /** Seconds by which times are moved on the axis, so that its days begin at the reader's midnight. */
  timeShift: number;
  /** The candle under the finger, or null when there is none. */
  onCrosshair(seconds: number | null): void;
  onNeedOlder(): void;
};
