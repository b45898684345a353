import { describe, expect, it } from 'vitest';
import { keepUnits } from './keep-units';

/** What compiling marks a plural with. */
const PLURAL = 1;

describe('figures and their units', () => {
  it('stay together in texts as catalogues write them', () => {
    const texts = {
      bought: { text: '{amount} {asset}を平均{price} {quote}で購入しました。' },
      named: '{amount} USDT, {rate} % and 10 BTC within 3 h',
    };
    expect(keepUnits(texts)).toEqual({
      bought: { text: '{amount}\u00a0{asset}を平均{price}\u00a0{quote}で購入しました。' },
      named: '{amount}\u00a0USDT, {rate}\u00a0% and 10\u00a0BTC within 3\u00a0h',
    });
  });

  it('stay together in compiled texts, and in the forms of a plural', () => {
    const texts = {
      bought: [['amount'], ' ', ['asset'], 'を平均', ['price'], ' ', ['quote'], 'で購入しました。'],
      named: [['amount'], ' USDT for ', ['days'], ' days'],
      plural: [['count', PLURAL, { one: [['amount'], ' ', ['asset']], other: [['amount'], ' ', ['asset'], ' each'] }]],
    };
    expect(keepUnits(texts)).toEqual({
      bought: [['amount'], '\u00a0', ['asset'], 'を平均', ['price'], '\u00a0', ['quote'], 'で購入しました。'],
      named: [['amount'], '\u00a0USDT for ', ['days'], ' days'],
      plural: [['count', PLURAL, { one: [['amount'], '\u00a0', ['asset']], other: [['amount'], '\u00a0', ['asset'], ' each'] }]],
    });
  });

  it('leave other words apart, where lines may break', () => {
    const texts = {
      coin: '{base} {level} of {network} {time}',
      compiled: [['asset'], ' ', ['amount'], ' and ', ['when']],
      word: '2 Tether of 3 hours',
    };
    expect(keepUnits(texts)).toEqual(texts);
  });
});
