const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/;
/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** Returns a line of CSV (RFC 4180). What would be a formula is made a text; a number stays one. */
export function writeCsvLine(cells: readonly string[]): string {
  const line = cells.map((cell) => {
    const text = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${line.join(',')}\r\n`;
}
