import { averagePremium, calculateFundingPayment, calculateFundingRate, FUNDING_INTERVAL_MS } from '../../../lib/rules/perpetual-funding';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { houseAddress, type Posting } from '../ledger/ledger';
import type { Command, FundingCommand } from './perpetual.commands';
import { smaller } from './perpetual.bounds';
import { addJournal } from './perpetual.draft';
import { type FundingRow, insertFundings, isSettled, type PaymentRow, sumPremiums } from './perpetual.funding.repository';
import type { Position } from './perpetual.position';
import { addCredit, insuranceAddress, partAddress, SETTLE_ASSET } from './perpetual.postings';
import type { PerpetualBook } from './perpetual.state';
import type { BatchContext, MakeAnswer, Turn } from './perpetual.turn';
import { formatUnits8 } from './perpetual.wire';

/** What the funding commands of a batch need from the database beforehand, and what they came to. */
export type FundingWork = {
  addresses: string[];
  samples: Map<FundingCommand, { premium: bigint; count: number; isSettled: boolean }>;
  rows: { row: FundingRow; payments: PaymentRow[]; reference: string }[];
};

/** Reads the premium samples of the intervals that end, and names the accounts that may pay. */
export async function prepareFunding(tx: Tx, { state }: BatchContext, commands: readonly Command[]): Promise<FundingWork> {
  const work: FundingWork = { addresses: [], samples: new Map(), rows: [] };
  for (const command of commands) {
    if (command.kind !== 'funding') continue;
    const { market, mode, instant } = command;
    const settled = await isSettled(tx, { market, mode, instant });
    const { sum, count } = await sumPremiums(tx, { market, mode, from: instant - FUNDING_INTERVAL_MS, to: instant });
    work.samples.set(command, { premium: averagePremium(sum, count), count, isSettled: settled });
    const book = state.find(market, mode);
    if (book === undefined || settled) continue;
    for (const { owner } of book.allPositions()) work.addresses.push(partAddress(owner, mode, 'available'));
  }
  return work;
}

/** Writes what the funding commands of a batch came to. */
export async function writeFundings(tx: Tx, { rows }: FundingWork, journalOf: (reference: string) => string | undefined): Promise<void> {
  await insertFundings(
    tx,
    rows.map(({ row, payments, reference }) => ({ row, payments, journalId: journalOf(reference) ?? '0' })),
  );
}

type Share = { position: Position; isFund: boolean; fromAvailable: bigint; fromMargin: bigint; received: bigint };

/**
 * Exchanges funding between all positions of a book at one instant, once: payers pay rounded up from what they may spend, then from the margin
 * of the position; receivers get rounded down; the remainder goes to the rounding account. What payers can't pay the insurance fund covers as
 * far as it can, and then receivers get less, in proportion.
 */
export function runFunding(
  context: BatchContext,
  turn: Turn,
  command: FundingCommand,
  work: FundingWork,
  spendable: (address: string) => bigint,
): MakeAnswer {
  const { book } = turn;
  const { mode, instant, mark } = command;
  const known = work.samples.get(command);
  if (known === undefined || known.isSettled) return () => ({ done: false });
  const rate = calculateFundingRate(known.premium);
  const reference = `${book.terms.symbol}:${mode}:${instant}`;
  const base = { market: book.terms.symbol, mode, instant, rate, premium: known.premium, samples: known.count };
  const common = { ...base, mark: formatUnits8(mark.price), printSeq: mark.seq, settledAt: mark.at };
  if (command.isLate) {
    const row = { ...common, paid: 0n, received: 0n, byFund: 0n, missing: 0n, skipped: 'no_prints' as const };
    work.rows.push({ row, payments: [], reference });
    return () => ({ done: true });
  }
  const insurance = spendable(insuranceAddress(mode));
  const shares = calculateShares(context, book, { rate, mark: mark.price, insurance, spendable, work });
  const paid = shares.reduce((sum, share) => sum + share.fromAvailable + share.fromMargin, 0n);
  const asked = shares.reduce((sum, share) => sum + share.received, 0n);
  const fundPays = shares.reduce((sum, share) => (share.isFund ? sum + share.fromAvailable : sum), 0n);
  const byFund = smaller(asked > paid ? asked - paid : 0n, insurance - fundPays);
  const missing = asked > paid + byFund ? asked - paid - byFund : 0n;
  for (const share of shares) share.received = asked === 0n ? 0n : (share.received * (asked - missing)) / asked;
  const received = shares.reduce((sum, share) => sum + share.received, 0n);
  post(turn, { shares, reference, byFund, rounding: paid + byFund - received });
  const payments = shares.flatMap((share) => apply(turn, share));
  work.rows.push({ row: { ...common, paid, received, byFund, missing, skipped: null }, payments, reference });
  return () => ({ done: true });
}

function calculateShares(
  { fundOwner }: BatchContext,
  book: PerpetualBook,
  input: { rate: bigint; mark: bigint; insurance: bigint; spendable(address: string): bigint; work: FundingWork },
): Share[] {
  const locked = new Set(input.work.addresses);
  return [...book.allPositions()]
    .sort((a, b) => a.owner - b.owner)
    .map((position) => {
      const isFund = position.owner === fundOwner;
      const address = partAddress(position.owner, book.mode, 'available');
      // Opened by an earlier command of this batch: the next mark asks again.
      if (!locked.has(address)) throw new DomainError('MARKET_BUSY');
      const payment = calculateFundingPayment({ ...position, markPrice: input.mark, rate: input.rate });
      if (payment <= 0n) return { position, isFund, fromAvailable: 0n, fromMargin: 0n, received: -payment };
      const fromAvailable = smaller(payment, isFund ? input.insurance : input.spendable(address));
      return { position, isFund, fromAvailable, fromMargin: smaller(payment - fromAvailable, position.margin), received: 0n };
    });
}

function post({ book, draft }: Turn, input: { shares: Share[]; reference: string; byFund: bigint; rounding: bigint }): void {
  const { mode } = book;
  const postings: Posting[] = [
    { address: insuranceAddress(mode), amount: -input.byFund },
    { address: houseAddress({ mode, name: 'rounding', asset: SETTLE_ASSET }), amount: input.rounding },
  ];
  for (const { position, isFund, fromAvailable, fromMargin, received } of input.shares) {
    const address = isFund ? insuranceAddress(mode) : partAddress(position.owner, mode, 'available');
    postings.push({ address, amount: received - fromAvailable });
    postings.push({ address: partAddress(position.owner, mode, 'margin'), amount: -fromMargin });
    addCredit(draft, address, received - fromAvailable);
  }
  addJournal(draft, { code: 'PERPETUAL_FUNDING', reference: input.reference, postings });
}

function apply({ book, draft }: Turn, share: Share): PaymentRow[] {
  const { position, fromAvailable, fromMargin, received } = share;
  const amount = received - fromAvailable - fromMargin;
  if (amount === 0n) return [];
  const changed = { ...position, margin: position.margin - fromMargin, funding: position.funding + amount };
  book.setPosition(position.owner, changed);
  draft.positions.set(changed.identity, { book, position: changed });
  draft.touched.push({ owner: position.owner, mode: book.mode, market: book.terms.symbol });
  return [{ owner: position.owner, identity: position.identity, side: position.side, quantity: position.quantity, amount }];
}
