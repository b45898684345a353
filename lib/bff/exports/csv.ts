/** Tells spreadsheets that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** What a spreadsheet would take for the beginning of a formula. */
const FORMULA_START = /^[=+\-@\t\r\n]/;
const PLAIN_NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;

/**
 * Returns a line of CSV (RFC 4180) with its line end. A text that a spreadsheet would run as a formula gets an apostrophe in front; a plain
 * number stays as it is, digit by digit.
 */
export function toCsvLine(cells: readonly string[]): string {
  return cells.map(toCell).join(',') + LINE_END;
}

function toCell(text: string): string {
  const safe = FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
