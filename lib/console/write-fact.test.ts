import { expect, it } from 'vitest';
import { makeWords } from './words';
import { writeFact } from './write-fact';

it('of the terms of an entry or a sale only amounts are grouped, not an id', () => {
  const words = makeWords({ locale: 'de-DE', timeZone: 'UTC' });
  expect(writeFact(words, 'entry', ['amountMax', '1000000'])).toBe('1.000.000');
  expect(writeFact(words, 'presale', ['softCap', '250000'])).toBe('250.000');
  expect(writeFact(words, 'entry', ['chainId', '11155111'])).toBe('11155111');
  expect(writeFact(words, 'presale', ['id', '123456'])).toBe('123456');
  expect(writeFact(words, 'market', ['price', '64000.5'])).toBe('64.000,5');
});
