import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatScaled, requireDecimal, toScaled } from './decimal';
import { previewWithdrawal, splitChannel, WITHDRAWAL_CHANNELS } from './withdrawals';

const USDT = { decimals: 6, feeRate: '0.03', min: '10', max: '100000' };
const BTC = { decimals: 8, feeRate: '0.03', min: '0.0005', max: '2' };
const codeOf = (text: string, terms = USDT) => previewWithdrawal(terms, text).problem?.code ?? null;

describe('a withdrawal', () => {
  it('costs 3 %, rounded up at the last digit of the network', () => {
    expect(previewWithdrawal(USDT, '100').preview).toEqual({ amount: '100', fee: '3', arrives: '97' });
    expect(previewWithdrawal(USDT, '100.000001').preview).toEqual({ amount: '100.000001', fee: '3.000001', arrives: '97' });
    expect(previewWithdrawal(BTC, '0.00050001').preview).toEqual({ amount: '0.00050001', fee: '0.00001501', arrives: '0.000485' });
  });

  it('is refused one unit below the smallest and above the largest amount, and taken at both', () => {
    expect(['9.999999', '100000.000001'].map((text) => codeOf(text))).toEqual(Array(2).fill('WITHDRAWAL_AMOUNT_OUT_OF_RANGE'));
    expect(['10', '100000', '10.000000', '100000.00'].map((text) => codeOf(text))).toEqual(Array(4).fill(null));
    expect(previewWithdrawal(USDT, '9').problem?.params).toEqual({ min: '10', max: '100000' });
  });

  it('keeps to nine digits on each side, and to those that the network carries', () => {
    expect(['999999999', '100.000000000'].map((text) => codeOf(text, { ...USDT, max: '999999999' }))).toEqual([null, null]);
    expect(
      ['1000000000', '0100', '+100', '1e3', '', '.5', '100.', '-100', '100.0000000001', ' 100', '１００', '1'.repeat(10_000)].map((text) =>
        codeOf(text),
      ),
    ).toEqual(Array(12).fill('AMOUNT_INVALID'));
    expect(previewWithdrawal(USDT, '100.0000001').problem).toEqual({ code: 'AMOUNT_PRECISION', params: { decimals: '6' } });
    expect(codeOf('0.000500001', BTC)).toBe('AMOUNT_PRECISION');
  });

  it('always adds up, never costs less than the rate, nor a whole unit more', () => {
    const amounts = fc.bigInt({ min: 10_000_000n, max: 100_000_000_000n });
    const rates = fc.integer({ min: 1, max: 9_999 }).map((units) => formatScaled(BigInt(units), 4));
    fc.assert(
      fc.property(amounts, rates, (units, feeRate) => {
        const { preview } = previewWithdrawal({ ...USDT, feeRate }, formatScaled(units, 6));
        const [amount, fee, arrives] = [preview?.amount, preview?.fee, preview?.arrives].map((text) => toScaled(text ?? '', 6)) as bigint[];
        const { units: rate, scale } = requireDecimal(feeRate);
        const exact = units * rate;
        const one = 10n ** BigInt(scale);
        expect(amount).toBe(units);
        expect(fee! + arrives!).toBe(units);
        expect(fee! * one >= exact && (fee! - 1n) * one < exact).toBe(true);
        expect(arrives! > 0n).toBe(true);
      }),
    );
  });

  it('is of a coin and a network', () => {
    expect(WITHDRAWAL_CHANNELS.map(splitChannel)).toEqual([
      { asset: 'USDT', network: 'ERC20' },
      { asset: 'USDT', network: 'TRC20' },
      { asset: 'BTC', network: 'BTC' },
      { asset: 'ETH', network: 'ERC20' },
      { asset: 'USDC', network: 'ERC20' },
    ]);
  });
});
