import { expect, it } from 'vitest';
import { createFormatter } from './formatter';
import { formatFact } from './format-fact';

it('of the terms of an entry or a sale only amounts are grouped, not an id', () => {
  const format = createFormatter({ locale: 'de-DE', timeZone: 'UTC' });
  expect(formatFact(format, 'entry', ['amountMax', '1000000'])).toBe('1.000.000');
  expect(formatFact(format, 'entry', ['softCap', '250000'])).toBe('250.000');
  expect(formatFact(format, 'presale', ['asked for', '18000 of 12000 SBX'])).toBe('18.000 of 12.000 SBX');
  expect(formatFact(format, 'entry', ['chainId', '11155111'])).toBe('11155111');
  expect(formatFact(format, 'presale', ['id', '123456'])).toBe('123456');
  expect(formatFact(format, 'market', ['price', '64000.5'])).toBe('64.000,5');
});
