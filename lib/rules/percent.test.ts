import { expect, it } from 'vitest';
import { writePercent } from './percent';

it.each([
  ['0.15', 'en', '0.15%'],
  ['40523.4', 'de', '40.523,4 %'],
  ['0.15', 'fr', '0,15 %'],
  ['0.15', 'tr', '%0,15'],
  ['0.15', 'ja', '0.15%'],
  ['0.123456789012345678', 'en', '0.123456789012345678%'],
])('%s percent in %s is %s', (percent, locale, expected) => expect(writePercent(percent, locale)).toBe(expected));
