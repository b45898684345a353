import type { Tx } from '../../platform/db';
import type { Standing } from '../guard/guard';
import type { Caller, IndexPrice } from '../matching/matching';
import type { Answer, OrderRow } from './perpetual.commands';
import type { Draft } from './perpetual.draft';
import type { PerpetualBook, PerpetualState } from './perpetual.state';

/** Returns how owners stand before the guard, by `userId:mode`; their balances are locked. */
export type LoadStandings = (tx: Tx, owners: readonly Caller[]) => Promise<ReadonlyMap<string, Standing>>;
export type BatchContext = {
  state: PerpetualState;
  processId: string;
  getIndex(market: string): IndexPrice | null;
  /** User number of the insurance fund, whose positions have no margin. */
  fundOwner: number;
  now: number;
  loadStandings: LoadStandings;
};

/** Where one command runs: its book, what it gathers, a number for its order, and what its owner may spend (USDT units). */
export type Turn = { book: PerpetualBook; draft: Draft; takeId(): number; available: bigint };
/** Makes the answer once everything is written: `updated` are the orders that were open before, by id. */
export type MakeAnswer = (updated: ReadonlyMap<number, OrderRow>) => Answer;

/** What the insurance fund holds in USDT units, and a number for the order of somebody who is deleveraged (null: none is left). */
export type FundMeans = { fund: bigint; takeSpareId(): number | null };
