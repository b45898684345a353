import { describe, expect, it } from 'vitest';
import { toCsvLine } from './csv';

describe('a line of CSV', () => {
  it('ends with CR LF and quotes only what needs it, doubling quotes', () => {
    expect(toCsvLine(['a', 'b,c', 'd"e', 'f\ng', ''])).toBe('a,"b,c","d""e","f\ng",\r\n');
  });
  it('security: disarms what a spreadsheet would run', () => {
    expect(toCsvLine(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1'])).toBe("'=1+1,'+1+1,'-1+1,'@SUM(A1),'\t=1\r\n");
    expect(toCsvLine(['=HYPERLINK("x")'])).toBe(`"'=HYPERLINK(""x"")"\r\n`);
  });
  it('keeps numbers digit by digit', () => {
    expect(toCsvLine(['12345678901234567890.123456789012345678', '-0.5'])).toBe('12345678901234567890.123456789012345678,-0.5\r\n');
  });
});
