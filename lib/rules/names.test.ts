import { expect, it } from 'vitest';
import { isNamed } from './names';

it.each([
  ['Ada', 'Lovelace', 'ADA LOVELACE', true],
  ['Ada', 'Lovelace', 'Lovelace, Ada', true],
  ['Ada Augusta', 'King-Noel', 'MS ADA KING NOEL', true],
  ['Zoë', 'Müller', 'MUELLER ZOE', true],
  ['Zoe', 'Mueller', 'Müller Zoë', true],
  ['Søren', 'Weiß', 'SOEREN WEISS', true],
  ['Łucja', 'O’Brien', "LUCJA O'BRIEN", true],
  ['Ada', 'Lovelace', 'Charles Lovelace', false],
  ['Ada', 'Lovelace', 'ADA LOVE', false],
  ['Ada', 'Lovelace', 'ACME LTD', false],
  ['王', '芳', 'WANG FANG', null],
  ['Ada', 'Lovelace', '4711', null],
])('%s %s as %s: %s', (firstName, lastName, sender, same) => {
  expect(isNamed({ firstName, lastName }, sender)).toBe(same);
});
