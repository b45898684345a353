import { expect, it } from 'vitest';
import { readLabel } from './protection';

it.each([
  ['  My   phone ', 'My phone'],
  ['電話 📱', '電話 📱'],
  ['هاتفي', 'هاتفي'],
  ['e\u0301', '\u00e9'],
  ['Bank\u202eknab', 'Bank knab'],
  ['a\u0007b\u0000c\nd', 'a b c d'],
  ['\u200b\u2066\ufeff', '–'],
])('a name %j is kept as %j', (typed, kept) => expect(readLabel(typed)).toBe(kept));
