import { expect, it } from 'vitest';
import { calculateExposure } from './exposure';

const coin = (value: string) => ({ asset: 'BTC', quantity: '1', index: value, value });
const short = (quantity: string, mark: string) => ({ market: 'BTC-USDT', side: 'short' as const, quantity, cost: '0', mark, result: '0' });

it('what is held and what is short are set against each other, as a share of the book', () => {
  expect(calculateExposure({ coins: [coin('500'), coin('300')], open: [short('0.5', '900'), short('1', '340')], value: '1000' })).toEqual({
    long: '800',
    short: '790',
    net: '10',
    share: '0.01',
  });
  expect(calculateExposure({ coins: [], open: [short('1', '25.5')], value: '1000' })).toMatchObject({ net: '-25.5', share: '-0.0255' });
  expect(calculateExposure({ coins: [coin('5')], open: [], value: '0' })).toMatchObject({ net: '5', share: '0' });
});

it('a book in cash has none', () => {
  expect(calculateExposure({ coins: [], open: [], value: '1000' })).toBeNull();
});
