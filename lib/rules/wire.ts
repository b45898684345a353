import { formatScaled, powerOfTen, requireDecimal, toScaled } from './decimal';

/** Decimals of the currency, and of the asset in the ledger. */
const CENTS = 2;
const SCALE = 8;
/** So that a rate times whole cents ends within the ledger's decimals: nothing is rounded. */
const RATE_DIGITS_MAX = SCALE - CENTS;

/** Which `id` of call 44 means a bank transfer: options of call 43 are smaller. */
export const WIRE_OPTION = '900001';
/** What the page of proofs is asked for by transfers of a bank, and its address for them. */
export const WIRE_NAME = 'USD_WIRE';
export const WIRES_AT = `/uploadProof?currneyName=${WIRE_NAME}`;

/** Why an operator refuses a bank transfer. `returned…`: the money goes back to where it came from. */
export const WIRE_REFUSALS = ['not-arrived', 'returned-name', 'returned-amount', 'returned'] as const;
export const WIRE_STATES = ['waiting', 'review', 'credited', 'refused', 'cancelled'] as const;
type WireState = (typeof WIRE_STATES)[number];

/** Returns bank transfers as their owner needs them: what waits for their money, then what is being checked, then what is over; each as it came. */
export function orderWires<W extends { state: WireState }>(wires: readonly W[]): W[] {
  const rankOf = ({ state }: W) => (state === 'waiting' ? 0 : state === 'review' ? 1 : 2);
  return [...wires].sort((a, b) => rankOf(a) - rankOf(b));
}

/** States in which its owner can call it off. */
export const WIRE_CANCELLABLE: readonly WireState[] = ['waiting'];

/**
 * Returns what a bank transfer costs and what is credited, in the coin; the preview and the posting are this function. Null for what isn't an amount above
 * zero in whole cents. Exact: nothing is rounded.
 * @example previewWire('0.005', '500') // { arrived: '500', fee: '2.5', credited: '497.5' }
 */
export function previewWire(feeRate: string, text: string): { arrived: string; fee: string; credited: string } | null {
  const cents = /^(0|[1-9][0-9]{0,8})(\.[0-9]{1,2})?$/.test(text) ? toScaled(text, CENTS) : null;
  if (cents === null || cents <= 0n) return null;
  const rate = requireDecimal(feeRate);
  if (rate.scale > RATE_DIGITS_MAX) throw new RangeError(`a rate of ${feeRate} would be rounded`);
  const arrived = cents * powerOfTen(SCALE - CENTS);
  const fee = cents * rate.units * powerOfTen(RATE_DIGITS_MAX - rate.scale);
  const write = (units: bigint) => formatScaled(units, SCALE);
  return { arrived: write(arrived), fee: write(fee), credited: write(arrived - fee) };
}
