/**
 * A price path that is a pure function of seed, factor and time: the same before and after a restart, and through a gap.
 *
 * Three levels, each pinned to the one above: a mean-reverting day grid (auto-regression from a fixed origin with clustered volatility),
 * minutes as a Brownian bridge between two days (season of the day, bursts, fat tails), seconds as a bridge between two minutes.
 * Floats are right here and only here: this makes a price, it never moves money.
 */
export const MINUTES = 1_440;
export const SECONDS = 60;
/** 2022-01-01: the first day of the simulated world. */
export const ORIGIN_DAY = 18_993;

/** Share of yesterday's distance from the level that is left today: half of it is gone after 46 days. */
const DAY_REVERSION = 0.985;
const VOLATILITY_PERSISTENCE = 0.94;
/** Standard deviation of the logarithm of a day's volatility. */
const VOLATILITY_SPREAD = 0.35;
const JUMP_SHARE = 0.03;
const JUMP_SIZE = 2.2;
const JUMP_NORM = Math.sqrt(1 + JUMP_SHARE * (JUMP_SIZE * JUMP_SIZE - 1));
const WEEKDAY_VOLATILITY = 1.07;
const WEEKEND_VOLATILITY = 0.8;

export type Factor = {
  seedA: number;
  seedB: number;
  /** Standard deviation of the log return over a year, as a fraction. */
  volatilityYear: number;
  /** Log distance from the level at each midnight since the origin, and the day's volatility; grown on demand. */
  levels: number[];
  spreads: number[];
  clusters: number[];
};

export type DayPath = {
  /** Log distance from the level at the beginning of each minute; 1441 values, the last is the next midnight. */
  minutes: Float64Array;
  /** Standard deviation of each minute's log return. */
  deviations: Float64Array;
};

/** Returns 32 hashed bits of (factor, stream, index). */
export function hashBits(factor: { seedA: number; seedB: number }, stream: number, index: number): number {
  let h = (Math.imul(index, 0x9e3779b1) + factor.seedA + Math.imul(stream, 0x85ebca77)) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad) ^ factor.seedB;
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
  return (h ^ (h >>> 15)) >>> 0;
}

/** Returns a standard normal value for (factor, stream, index), with true tails. */
export function hashNormal(factor: { seedA: number; seedB: number }, stream: number, index: number): number {
  const u = (hashBits(factor, stream, index) + 1) / 4_294_967_297;
  const v = hashBits(factor, stream + 1, index) / 4_294_967_296;
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v);
}

/** Returns two 32-bit seeds of a text (FNV-1a, two offsets). */
export function hashText(text: string): { seedA: number; seedB: number } {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let i = 0; i < text.length; i += 1) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x5bd1e995) + i;
  }
  return { seedA: a | 0, seedB: b | 0 };
}

/** Returns a factor of the market: the common one, or one coin's own. */
export function createFactor(input: { seed: string; name: string; volatilityYear: number }): Factor {
  return { ...hashText(`${input.seed}/${input.name}`), volatilityYear: input.volatilityYear, levels: [0], spreads: [], clusters: [] };
}

function growDays(factor: Factor, days: number): void {
  const dayVolatility = factor.volatilityYear / Math.sqrt(365);
  for (let i = factor.levels.length - 1; i <= days; i += 1) {
    const cluster =
      VOLATILITY_PERSISTENCE * (factor.clusters[i - 1] ?? 0) +
      VOLATILITY_SPREAD * Math.sqrt(1 - VOLATILITY_PERSISTENCE ** 2) * hashNormal(factor, 1, i);
    const weekday = (ORIGIN_DAY + i + 4) % 7;
    const week = weekday === 0 || weekday === 6 ? WEEKEND_VOLATILITY : WEEKDAY_VOLATILITY;
    const spread = dayVolatility * week * Math.exp(cluster - VOLATILITY_SPREAD ** 2);
    const jump = hashBits(factor, 3, i) < JUMP_SHARE * 4_294_967_296 ? JUMP_SIZE : 1;
    factor.clusters[i] = cluster;
    factor.spreads[i] = spread;
    factor.levels[i + 1] = DAY_REVERSION * (factor.levels[i] as number) + (spread * jump * hashNormal(factor, 4, i)) / JUMP_NORM;
  }
}

function bell(minute: number, centre: number, width: number): number {
  return Math.exp(-((minute - centre) ** 2) / (2 * width * width));
}

/** How busy each minute of a UTC day is against the mean: the quiet night, Asia's morning, Europe's, and the American opening. */
export const DAY_SEASON = Float64Array.from(
  { length: MINUTES },
  (_, minute) =>
    0.72 + 0.2 * bell(minute, 75, 70) + 0.25 * bell(minute, 480, 90) + 0.75 * bell(minute, 865, 110) + 0.25 * bell(minute, 1_195, 60),
);

/** Smooth noise between hashed knots every `span` minutes, over absolute minutes so that midnight leaves no seam. */
function burst(factor: Factor, stream: number, minute: number, span: number): number {
  const knot = Math.floor(minute / span);
  const share = (minute - knot * span) / span;
  return (1 - share) * hashNormal(factor, stream, knot) + share * hashNormal(factor, stream, knot + 1);
}

/** Returns the path of one day by minutes; `day` counts days since 1970 and is not before `ORIGIN_DAY`. */
export function createDayPath(factor: Factor, day: number): DayPath {
  const index = day - ORIGIN_DAY;
  growDays(factor, index);
  const start = factor.levels[index] as number;
  const move = (factor.levels[index + 1] as number) - start;
  const deviations = new Float64Array(MINUTES);
  const steps = new Float64Array(MINUTES);
  let variance = 0;
  let sum = 0;
  let slow = 0;
  for (let m = 0; m < MINUTES; m += 1) {
    const minute = day * MINUTES + m;
    if (m % 5 === 0) slow = 0.35 * burst(factor, 6, minute, 45) + 0.25 * burst(factor, 8, minute, 10);
    const jump = hashBits(factor, 10, minute) < 0.015 * 4_294_967_296 ? 2.6 : 1;
    const weight = (DAY_SEASON[m] as number) * Math.exp(slow);
    const step = weight * jump * hashNormal(factor, 11, minute);
    deviations[m] = weight;
    steps[m] = step;
    variance += weight * weight * (1 + 0.015 * (2.6 * 2.6 - 1));
    sum += step;
  }
  const scale = (factor.spreads[index] as number) / Math.sqrt(variance);
  const minutes = new Float64Array(MINUTES + 1);
  let weights = 0;
  for (let m = 0; m < MINUTES; m += 1) weights += (deviations[m] as number) ** 2;
  const rest = (move - scale * sum) / weights;
  minutes[0] = start;
  for (let m = 0; m < MINUTES; m += 1) {
    const weight = deviations[m] as number;
    minutes[m + 1] = (minutes[m] as number) + scale * (steps[m] as number) + rest * weight * weight;
    deviations[m] = scale * weight;
  }
  return { minutes, deviations };
}

/** Sum of four uniform bytes: near enough to normal for a second, and one hash instead of two and a logarithm. */
const BYTES_DEVIATION = Math.sqrt((4 * (256 * 256 - 1)) / 12);

/** Writes the 60 log values at the seconds of one minute into `out` from `offset`. */
export function fillSeconds(
  factor: Factor,
  path: DayPath,
  minute: number,
  absoluteMinute: number,
  out: Float64Array,
  offset: number,
): void {
  const unit = (path.deviations[minute] as number) / Math.sqrt(SECONDS) / BYTES_DEVIATION;
  const from = path.minutes[minute] as number;
  let sum = 0;
  const first = absoluteMinute * SECONDS;
  for (let s = 0; s < SECONDS; s += 1) {
    out[offset + s] = sum;
    const bits = hashBits(factor, 13, first + s);
    sum += unit * ((bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24) - 510);
  }
  const slope = ((path.minutes[minute + 1] as number) - from - sum) / SECONDS;
  for (let s = 0; s < SECONDS; s += 1) out[offset + s] = from + (out[offset + s] as number) + slope * s;
}
