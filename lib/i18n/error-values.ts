import type { ErrorCode } from '../protocol/errors';
import { clockOf } from '../rules/clock';

/** Errors that have a text with their values beside the plain one, and the values that it shows. */
export const ERROR_VALUES = {
  ADDRESS_CHARACTERS: ['character'],
  ADDRESS_OTHER_NETWORK: ['network', 'found'],
  ADDRESS_TOO_NEW: ['until'],
  AMOUNT_PRECISION: ['decimals'],
  CONVERT_AMOUNT_OUT_OF_RANGE: ['min', 'max', 'asset'],
  CONVERT_TOO_LARGE: ['max', 'asset'],
  INSUFFICIENT_BALANCE: ['available', 'needed', 'asset'],
  LEVERAGE_INVALID: ['max'],
  LOANS_OPEN_TOO_MANY: ['max'],
  LOAN_AFTER_WITHDRAWAL: ['days'],
  LOAN_AMOUNT_OUT_OF_RANGE: ['min', 'max'],
  LOAN_LIMIT_EXCEEDED: ['limit', 'left'],
  LOAN_OWED_MORE: ['all'],
  LOAN_POOL_EMPTY: ['left'],
  LOAN_REPAYMENT_INVALID: ['most', 'all'],
  LOSS_LIMIT: ['limit'],
  MARGIN_TOO_LOW: ['max'],
  OPTIONS_OPEN_TOO_MANY: ['max'],
  OPTION_STAKE_OUT_OF_RANGE: ['min', 'max'],
  ORDERS_OPEN_TOO_MANY: ['max'],
  ORDER_AMEND_BELOW_FILLED: ['filled'],
  ORDER_NOTIONAL_TOO_SMALL: ['min'],
  ORDER_PRICE_INVALID: ['tick'],
  ORDER_PRICE_OUT_OF_RANGE: ['min', 'max'],
  ORDER_QUANTITY_INVALID: ['step'],
  ORDER_QUANTITY_OUT_OF_RANGE: ['min', 'max'],
  ORDER_STOP_INVALID: ['tick'],
  OUTGOING_HELD: ['until'],
  PRESALE_AMOUNT: ['min', 'max'],
  PRESALE_LEFT: ['left'],
  PRESALE_TOO_MANY: ['max'],
  POSITION_TOO_LARGE: ['max'],
  SETTINGS_LOCKED: ['until'],
  SIGN_IN_BUSY: ['seconds'],
  STAKE_LIMIT: ['limit'],
  STAKING_AMOUNT_TOO_LARGE: ['max', 'asset'],
  STAKING_AMOUNT_TOO_SMALL: ['min', 'asset'],
  STAKING_OPEN_TOO_MANY: ['max'],
  STAKING_PLACES: ['place', 'asset'],
  STAKING_POOL_EXHAUSTED: ['left', 'asset'],
  HOSTING_QUOTA_FULL: ['left', 'asset'],
  WITHDRAWALS_OPEN_TOO_MANY: ['max'],
  WITHDRAWAL_AMOUNT_OUT_OF_RANGE: ['min', 'max', 'asset'],
  WITHDRAWAL_DAY_LIMIT: ['left', 'limit', 'asset'],
} as const satisfies Partial<Record<ErrorCode, readonly string[]>>;

export type ValuedCode = keyof typeof ERROR_VALUES;
type Params = Readonly<Record<string, string>>;

const MORE_DECIMALS_THAN_ANY = 18;
const NUMBER = /^-?\d+(\.\d+)?$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** Returns the values of a text as its reader writes numbers, null when one of them is missing: then the plain text is shown. */
export function readErrorValues(code: string, params: Params | undefined, locale: string): Params | null {
  if (!Object.hasOwn(ERROR_VALUES, code)) return null;
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: MORE_DECIMALS_THAN_ANY });
  const entries = ERROR_VALUES[code as ValuedCode].map((name) => [name, params?.[name]] as const);
  if (entries.some(([, value]) => value === undefined)) return null;
  const write = (value: string) => {
    if (NUMBER.test(value)) return format.format(value as `${number}`);
    return TIME.test(value) ? writeTime(value, locale) : value;
  };
  return Object.fromEntries(entries.map(([name, value = '']) => [name, write(value)]));
}

/** A moment on the reader's own clock, with what is left until then. */
function writeTime(value: string, locale: string): string {
  const at = Date.parse(value);
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...clockOf(locale) }).format(at);
  const minutes = Math.ceil((at - Date.now()) / 60_000);
  if (minutes <= 0) return time;
  const unit = minutes >= 120 ? { count: Math.round(minutes / 60), name: 'hour' } : { count: minutes, name: 'minute' };
  const left = new Intl.NumberFormat(locale, { style: 'unit', unit: unit.name, unitDisplay: 'long' }).format(unit.count);
  return `${time} (${left})`;
}
