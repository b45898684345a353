import { toScaled } from '../../../lib/rules/decimal';
import { PERPETUAL_SCALE } from '../../../lib/rules/perpetual';
import {
  averagePremium,
  calculateFundingPayment,
  calculateFundingRate,
  calculateMarkPrice,
  FUNDING_INTERVAL_MS,
} from '../../../lib/rules/perpetual-funding';
import type { Tx } from '../../platform/db';
import { listPrintsBetween, parsePrices } from '../market-data/market-data';
import { LeaseLost } from '../../platform/leases';
import { type ClaimRow, findBasisAt, isBegun, listClaims, sumPremiums } from './perpetual.funding.repository';
import { type BegunRow, type FundingDue, type FundingRound, isPendingIn, payingSide } from './perpetual.funding.round';
import type { Position } from './perpetual.position';
import { insuranceAddress, partAddress } from './perpetual.postings';
import { leaseOf } from './perpetual.leases';
import type { PerpetualBook } from './perpetual.book';
import type { BatchContext } from './perpetual.turn';

/** A funding time whose first print comes later than this is left out, visibly: nobody knows what the market was worth then. */
export const FUNDING_LATE_MS = 10 * 60_000;
/** Stored prints that are read at once when the first one after an instant is looked for. */
const PRINTS_PAGE = 60;

/** What one transaction does for the funding of one book, known before any account is locked. */
export type FundingPlan = {
  book: PerpetualBook;
  /** As it is before this transaction, or as it begins. */
  round: FundingRound;
  begun: BegunRow | null;
  /** Pending positions that pay now: of the owners that the commands name, and the next ones when a chunk was asked for. */
  payers: Position[];
  /** Pending positions that receive, of the owners that the commands name. */
  receivers: Position[];
  /** How many receivers and claims the chunk may still take; null when no chunk was asked for or payers are left. */
  payable: number | null;
  claims: ClaimRow[];
  /** Accounts whose balance decides who pays what: nobody else decides by them meanwhile. */
  addresses: string[];
};

/**
 * Plans the funding of every book that a batch touches: a funding time that is due begins before anything else happens in its book, the owners
 * that the commands name are settled before them, and a chunk is worked through where one is asked for.
 * @throws LeaseLost when the database knows of a round that this process doesn't
 */
export async function planFundings(
  tx: Tx,
  context: BatchContext,
  books: ReadonlyMap<PerpetualBook, { owners: ReadonlySet<number>; isChunk: boolean }>,
): Promise<FundingPlan[]> {
  const plans: FundingPlan[] = [];
  // One chunk for all books together: many funding times begin in the same second.
  let left = context.fundingChunk;
  for (const [book, { owners, isChunk }] of books) {
    const { due, round } = book.funding;
    if (round === null && due === null) continue;
    const of = round === null ? await begin(tx, book, due as FundingDue) : { round, begun: null };
    const piece = isChunk ? left : 0;
    left -= Math.min(piece, book.positionCount + of.round.claims);
    plans.push(await planRound(tx, context, { book, ...of, owners, piece }));
  }
  return plans.filter(
    ({ begun, payers, receivers, payable }) => begun !== null || payers.length + receivers.length > 0 || payable !== null,
  );
}

async function begin(tx: Tx, book: PerpetualBook, due: FundingDue): Promise<{ round: FundingRound; begun: BegunRow }> {
  const [{ symbol: market }, { mode }, { instant }] = [book.terms, book, due];
  if (await isBegun(tx, { market, mode, instant })) throw new LeaseLost([leaseOf(market)]);
  const { sum, count } = await sumPremiums(tx, { market, mode, from: instant - FUNDING_INTERVAL_MS, to: instant });
  const premium = averagePremium(sum, count);
  const rate = calculateFundingRate(premium);
  const { mark, isLate } = due.isFirst ? due : await findFirstMark(tx, book, due);
  const isNothing = isLate || payingSide(rate) === null || book.positionCount === 0;
  const nothing = { paid: 0n, received: 0n, byFund: 0n, missing: 0n, pieces: 0, claims: 0 };
  const round: FundingRound = {
    identity: { id: null },
    instant,
    rate,
    mark: mark.price,
    phase: isNothing ? 'done' : 'collecting',
    asked: isNothing ? 0n : sumAsked(book, rate, mark.price),
    ...nothing,
  };
  return { round, begun: { premium, samples: count, mark, isLate } };
}

/**
 * A process that wasn't there at the instant looks for the first print in the database: its index, with the averaged distance of the book as it
 * was sampled last before the instant.
 */
async function findFirstMark(tx: Tx, book: PerpetualBook, due: FundingDue): Promise<Pick<FundingDue, 'mark' | 'isLate'>> {
  const to = Math.min(due.mark.at, due.instant + FUNDING_LATE_MS + 1);
  for (let from = due.instant; from < to; ) {
    const prints = await listPrintsBetween(tx, { from, to, limit: PRINTS_PAGE });
    for (const { seq, time, prices } of prints) {
      const index = toScaled(parsePrices(prices).get(book.terms.symbol) ?? '', PERPETUAL_SCALE);
      if (index === null) continue;
      const basis = await findBasisAt(tx, { market: book.terms.symbol, mode: book.mode, at: due.instant });
      const price = calculateMarkPrice({ indexPrice: index, basisAverage: basis });
      return { mark: { price, index, basis, seq, at: time }, isLate: false };
    }
    const last = prints.at(-1);
    if (last === undefined || prints.length < PRINTS_PAGE) break;
    from = last.time + 1;
  }
  return due;
}

function sumAsked(book: PerpetualBook, rate: bigint, markPrice: bigint): bigint {
  const paying = payingSide(rate);
  let asked = 0n;
  for (const position of book.allPositions()) {
    if (position.side !== paying) asked -= calculateFundingPayment({ ...position, markPrice, rate });
  }
  return asked;
}

async function planRound(
  tx: Tx,
  { fundOwner }: BatchContext,
  input: Pick<FundingPlan, 'book' | 'round' | 'begun'> & { owners: ReadonlySet<number>; piece: number },
): Promise<FundingPlan> {
  const { book, round, begun, owners, piece } = input;
  const none = { payers: [], receivers: [], payable: null, claims: [], addresses: [] };
  if (round.phase === 'done') return { book, round, begun, ...none };
  const side = payingSide(round.rate) as Position['side'];
  // The insurance fund's own position changes in many ways: its turn comes first.
  const named = new Set([...(begun === null ? [] : [fundOwner]), ...book.funding.wanted, ...owners]);
  const pending = [...named].map((owner) => book.position(owner)).filter((position) => isPendingIn(round, position));
  const payers = pending.filter((position) => position.side === side);
  const receivers = pending.filter((position) => position.side !== side);
  const isCollecting = round.phase === 'collecting';
  const next = isCollecting ? book.funding.take(round, book, { side, count: piece, except: named }) : [];
  payers.push(...next);
  const payable = next.length < piece ? piece - next.length : null;
  const { id } = round.identity;
  const claims = payable !== null && round.claims > 0 && id !== null ? await listClaims(tx, { id, limit: payable }) : [];
  const usesFund = payable !== null || payers.some(({ owner }) => owner === fundOwner);
  const addresses = payers.flatMap(({ owner }) => (owner === fundOwner ? [] : [partAddress(owner, book.mode, 'available')]));
  if (usesFund) addresses.push(insuranceAddress(book.mode));
  return { book, round, begun, payers, receivers, payable, claims, addresses };
}
