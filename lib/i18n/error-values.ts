import type { ErrorCode } from '../protocol/errors';

/** Errors that have a text with their values beside the plain one, and the values that it shows. */
export const ERROR_VALUES = {
  AMOUNT_PRECISION: ['decimals'],
  CONVERT_AMOUNT_OUT_OF_RANGE: ['min', 'max', 'asset'],
  CONVERT_TOO_LARGE: ['max', 'asset'],
  INSUFFICIENT_BALANCE: ['available', 'needed', 'asset'],
  LEVERAGE_INVALID: ['max'],
  LOSS_LIMIT: ['limit'],
  MARGIN_TOO_LOW: ['max'],
  OPTIONS_OPEN_TOO_MANY: ['max'],
  OPTION_STAKE_OUT_OF_RANGE: ['min', 'max'],
  ORDERS_OPEN_TOO_MANY: ['max'],
  ORDER_NOTIONAL_TOO_SMALL: ['min'],
  ORDER_PRICE_INVALID: ['tick'],
  ORDER_PRICE_OUT_OF_RANGE: ['min', 'max'],
  ORDER_QUANTITY_INVALID: ['step'],
  ORDER_QUANTITY_OUT_OF_RANGE: ['min', 'max'],
  ORDER_STOP_INVALID: ['tick'],
  POSITION_TOO_LARGE: ['max'],
  SIGN_IN_BUSY: ['seconds'],
  STAKE_LIMIT: ['limit'],
  STAKING_AMOUNT_TOO_LARGE: ['max', 'asset'],
  STAKING_AMOUNT_TOO_SMALL: ['min', 'asset'],
  STAKING_OPEN_TOO_MANY: ['max'],
  STAKING_PLACES: ['place', 'asset'],
  STAKING_POOL_EXHAUSTED: ['left', 'asset'],
} as const satisfies Partial<Record<ErrorCode, readonly string[]>>;

export type ValuedCode = keyof typeof ERROR_VALUES;
type Params = Readonly<Record<string, string>>;

const MORE_DECIMALS_THAN_ANY = 18;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Returns the values of a text as its reader writes numbers, null when one of them is missing: then the plain text is shown. */
export function readErrorValues(code: string, params: Params | undefined, locale: string): Params | null {
  if (!Object.hasOwn(ERROR_VALUES, code)) return null;
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: MORE_DECIMALS_THAN_ANY });
  const entries = ERROR_VALUES[code as ValuedCode].map((name) => [name, params?.[name]] as const);
  if (entries.some(([, value]) => value === undefined)) return null;
  return Object.fromEntries(entries.map(([name, value = '']) => [name, NUMBER.test(value) ? format.format(value as `${number}`) : value]));
}
