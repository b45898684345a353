import { expect, it } from 'vitest';
import { findUnstorable } from './storable-text';

it.each([
  ['a text', 'abc', null],
  ['a whole pair, other planes, what turns a line around', { a: ['😀', '\u{10ffff}\u202e'] }, null],
  ['numbers, null and flags', [1, null, true], null],
  ['NUL', 'a\0b', ''],
  ['half a pair', { a: { b: 'x\ud83d' } }, 'a.b'],
  ['the other half', ['x', '\ude00x'], '1'],
  ['the halves in the wrong order', '\ude00\ud83d', ''],
  ['a name of a member', { a: { '\0': 1 } }, 'a'],
  ['below the fourth level', { a: { b: { c: { d: { e: '\0' } } } } }, 'a.b.c.d'],
])('%s', (_name, value, place) => expect(findUnstorable(value)).toBe(place));

it('security: 100,000 levels are looked at', () => {
  let value: unknown = '\0';
  for (let level = 0; level < 100_000; level += 1) value = [value];
  expect(findUnstorable(value)).toBe('0.0.0.0');
});
