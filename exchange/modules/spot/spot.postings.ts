import type { Mode } from '../../../lib/protocol/wire';
import { calculateFee, type FeeRates } from '../../../lib/rules/spot';
import type { JournalCodes } from '../../composition/module';
import { houseAddress, type Journal, type Posting, userAddress } from '../ledger/ledger';
import { holdReference, type MarketTerms, receiveOf, spendOf, unitsOfSteps, quoteValueOf } from '../matching/matching';

/** One fill with everything that is posted for it. Amounts are base units of the asset named by the side. */
export type Fill = {
  id: string;
  makerOrderId: number;
  takerOrderId: number;
  makerOwner: number;
  takerOwner: number;
  isTakerBuy: boolean;
  price: number;
  steps: number;
  quantity: bigint;
  value: bigint;
  makerFee: bigint;
  takerFee: bigint;
  /** Whether what the maker gives is held; of a quote it isn't. */
  isMakerHeld: boolean;
};

/** Address of the half of a user's balance that may be spent. */
export function availableAddress(owner: number, mode: Mode, asset: string): string {
  return userAddress({ userId: String(owner), mode, asset, part: 'available' });
}

function lockedAddress(owner: number, mode: Mode, asset: string): string {
  return userAddress({ userId: String(owner), mode, asset, part: 'locked' });
}

/** Of one market: one account for all would be the row that every trade waits for. */
function feesAddress({ symbol }: MarketTerms, mode: Mode, asset: string): string {
  return houseAddress({ mode, name: `fees-spot-${symbol}`, asset });
}

/** Returns the asset that an order of one side gives away. */
export function spendAsset(terms: MarketTerms, isBuy: boolean): string {
  return isBuy ? terms.quote : terms.base;
}

/**
 * Returns the fee of one more fill: the fee of all the order has received in this role minus the fee of what it had received before, both at the
 * rate in force. As long as that stays, the sum over fills is the fee of the sum, to the last unit; what was charged at another rate is never asked again.
 */
export function calculateNextFee({
  receivedBefore,
  received,
  feeRate,
}: {
  receivedBefore: bigint;
  received: bigint;
  feeRate: string;
}): bigint {
  return calculateFee({ received: receivedBefore + received, feeRate }) - calculateFee({ received: receivedBefore, feeRate });
}

/** Returns a fill with both fees at the rates in force, from where the two orders stood before it. `takerReceivedBefore` is in base units of what the taker gets. */
export function createFill(input: {
  terms: MarketTerms;
  fees: FeeRates;
  maker: { id: number; owner: number; price: number; filledBefore: number };
  taker: { id: number; owner: number; isBuy: boolean; receivedBefore: bigint };
  steps: number;
}): Fill {
  const { terms, fees, maker, taker, steps } = input;
  const received = receiveOf(terms, taker.isBuy, maker.price, steps);
  return {
    id: '',
    isMakerHeld: true,
    makerOrderId: maker.id,
    takerOrderId: taker.id,
    makerOwner: maker.owner,
    takerOwner: taker.owner,
    isTakerBuy: taker.isBuy,
    price: maker.price,
    steps,
    quantity: unitsOfSteps(terms, steps),
    value: quoteValueOf(terms, maker.price, steps),
    makerFee: calculateNextFee({
      receivedBefore: receiveOf(terms, !taker.isBuy, maker.price, maker.filledBefore),
      received: receiveOf(terms, !taker.isBuy, maker.price, steps),
      feeRate: fees.makerFeeRate,
    }),
    takerFee: calculateNextFee({ receivedBefore: taker.receivedBefore, received, feeRate: fees.takerFeeRate }),
  };
}

export const SPOT_CODES = {
  SPOT_HOLD: { record: 'trade', isExternal: false },
  SPOT_RELEASE: { record: 'trade', isExternal: false },
  SPOT_FILL: { record: 'trade', isExternal: false, feeName: 'fees-spot-' },
} as const satisfies JournalCodes;

type SpotJournal = Journal<keyof typeof SPOT_CODES>;

/** `amount` in base units of the asset that the order gives away. */
type Hold = { terms: MarketTerms; mode: Mode; owner: number; orderId: number; isBuy: boolean; amount: bigint; at: number };

/** What rests in the book is locked: available -> locked. `amendment`: by which the order queued up anew before it went on. */
export function createHold(input: Hold, amendment: number | null): SpotJournal {
  return { ...moveOwn('SPOT_HOLD', input), reference: holdReference(input.orderId, amendment) };
}

/** What is taken out of the book unfilled comes back: locked -> available. */
export function createRelease(input: Omit<Hold, 'amount'> & { price: number; rest: number }): SpotJournal {
  return moveOwn('SPOT_RELEASE', { ...input, amount: -spendOf(input.terms, input.isBuy, input.price, input.rest) });
}

/**
 * What a stop-limit order holds while it waits: available -> locked, by a reference of its own, so that its rest can be held again once it is
 * in the book. With `amount` below zero it comes back.
 */
export function createStopHold(input: Hold): SpotJournal {
  return { ...moveOwn(input.amount > 0n ? 'SPOT_HOLD' : 'SPOT_RELEASE', input), reference: stopReference(input.orderId) };
}

/** What an amended order holds more (available -> locked) or less, by the amendment's own reference. */
export function createAmendHold(input: Hold, reference: string): SpotJournal {
  return { ...moveOwn(input.amount > 0n ? 'SPOT_HOLD' : 'SPOT_RELEASE', input), reference };
}

/** Reference of the journals by which a stop-limit order holds while it waits. */
export function stopReference(orderId: number | string): string {
  return `stop:${orderId}`;
}

/** The taker pays from available, the maker from what was held (of a quote from available); each receives less the own fee, the house receives both fees. */
export function createFillJournal({ terms, mode, fill, at }: { terms: MarketTerms; mode: Mode; fill: Fill; at: number }): SpotJournal {
  const { base, quote } = terms;
  const fromMaker = fill.isMakerHeld ? lockedAddress : availableAddress;
  const postings: Posting[] = fill.isTakerBuy
    ? [
        { address: availableAddress(fill.takerOwner, mode, quote), amount: -fill.value },
        { address: availableAddress(fill.makerOwner, mode, quote), amount: fill.value - fill.makerFee },
        { address: feesAddress(terms, mode, quote), amount: fill.makerFee },
        { address: fromMaker(fill.makerOwner, mode, base), amount: -fill.quantity },
        { address: availableAddress(fill.takerOwner, mode, base), amount: fill.quantity - fill.takerFee },
        { address: feesAddress(terms, mode, base), amount: fill.takerFee },
      ]
    : [
        { address: fromMaker(fill.makerOwner, mode, quote), amount: -fill.value },
        { address: availableAddress(fill.takerOwner, mode, quote), amount: fill.value - fill.takerFee },
        { address: feesAddress(terms, mode, quote), amount: fill.takerFee },
        { address: availableAddress(fill.takerOwner, mode, base), amount: -fill.quantity },
        { address: availableAddress(fill.makerOwner, mode, base), amount: fill.quantity - fill.makerFee },
        { address: feesAddress(terms, mode, base), amount: fill.makerFee },
      ];
  // A fee of nothing, or all of a one-unit fill: the ledger takes no empty line.
  return { code: 'SPOT_FILL', reference: `fill:${fill.id}`, at, postings: postings.filter((posting) => posting.amount !== 0n) };
}

function moveOwn(code: 'SPOT_HOLD' | 'SPOT_RELEASE', input: Hold): SpotJournal {
  const asset = spendAsset(input.terms, input.isBuy);
  return {
    code,
    reference: `order:${input.orderId}`,
    at: input.at,
    postings: [
      { address: availableAddress(input.owner, input.mode, asset), amount: -input.amount },
      { address: lockedAddress(input.owner, input.mode, asset), amount: input.amount },
    ],
  };
}
