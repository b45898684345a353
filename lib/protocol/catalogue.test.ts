import { expect, it } from 'vitest';
import { CATALOGUE } from './catalogue';
import { ERRORS } from './errors';

it('lists each of the 56 calls of the table once, in order', () => {
  const numbers = CATALOGUE.flatMap((call) => (call.number == null ? [] : [call.number]));
  expect(numbers).toEqual(Array.from({ length: 56 }, (_, index) => index + 1));
});

it('gives every call an id and a place of its own', () => {
  expect(new Set(CATALOGUE.map((call) => call.id)).size).toBe(CATALOGUE.length);
  expect(new Set(CATALOGUE.map((call) => `${call.method} ${call.path.toLowerCase()}`)).size).toBe(CATALOGUE.length);
});

it('keeps the extensions under /x/ and the table out of it', () => {
  for (const call of CATALOGUE) expect(call.path.startsWith('/x/')).toBe(call.number == null);
});

it.each(CATALOGUE.map((call) => ({ call, id: call.id })))(
  '$id names its source, known errors, and SESSION_REQUIRED where it needs one',
  ({ call }) => {
    expect(call.source).not.toBe('');
    for (const code of call.errors) expect(ERRORS).toHaveProperty(code);
    if (call.access === 'session') expect(call.errors).toContain('SESSION_REQUIRED');
  },
);
