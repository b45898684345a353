import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Proof } from '@/lib/dto/options';
import { formatPrintText, type OptionPrint } from '../../lib/rules/options';
import { checkProof, findLeftOut } from './check-proof';

const T = Date.UTC(2026, 2, 1, 12);

/** Rows from second `from` on, chained. */
function chain(from: number, prices: readonly string[], previous = '0'.repeat(64)): OptionPrint[] {
  let before = previous;
  return prices.map((price, index) => {
    const draft = { seq: 100 + from + index, time: T + (from + index) * 1_000, prices: `BTC-USDT=${price}`, previous: before };
    before = createHash('sha256').update(formatPrintText(draft)).digest('hex');
    return { ...draft, hash: before };
  });
}

const proof = (): Proof => ({
  tickSize: '0.01',
  contract: {
    id: '7',
    symbol: 'BTC-USDT',
    direction: 'up',
    stake: '100',
    seconds: 30,
    ratio: '0.82',
    profit: '82',
    state: 'won',
    reason: null,
    acceptedAt: new Date(T + 400).toISOString(),
    strike: '100',
    strikeAt: new Date(T + 1_000).toISOString(),
    deliversAt: new Date(T + 31_000).toISOString(),
    delivery: '102',
    paid: '182',
    settledAt: new Date(T + 31_100).toISOString(),
  },
  prints: [...chain(0, ['99', '100']), ...chain(27, ['101', '102', '500', '102', '102'])],
});

describe('check it', () => {
  it('finds the five prints of a contract that was settled right', async () => {
    const checked = await checkProof(proof());
    expect(checked).toMatchObject({ verdict: 'good', strikeSeq: 101 });
    expect(checked.verdict === 'good' && checked.used.map(({ seq }) => seq)).toEqual([127, 128, 129, 130, 131]);
  });

  it.each<{ name: string; fault: string; change: (one: Proof) => void }>([
    { name: 'a price changed afterwards', fault: 'hash', change: (one) => Object.assign(one.prints[4] ?? {}, { prices: 'BTC-USDT=1' }) },
    { name: 'a row of another chain', fault: 'chain', change: (one) => one.prints.splice(3, 4, ...chain(28, ['1', '1', '1', '1'])) },
    { name: 'a row left out', fault: 'delivery', change: (one) => one.prints.splice(4, 1) },
    { name: 'another purchase price', fault: 'strike', change: (one) => Object.assign(one.contract, { strike: '101' }) },
    {
      name: 'a later print as the purchase',
      fault: 'strike',
      change: (one) => Object.assign(one.contract, { acceptedAt: new Date(T - 500).toISOString() }),
    },
    { name: 'another delivery price', fault: 'delivery', change: (one) => Object.assign(one.contract, { delivery: '99' }) },
    { name: 'the other result', fault: 'result', change: (one) => Object.assign(one.contract, { state: 'lost' }) },
    { name: 'a smaller payout', fault: 'payout', change: (one) => Object.assign(one.contract, { paid: '181.99' }) },
  ])('reports $name', async ({ fault, change }) => {
    const changed = proof();
    change(changed);
    expect(await checkProof(changed)).toEqual({ verdict: 'bad', fault });
  });

  it('has nothing to recompute when the stake came back for missing prints', async () => {
    const { contract } = proof();
    expect(
      await checkProof({
        tickSize: '0.01',
        contract: { ...contract, state: 'refunded', reason: 'no_delivery', delivery: null },
        prints: [],
      }),
    ).toEqual({
      verdict: 'none',
    });
  });
});

describe('the prints that the mean leaves out', () => {
  it.each([
    { name: 'are the highest and the lowest', prices: ['3', '1', '5', '2', '4'], out: [2, 3] },
    { name: 'are compared as numbers', prices: ['9', '10', '11', '10', '10'], out: [1, 3] },
    { name: 'are two also where all are equal', prices: ['7', '7', '7', '7', '7'], out: [1, 5] },
  ])('$name', ({ prices, out }) => {
    const prints = prices.map((price, index) => ({ seq: index + 1, time: index, prices: `BTC-USDT=${price}`, previous: '', hash: '' }));
    expect([...findLeftOut(prints, 'BTC-USDT')].sort()).toEqual(out);
  });
});
