import { describe, expect, it } from 'vitest';
import { writeCsvLine } from './csv-text';

describe('a line of CSV', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1+cmd', "'+1+cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-2+3', "'-2+3"],
    ['\t=1', "'\t=1"],
    ['-2.50', '-2.50'],
    ['12', '12'],
    ['BTC-USDT', 'BTC-USDT'],
  ])('security: %j is no formula', (cell, text) => expect(writeCsvLine([cell])).toBe(`${text}\r\n`));
  it('quotes commas, quotes and line ends, also of what was made a text', () => {
    expect(writeCsvLine(['a,b', 'say "no"', '=HYPERLINK("x")', 'two\nlines'])).toBe(
      '"a,b","say ""no""","\'=HYPERLINK(""x"")","two\nlines"\r\n',
    );
  });
});
