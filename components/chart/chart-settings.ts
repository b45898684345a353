import { CANDLE_INTERVALS, type CandleInterval } from '../../lib/protocol/wire';

export const CHART_STYLES = ['candles', 'line'] as const;
export type ChartStyle = (typeof CHART_STYLES)[number];
/** What can be computed from the candles; each is loaded when it is first asked for. */
export const STUDIES = ['ema', 'bollinger', 'rsi', 'macd'] as const;
export type Study = (typeof STUDIES)[number];
export type ChartSettings = { style: ChartStyle; interval: CandleInterval; studies: readonly Study[]; hasProfile: boolean };

const KEY = 'candor.chart';
export const USUAL_SETTINGS: ChartSettings = { style: 'candles', interval: '15m', studies: [], hasProfile: false };

/** Returns settings from what a device kept; what is unknown or spoilt is as usual. */
export function parseSettings(text: string | null): ChartSettings {
  const kept = parse(text);
  return {
    style: CHART_STYLES.find((style) => style === kept.style) ?? USUAL_SETTINGS.style,
    interval: CANDLE_INTERVALS.find((interval) => interval === kept.interval) ?? USUAL_SETTINGS.interval,
    studies: STUDIES.filter((study) => Array.isArray(kept.studies) && kept.studies.includes(study)),
    hasProfile: kept.hasProfile === true,
  };
}

function parse(text: string | null): { style?: unknown; interval?: unknown; studies?: unknown; hasProfile?: unknown } {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    // Spoilt by another hand.
    return {};
  }
}

export function readSettings(): ChartSettings {
  try {
    return parseSettings(localStorage.getItem(KEY));
  } catch {
    // Storage that is blocked holds nothing.
    return USUAL_SETTINGS;
  }
}

export function keepSettings(settings: ChartSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // They then last as long as the chart.
    return;
  }
}
