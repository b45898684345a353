import { compareDecimals } from './decimal';

/** What somebody can be alerted of. */
export const ALERT_KINDS = ['price', 'move', 'funding', 'liquidation', 'loan', 'term'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** And what is watched of everybody's open positions, without being asked for. */
export const WATCHED_KINDS = [...ALERT_KINDS, 'margin'] as const;
export type WatchedKind = (typeof WATCHED_KINDS)[number];

/** Alerts of one person. */
export const ALERTS_MAX = 50;
/** Minutes over which a move is measured: few, so that each print looks at few. */
export const MOVE_MINUTES = [5, 15, 60, 240, 1440] as const;
/** Minutes in which an alert that repeats is silent after it came. */
export const PAUSE_MINUTES = [15, 60, 1440] as const;

type Bounds = { min: string; max: string; decimals: number };

/** What `level` says: a price in quote, percent, percent an interval, percent, hours, hours. */
export const ALERT_LEVELS = {
  price: { min: '0.00000001', max: '1000000000', decimals: 8 },
  move: { min: '0.1', max: '500', decimals: 2 },
  funding: { min: '0.0001', max: '5', decimals: 4 },
  liquidation: { min: '0.5', max: '50', decimals: 2 },
  loan: { min: '1', max: '720', decimals: 0 },
  term: { min: '1', max: '720', decimals: 0 },
} as const satisfies Record<AlertKind, Bounds>;

/** Alerts of these kinds are about a market, the others about one loan or one staking position. */
export const MARKET_ALERTS = ['price', 'move', 'funding', 'liquidation'] as const satisfies readonly AlertKind[];

/** Returns whether an alert of this kind is about a market. */
export function isMarketAlert(kind: AlertKind): kind is (typeof MARKET_ALERTS)[number] {
  return (MARKET_ALERTS as readonly AlertKind[]).includes(kind);
}

/** Returns whether a level (decimal) lies within the bounds and decimals of its kind. */
export function isAlertLevel(kind: AlertKind, level: string): boolean {
  const { min, max, decimals } = ALERT_LEVELS[kind];
  const fraction = level.split('.')[1]?.replace(/0+$/, '') ?? '';
  return fraction.length <= decimals && compareDecimals(level, min) >= 0 && compareDecimals(level, max) <= 0;
}
