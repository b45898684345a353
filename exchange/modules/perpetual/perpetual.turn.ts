import type { Tx } from '../../platform/db';
import type { Standing } from '../risk-limits/risk-limits';
import type { Caller, CommandCosts, IndexPrice } from '../matching/matching';
import type { Budget } from '../matching/matching';
import type { Answer, OrderRow, RiskCommand } from './perpetual.commands';
import type { Draft } from './perpetual.draft';
import { partAddress } from './perpetual.postings';
import type { PerpetualBook } from './perpetual.book';
import type { PerpetualState } from './perpetual.state';

/** What is charged now, in units of 0.00000001; never more than the terms of a market say. */
export type FeesInForce = { maker: bigint; taker: bigint };
/** Returns how owners stand before the riskLimits, by `userId:mode`; their balances are locked. */
export type LoadStandings = (tx: Tx, owners: readonly Caller[]) => Promise<ReadonlyMap<string, Standing>>;
export type BatchContext = {
  state: PerpetualState;
  processId: string;
  getIndex(market: string): IndexPrice | null;
  /** User number of the insurance fund, whose positions have no margin. */
  fundOwner: number;
  /** Positions that one transaction takes through a funding time, beside those that its commands name. */
  fundingChunk: number;
  /** Whether positions with real money need an insurance fund that holds enough: not where that money is test money. */
  needsInsurance: boolean;
  now: number;
  costs: CommandCosts;
  /** Process time after which a command ends its chunk (ms). */
  processMs: number;
  loadStandings: LoadStandings;
  fees: FeesInForce;
};

/**
 * Where work is done: in a book, gathering what came of it, as far as the budget goes. `spendable` is what an owner of quotes may spend, what was
 * gathered so far with it (USDT units).
 */
export type Work = { book: PerpetualBook; draft: Draft; budget: Budget; fees: FeesInForce; spendable(owner: number): bigint };
/**
 * Where one command runs. `takeId` gives the number of its order, `takeSpareId` one for each further order (null: none is left in this
 * transaction), `available` is what its owner may spend, `insurance` what the insurance fund holds (USDT units; null: it isn't asked). What doesn't fit into the budget goes on with the commands that it leaves in
 * `followUps`: they are submitted when this one is committed.
 */
export type Turn = Work & {
  takeId(): number;
  takeSpareId(): number | null;
  available: bigint;
  insurance: bigint | null;
  followUps: RiskCommand[];
};
/** Makes the answer once everything is written: `updated` are the orders that were open before, by id. */
export type MakeAnswer = (updated: ReadonlyMap<number, OrderRow>) => Answer;

/** Returns a turn whose work is gathered apart, so that it can be thrown away. */
export function withDraft(turn: Turn, draft: Draft): Turn {
  const own = (owner: number) => draft.credits.get(partAddress(owner, turn.book.mode, 'available')) ?? 0n;
  return { ...turn, draft, spendable: (owner) => turn.spendable(owner) + own(owner) };
}
