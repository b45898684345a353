import { expect, it } from 'vitest';
import { readLabel, readPhrase } from './protection';

it.each([
  ['  My   phone ', 'My phone'],
  ['電話 📱', '電話 📱'],
  ['هاتفي', 'هاتفي'],
  ['e\u0301', '\u00e9'],
  ['Bank\u202eknab', 'Bank knab'],
  ['a\u0007b\u0000c\nd', 'a b c d'],
  ['\u200b\u2066\ufeff', '–'],
  ['\u3164\u2800\u00ad', '–'],
  ['Ba\u00adnk\u061c', 'Ba nk'],
])('a name %j is kept as %j', (typed, kept) => expect(readLabel(typed)).toBe(kept));

it.each(['\u3164\u3164\u3164\u3164', 'blue\u00ad horse', 'blue \u061chorse', 'blue\u034f horse', 'blue horse\u{e0041}'])(
  'security: a phrase with a sign that nobody sees is refused: %j',
  (typed) => expect(readPhrase(typed)).toBeNull(),
);
