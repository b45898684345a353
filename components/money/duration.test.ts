import { expect, it } from 'vitest';
import { formatDuration } from './duration';

it.each([
  [45, '45 seconds'],
  [90, '90 seconds'],
  [300, '5 minutes'],
  [86_400, '24 hours'],
])('says %i seconds as %s', (seconds, words) => {
  expect(formatDuration(seconds, 'en')).toBe(words);
});
