import { expect, test } from 'vitest';
import { findFileFaults, findMessageFaults } from './check-messages.mjs';

const find = (de, en = { Home: { hello: 'Hello {name}', rich: 'Read <b>this</b>', days: '{n, plural, one {# day} other {# days}}' } }) =>
  findMessageFaults({ catalogues: { en, de }, errorCodes: [] });
const GOOD = { hello: 'Hallo {name}', rich: '<b>Das</b> lesen', days: '{n, plural, one {# Tag} other {# Tage}}' };

test('accepts a catalogue with the same keys and placeholders', () => {
  expect(find({ Home: GOOD })).toEqual([]);
});

test.each([
  ['a missing key', { Home: { ...GOOD, hello: undefined } }, 'de: Home.hello is empty'],
  ['an absent namespace', {}, 'de: Home.hello is missing'],
  ['an unknown key', { Home: { ...GOOD, more: 'x' } }, 'de: Home.more is not in en'],
  ['an empty text', { Home: { ...GOOD, hello: ' ' } }, 'de: Home.hello is empty'],
  [
    'a text that is still to be written',
    { Home: { ...GOOD, hello: 'TODO(translate): Hello {name}' } },
    'de: Home.hello is still to be written',
  ],
  ['another placeholder', { Home: { ...GOOD, hello: 'Hallo {Name}' } }, 'de: Home.hello has {Name} where en has {name}'],
  ['a lost tag', { Home: { ...GOOD, rich: 'Das lesen' } }, 'de: Home.rich has {} where en has {<b>}'],
  [
    'a percent sign of another language',
    { Home: { ...GOOD, hello: '{name} 5%' } },
    'de: Home.hello writes a percentage as another language does: {name} 5%',
  ],
  ['a plural with too few forms', { Home: { ...GOOD, days: '{n, plural, other {# Tage}}' } }, 'de: Home.days has no plural for one'],
  ['a broken text', { Home: { ...GOOD, days: '{n, plural, one {# Tag}' } }, 'de: Home.days does not parse: {n, plural, one {# Tag}'],
])('reports %s', (_name, de, fault) => {
  expect(find(de)).toContain(fault);
});

test('reports an error code without a text', () => {
  expect(findMessageFaults({ catalogues: { en: {} }, errorCodes: ['NOT_FOUND'] })).toEqual(['en: no text for error NOT_FOUND']);
});

test('reports a file that a language lacks or has alone, and one that the app does not read', () => {
  const listed = { 'spot.json': 'Spot', 'error-values.json': 'ErrorValues' };
  expect(findFileFaults({ files: { en: ['spot.json', 'error-values.json'], de: ['spot.json', 'error-values.json'] }, listed })).toEqual([]);
  expect(findFileFaults({ files: { en: ['spot.json', 'new.json'], de: ['old.json'] }, listed })).toEqual([
    'messages/de/spot.json is missing',
    'messages/de/new.json is missing',
    'messages/de/old.json is not in en',
    'lib/i18n/catalogue.ts does not read new.json as New',
  ]);
});
