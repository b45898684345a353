/**
 * The formulas of hosting, shared by preview, posting and screens. Money is in base units of USDT (8 decimals), units of a book have 12 decimals: nothing
 * here is a float. A book is worth `value` and consists of `units`.
 */
import { formatScaled, powerOfTen, toScaled } from './decimal';

/** Decimals of units and of the value of a unit. */
export const UNIT_SCALE = 12;
export const HOSTING_DECIMALS = 8;
const ONE = powerOfTen(UNIT_SCALE);
/** The first unit of a book is worth one USDT. */
const UNITS_OF_START = powerOfTen(UNIT_SCALE - HOSTING_DECIMALS);

export type BookWorth = { value: bigint; units: bigint };

/** Returns the units that an amount buys at a valuation, rounded down; in an empty book one for each USDT. */
export function calculateUnits(amount: bigint, { value, units }: BookWorth): bigint {
  return units === 0n || value === 0n ? amount * UNITS_OF_START : (amount * units) / value;
}

/** Returns what units are worth, rounded down. */
export function calculateWorth(units: bigint, book: BookWorth): bigint {
  return book.units === 0n ? 0n : (units * book.value) / book.units;
}

/** Returns how many units an amount takes out of a book, rounded up: against whoever takes it. */
export function calculateUnitsTaken(amount: bigint, { value, units }: BookWorth): bigint {
  return value === 0n ? 0n : (amount * units + value - 1n) / value;
}

/** Returns the value of one unit with `UNIT_SCALE` decimals, rounded down; one USDT while there are none. */
export function calculateUnitValue({ value, units }: BookWorth): bigint {
  return units === 0n ? ONE : (value * UNITS_OF_START * ONE) / units;
}

/** A fraction as it is published (`0.2`), in units of 10^-12. @throws RangeError for more digits or no decimal */
export function toFraction(text: string): bigint {
  const fraction = toScaled(text, UNIT_SCALE);
  if (fraction === null) throw new RangeError(`not a fraction: ${text.slice(0, 40)}`);
  return fraction;
}

/** Returns a part of an amount, rounded down. `fraction` is in units of 10^-12. */
export function takeFraction(amount: bigint, fraction: bigint): bigint {
  return (amount * fraction) / ONE;
}

/**
 * Returns what a day pays to one holder: what their units are worth above what was put in, less the fee on it, rounded down. What is paid out leaves the
 * book, so each is a new high; below what was put in nothing is paid and no fee is taken until the loss is made good.
 * @example calculateIncome({ worth: 1_010n, principal: 1_000n, feeRate: 200_000_000_000n }) // { gain: 10n, fee: 2n, paid: 8n }
 */
export function calculateIncome(input: { worth: bigint; principal: bigint; feeRate: bigint }): { gain: bigint; fee: bigint; paid: bigint } {
  const gain = input.worth > input.principal ? input.worth - input.principal : 0n;
  const fee = takeFraction(gain, input.feeRate);
  return { gain, fee, paid: gain - fee };
}

/** Returns what leaving gives back: `cost` stays in the book, for those who stay. */
export function calculateLeaving(input: { worth: bigint; principal: bigint; feeRate: bigint; exitRate: bigint }): {
  fee: bigint;
  cost: bigint;
  returned: bigint;
} {
  const { fee } = calculateIncome(input);
  const cost = takeFraction(input.worth - fee, input.exitRate);
  return { fee, cost, returned: input.worth - fee - cost };
}

/** Says whether a unit has lost `stopRate` (10^-12) of its highest value: the book stops. */
export function isBelowStop(input: { unitValue: bigint; high: bigint; stopRate: bigint }): boolean {
  return input.unitValue <= input.high - takeFraction(input.high, input.stopRate);
}

/** Returns the value of a unit as a decimal with six digits, rounded down. */
export function formatUnitValue(unitValue: bigint): string {
  return formatScaled(unitValue / powerOfTen(UNIT_SCALE - 6), 6);
}
