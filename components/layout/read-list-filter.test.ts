import { describe, expect, it } from 'vitest';
import { readListFilter, toRange } from './read-list-filter';

const KINDS = ['limit', 'market'] as const;
const read = (address: string) => readListFilter(new URLSearchParams(address), KINDS);
const NOTHING = { from: null, to: null, market: null, asset: null, kind: null };

describe('what an address narrows a list to', () => {
  it('is days, a market, a coin and a kind', () => {
    expect(read('from=2026-03-01&to=2026-03-02&market=BTC-USDT&asset=BTC&kind=limit')).toEqual({
      from: '2026-03-01',
      to: '2026-03-02',
      market: 'BTC-USDT',
      asset: 'BTC',
      kind: 'limit',
    });
    expect(read('market=all').market).toBe('all');
  });
  it('is nothing where it says nothing that can be', () => {
    for (const address of [
      '',
      'from=yesterday',
      'from=2026-02-30',
      'to=1999-12-31',
      'to=2100-01-01',
      'market=btc',
      'asset=b',
      'kind=stop',
    ]) {
      expect(read(address)).toEqual(NOTHING);
    }
  });
  it('leaves out an end before the beginning, or too far from it', () => {
    expect(read('from=2026-03-02&to=2026-03-01').to).toBeNull();
    expect(read('from=2020-01-01&to=2099-12-31').to).toBeNull();
    expect(read('from=2026-03-01&to=2026-03-01').to).toBe('2026-03-01');
  });
});

it('a day lasts to the beginning of the next one, where the reader is', () => {
  const { from, to } = toRange({ from: '2026-03-01', to: '2026-03-01' });
  expect([from, to]).toEqual([new Date(2026, 2, 1).toISOString(), new Date(2026, 2, 2).toISOString()]);
  expect(toRange({ from: null, to: null })).toEqual({});
});
