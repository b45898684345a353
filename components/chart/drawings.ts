/** What a user drew: a level at a price, or a line between two points. Times are the openings of candles in seconds. */
export type Point = { time: number; price: number };
export type Drawing = { id: string; kind: 'level'; price: number } | { id: string; kind: 'line'; from: Point; to: Point };

const KEY = 'candor.drawings';
/** A market's drawings at most, and markets that have any: the oldest give way. */
const DRAWINGS_MAX = 20;
const MARKETS_MAX = 30;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isPoint = (value: unknown): value is Point =>
  typeof value === 'object' && value !== null && 'time' in value && 'price' in value && isNumber(value.time) && isNumber(value.price);

function isDrawing(value: unknown): value is Drawing {
  if (typeof value !== 'object' || value === null || !('id' in value) || typeof value.id !== 'string' || !('kind' in value)) return false;
  if (value.kind === 'level') return 'price' in value && isNumber(value.price);
  return value.kind === 'line' && 'from' in value && 'to' in value && isPoint(value.from) && isPoint(value.to);
}

type Kept = Record<string, Drawing[]>;

/** Returns the drawings of each market from what a device kept; what is no drawing is left out. */
export function parseDrawings(text: string | null): Kept {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    const markets = Object.entries(value).slice(-MARKETS_MAX);
    return Object.fromEntries(
      markets.map(([symbol, list]) => [symbol, Array.isArray(list) ? list.filter(isDrawing).slice(-DRAWINGS_MAX) : []]),
    );
  } catch {
    // Spoilt by another hand.
    return {};
  }
}

function readAll(): Kept {
  try {
    return parseDrawings(localStorage.getItem(KEY));
  } catch {
    // Storage that is blocked holds nothing.
    return {};
  }
}

/** Returns what was drawn on this device for a market. */
export function readDrawings(symbol: string): readonly Drawing[] {
  return readAll()[symbol] ?? [];
}

/** Keeps the drawings of a market on this device. */
export function keepDrawings(symbol: string, drawings: readonly Drawing[]): void {
  const { [symbol]: _, ...others } = readAll();
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...others, [symbol]: drawings.slice(-DRAWINGS_MAX) }));
  } catch {
    // They then last as long as the chart.
    return;
  }
}
