import { calculateConversion, calculateConvertPrice, findLargestConvertible } from '../../../lib/rules/convert';
import { compareDecimals } from '../../../lib/rules/decimal';
import { DomainError } from '../../platform/domain-error';
import { fromUnits, mulDiv, toUnits } from '../../platform/decimal';
import { getAssetScale } from '../ledger/ledger';
import type { IndexPrice } from '../market-data/market-data';
import type { ConvertTerms } from '../registry/registry';

/** What prices of all others are in. */
export const CONVERT_QUOTE_ASSET = 'USDT';
const INDEX_SCALE = 8;

export type ConvertMarkets = {
  getIndex(market: string): Pick<IndexPrice, 'price' | 'state'> | null;
  listMarkets(): readonly { market: string; base: string; quote: string }[];
};

/** Amounts in base units; `price` of 10^-16, the indexes in USDT, the rates as they were when it was made. */
export type ConvertLine = {
  from: string;
  to: string;
  amount: bigint;
  gross: bigint;
  fee: bigint;
  price: bigint;
  fromIndex: string;
  toIndex: string;
  spreadRate: string;
  feeRate: string;
};

/** Returns what conversions come to by the index as it is now. */
export function createPricing({ markets, readTerms }: { markets: ConvertMarkets; readTerms(): ConvertTerms }) {
  const listed = [
    CONVERT_QUOTE_ASSET,
    ...markets.listMarkets().flatMap(({ base, quote }) => (quote === CONVERT_QUOTE_ASSET ? [base] : [])),
  ];
  const listCoins = () => [...listed, ...readTerms().pegged.flatMap(({ asset }) => (listed.includes(asset) ? [] : [asset]))];
  const findPeg = (asset: string) => (listed.includes(asset) ? undefined : readTerms().pegged.find((peg) => peg.asset === asset));

  /** The spread of a coin that is counted by a rule is its own, where that is wider. */
  function findSpread(asset: string): string {
    const { spreadRate } = readTerms();
    const own = findPeg(asset)?.spreadRate ?? spreadRate;
    return compareDecimals(own, spreadRate) > 0 ? own : spreadRate;
  }

  /** Returns the price of a coin in USDT; null while it is not confirmed. */
  function findIndex(asset: string): string | null {
    if (asset === CONVERT_QUOTE_ASSET || findPeg(asset) !== undefined) return '1';
    const index = markets.getIndex(`${asset}-${CONVERT_QUOTE_ASSET}`);
    return index === null || index.state !== 'fresh' ? null : index.price;
  }

  /** @throws CONVERT_PRICE_UNCONFIRMED */
  function getIndex(asset: string): string {
    const price = findIndex(asset);
    if (price === null) throw new DomainError('CONVERT_PRICE_UNCONFIRMED', { params: { asset } });
    return price;
  }

  /** @throws ASSET_UNKNOWN, CONVERT_PAIR_INVALID */
  function checkPair({ from, to }: { from: string; to: string }): void {
    getAssetScale(from);
    getAssetScale(to);
    const coins = listCoins();
    if (from === to || !coins.includes(from) || !coins.includes(to)) throw new DomainError('CONVERT_PAIR_INVALID');
  }

  /** @throws CONVERT_PRICE_UNCONFIRMED */
  function priceLine({ from, to, amount }: { from: string; to: string; amount: bigint }): ConvertLine {
    const { feeRate } = readTerms();
    const [one, other] = [findSpread(from), findSpread(to)];
    const spreadRate = compareDecimals(one, other) > 0 ? one : other;
    const sides = { from: { scale: getAssetScale(from), index: getIndex(from) }, to: { scale: getAssetScale(to), index: getIndex(to) } };
    const price = calculateConvertPrice({ ...sides, spreadRate });
    const { gross, fee } = calculateConversion({ amount, price, ...sides, feeRate });
    return { from, to, amount, gross, fee, price, fromIndex: sides.from.index, toIndex: sides.to.index, spreadRate, feeRate };
  }

  return {
    listCoins,
    findSpread,
    /** Returns how much of a coin the house takes at most above what was put in, in base units; null where that has no bound. */
    findTakenMax(asset: string): bigint | null {
      const peg = findPeg(asset);
      return peg === undefined ? null : toUnits(peg.takenMax, getAssetScale(asset));
    },
    findIndex,
    getIndex,
    checkPair,
    priceLine,
    /** Checks the amount against what a conversion may be of, in its own coin. @throws CONVERT_AMOUNT_OUT_OF_RANGE */
    checkValue({ from, amount, fromIndex, gross, fee }: ConvertLine): void {
      const { valueMin, valueMax } = readTerms();
      const scale = getAssetScale(from);
      const toAmount = (value: string, rounding: 'up' | 'down') =>
        mulDiv(toUnits(value, scale), 10n ** BigInt(INDEX_SCALE), toUnits(fromIndex, INDEX_SCALE), rounding);
      const [min, max] = [toAmount(valueMin, 'up'), toAmount(valueMax, 'down')];
      if (amount >= min && amount <= max && gross > fee) return;
      throw new DomainError('CONVERT_AMOUNT_OUT_OF_RANGE', {
        params: { min: fromUnits(min, scale), max: fromUnits(max, scale), asset: from },
      });
    },
    /** Returns an amount's value in base units of USDT, rounded down; null while the price is not confirmed. */
    findValue(asset: string, amount: bigint): bigint | null {
      const index = findIndex(asset);
      if (index === null) return null;
      const scale = 10n ** BigInt(getAssetScale(asset) - getAssetScale(CONVERT_QUOTE_ASSET) + INDEX_SCALE);
      return mulDiv(amount, toUnits(index, INDEX_SCALE), scale, 'down');
    },
  };
}

/** Refuses what the house takes no more of now, with the largest amount that it does. @throws CONVERT_TOO_LARGE */
export function checkTaken({ from, amount }: Pick<ConvertLine, 'from' | 'amount'>, room: bigint): void {
  if (amount <= room) return;
  throw new DomainError('CONVERT_TOO_LARGE', { params: { max: fromUnits(room > 0n ? room : 0n, getAssetScale(from)), asset: from } });
}

/** Refuses what the house can't give now with the largest amount that it can. @throws CONVERT_TOO_LARGE */
export function checkCover(line: ConvertLine, cover: bigint): void {
  if (line.gross <= cover) return;
  const scales = { from: { scale: getAssetScale(line.from) }, to: { scale: getAssetScale(line.to) } };
  const largest = findLargestConvertible({ gross: cover, price: line.price, ...scales });
  throw new DomainError('CONVERT_TOO_LARGE', { params: { max: fromUnits(largest, scales.from.scale), asset: line.from } });
}
