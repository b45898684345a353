import { addPurchase, type CostBasis, takeSale } from '../../../lib/rules/cost-basis';
import { toUnits } from '../../platform/decimal';

/** The coin that everything is valued in. */
const QUOTE = 'USDT';
/** Decimals of every asset in the ledger. */
const SCALE = 8;

/** What a trade did to one coin: bought or sold for USDT. */
export type Trade = { asset: string; apply(basis: CostBasis): CostBasis };

const units = (decimal: string) => toUnits(decimal, SCALE);

/** Returns what an order's fills of one batch did; the fee was taken from what was received. Null where it wasn't traded for USDT. */
export function tradeOfFills(fills: { market: string; side: 'buy' | 'sell'; quantity: string; value: string; fee: string }): Trade | null {
  const [asset = '', quote] = fills.market.split('-');
  if (quote !== QUOTE) return null;
  const [quantity, value, fee] = [units(fills.quantity), units(fills.value), units(fills.fee)];
  const apply =
    fills.side === 'buy'
      ? (basis: CostBasis) => addPurchase(basis, { received: quantity - fee, paid: value })
      : (basis: CostBasis) => takeSale(basis, { sold: quantity, proceeds: value - fee });
  return { asset, apply };
}

/** Returns what a conversion did; null where neither side is USDT. */
export function tradeOfConversion({ from, to, amount, received }: Record<'from' | 'to' | 'amount' | 'received', string>): Trade | null {
  if (from === QUOTE) return { asset: to, apply: (basis) => addPurchase(basis, { received: units(received), paid: units(amount) }) };
  if (to === QUOTE) return { asset: from, apply: (basis) => takeSale(basis, { sold: units(amount), proceeds: units(received) }) };
  return null;
}
