import { expect, it } from 'vitest';
import { besideOf, changeOf, listChanges, rangeOf, toCurve } from './day-changes';

it.each([
  ['1', '1.01', '0.01'],
  ['1.01', '1', '-0.0099'],
  ['1', '1', '0'],
])('from %s to %s is %s', (earlier, later, expected) => {
  expect(changeOf(earlier, later)).toBe(expected);
});

it('draws the lowest value at the bottom, the highest at the top, and a flat line in the middle', () => {
  expect(toCurve(['1', '1.2', '1.1'], { width: 100, height: 50 })).toMatch(/^0\.0,50\.0 50\.0,0\.0 100\.0,25\.0$/);
  expect(toCurve(['1', '1'], { width: 100, height: 50 })).toBe('0.0,25.0 100.0,25.0');
  // Beside a line that goes up to two.
  expect(toCurve(['1', '1.5'], { width: 100, height: 50 }, ['1', '1.5', '2'])).toBe('0.0,50.0 100.0,25.0');
});

it('has bitcoin begin at one beside a book, and keeps its last price where there was none; nothing where there never was one', () => {
  expect(besideOf([{ btc: '1.2' }, { btc: null }, { btc: '1.1' }])).toEqual(['1', '1.1', '1.1', '1.2']);
  expect(besideOf([{ btc: null }])).toBeNull();
});

it('names the lowest and the highest value of a line', () => {
  expect(rangeOf(['1', '1.02', '0.998', '1.015'])).toEqual({ low: '0.998', high: '1.02' });
  expect(rangeOf(['1'])).toEqual({ low: '1', high: '1' });
});

it('says of each day what it made of the one before, and of the first what it made of one', () => {
  const days = [
    { at: 'c', unitValue: '2.2' },
    { at: 'b', unitValue: '2' },
  ];
  expect(listChanges(days)).toEqual([
    { at: 'c', change: '0.1' },
    { at: 'b', change: '1' },
  ]);
});
