const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Locale (one that this process supports) and IANA time zone of an operator's dates and numbers. Texts stay English. */
export type FormatSettings = { locale: string; timeZone: string };
/** Default without a choice or a browser locale. */
export const DEFAULT_FORMAT_SETTINGS: FormatSettings = { locale: 'en', timeZone: 'UTC' };

const DIGITS_MAX = 20;
/** A decimal that stands for itself: neither a part of an address, a version, a date or a word. */
const DECIMAL = /(?<![\w./:-])(\d{4,}(?:\.\d+)?|\d+\.\d+)(?!\w|\.\d|[-/:])/g;
/** A moment as machines write it. */
const MOMENT = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z/g;

/** Formats dates and numbers for one operator. Digits are always 0 to 9 and years Gregorian, so that what is read can be typed. */
export type Formatter = {
  settings: FormatSettings;
  /** A time (ms), to the second, with its time zone. */
  time(ms: number): string;
  /** A decimal with its thousands apart and all its digits, or rounded to `digits` where it is a size at a glance. */
  amount(decimal: string, digits?: number): string;
  count(number: number): string;
  /** A text that begins with an amount: `1600.5 USDT for 7 days`. */
  sum(text: string): string;
  /** A sentence of the exchange: its amounts at a glance. */
  figures(text: string): string;
  /** A sentence of the exchange: its amounts with all their digits. */
  exact(text: string): string;
  /** A text of the exchange with moments in it, such as `in force from 2026-03-01T12:00:00.000Z`. */
  moments(text: string): string;
};

/** Returns the formatter of some settings. Equal settings give equal texts on the server alone: browsers may have other locale data. */
export function createFormatter(settings: FormatSettings): Formatter {
  const { locale, timeZone } = settings;
  const tag = `${locale}-u-ca-gregory-nu-latn`;
  const [day, clock] = [{ year: 'numeric', month: '2-digit', day: '2-digit' } as const, { hour: '2-digit', minute: '2-digit' } as const];
  const moment = new Intl.DateTimeFormat(tag, { ...day, ...clock, second: '2-digit', timeZone, timeZoneName: 'short' });
  const exact = new Intl.NumberFormat(tag, { maximumFractionDigits: DIGITS_MAX });
  const amount = (decimal: string, digits?: number) => {
    const format = digits === undefined ? exact : new Intl.NumberFormat(tag, { maximumFractionDigits: digits });
    return format.format(decimal as Intl.StringNumericLiteral);
  };
  const time = (ms: number) => moment.format(ms);
  return {
    settings,
    time,
    amount,
    count: (number) => exact.format(number),
    sum: (text) => text.replace(/^-?\d+(\.\d+)?(?=\s|$)/, (decimal) => amount(decimal)),
    figures: (text) => text.replace(DECIMAL, (decimal) => amount(decimal, 2)),
    exact: (text) => text.replace(DECIMAL, (decimal) => amount(decimal)),
    moments: (text) => text.replace(MOMENT, (at) => (Number.isNaN(Date.parse(at)) ? at : time(Date.parse(at)))),
  };
}

/** The same in a browser, which may know fewer time zones than the server that chose one: times are then formatted, and labelled, in UTC. */
export function createBrowserFormatter(settings: FormatSettings): Formatter {
  try {
    return createFormatter(settings);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return createFormatter({ ...settings, timeZone: DEFAULT_FORMAT_SETTINGS.timeZone });
  }
}

/** Returns how long something lasts, in its two largest units: 2 d 3 h. */
export function formatSpan(ms: number): string {
  const span = Math.abs(ms);
  if (span >= DAY_MS) return `${Math.floor(span / DAY_MS)} d ${Math.floor((span % DAY_MS) / HOUR_MS)} h`;
  if (span >= HOUR_MS) return `${Math.floor(span / HOUR_MS)} h ${Math.floor((span % HOUR_MS) / MINUTE_MS)} min`;
  if (span >= MINUTE_MS) return `${Math.floor(span / MINUTE_MS)} min`;
  return `${Math.floor(span / 1000)} s`;
}

/** Returns an action as words: withdrawals.approve is "approve withdrawal". */
export function formatAction(act: string): string {
  const [subject = '', verb = ''] = act.split('.');
  return `${verb.replaceAll('-', ' ')} ${subject.replace(/ies$/, 'y').replace(/s$/, '')}`;
}

/** Whether an action is about its whole kind, such as an announcement that has no number yet: its name says so already. */
export const isOfKind = (act: string, target: string): boolean => act.startsWith(`${target}.`);

/** Returns how far off a promise (ms) is at `now`. */
export function writePromise(at: number | null, now: number): string {
  if (at === null) return '-';
  return at < now ? `late by ${formatSpan(now - at)}` : `in ${formatSpan(at - now)}`;
}
