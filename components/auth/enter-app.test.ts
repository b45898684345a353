import { expect, test } from 'vitest';
import { fill } from './enter-app';

test('fills the places of a text and leaves unknown ones', () => {
  expect(fill('Again in {seconds} s {x}', { seconds: 5 })).toBe('Again in 5 s {x}');
});
