/** Tells spreadsheets that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

const PLAIN_NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;
/** Blanks of all kinds, also those without a width, and what stands in no text. */
const BLANKS = String.raw`[\s\u0000-\u001f\u00ad\u180e\u200b-\u200f\u2060\ufeff]*`;
/** What a formula begins with, also as East Asian keyboards write it. */
const SIGN = String.raw`[=+\-@\uff1d\uff0b\uff0d\uff20]`;
/** Where a spreadsheet may begin a cell inside of ours, as it cuts lines by what its country uses; a quoted cell holds for one that cuts by commas alone. */
const INNER_START = new RegExp(String.raw`[;,|\t\r\n]${BLANKS}${SIGN}?`, 'g');
const SIGN_AT_END = new RegExp(`${SIGN}$`);
const START = new RegExp(`^(?:${BLANKS}${SIGN}|[\\t\\r\\n])`);
const NEEDS_QUOTES = /[",;|\t\r\n]/;

/**
 * Returns a line of CSV (RFC 4180) with its line end. What a spreadsheet would run as a formula gets an apostrophe in front, at the beginning of a
 * cell and wherever another separator would make one begin; a plain number stays as it is, digit by digit.
 */
export function writeCsvLine(cells: readonly string[]): string {
  return cells.map(toCell).join(',') + LINE_END;
}

function toCell(text: string): string {
  if (PLAIN_NUMBER.test(text)) return text;
  // Each blank is read once: a look ahead would read a run of line ends again from each of them.
  const inner = text.replace(INNER_START, (found) => (SIGN_AT_END.test(found) ? `${found.slice(0, -1)}'${found.slice(-1)}` : found));
  const safe = START.test(inner) ? `'${inner}` : inner;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
