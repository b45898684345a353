import { describe, expect, it } from 'vitest';
import { writeCsvLine } from './csv';

describe('a line of CSV', () => {
  it('ends with CR LF and quotes only what needs it, doubling quotes', () => {
    expect(writeCsvLine(['a', 'b,c', 'd"e', 'f\ng', ''])).toBe('a,"b,c","d""e","f\ng",\r\n');
  });
  it.each([
    ['=1+1', "'=1+1"],
    ['+1+1', "'+1+1"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', '"\'\t\'=1"'],
    [' =1', "' =1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\u200b=1', "'\u200b=1"],
    ['＝1+1', "'＝1+1"],
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ["seen;=1+cmd|' /C calc'!A0;x", `"seen;'=1+cmd|' /C calc'!A0;x"`],
    ['seen; \u00a0@x', `"seen; \u00a0'@x"`],
    ['a|=1', `"a|'=1"`],
    ['a\n=1', `"a\n'=1"`],
    ['a,-1', `"a,'-1"`],
  ])('security: %j holds nothing that a spreadsheet runs, whatever it cuts lines by', (cell, text) =>
    expect(writeCsvLine([cell])).toBe(`${text}\r\n`),
  );
  it.each(['12345678901234567890.123456789012345678', '-0.5', '12', 'BTC-USDT', 'a - b', 'x=1'])('%s stays as it is', (cell) =>
    expect(writeCsvLine([cell])).toBe(`${cell}\r\n`),
  );
  it('security: reads every character of a cell a few times at most', () => {
    // A look ahead at each of these would read some ten thousand million characters.
    expect(writeCsvLine([`a${'\n'.repeat(200_000)}b`])).toHaveLength(200_006);
  });
});
