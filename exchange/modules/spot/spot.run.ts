import { FEED_STALE_MS } from '../../../lib/protocol/wire';
import type { FeeRates } from '../../../lib/rules/spot';
import type { DomainError } from '../../platform/domain-error';
import type { BatchBudget, CommandCosts, IndexPrice } from '../matching/matching';
import type { OrderRow, Outcome } from './spot.commands';
import type { Draft } from './spot.draft';
import type { Placing } from './spot.place';
import type { BookEntry, SpotState } from './spot.state';

export type BatchContext = {
  state: SpotState;
  processId: string;
  getIndex(market: string): IndexPrice | null;
  now: number;
  /** In force now. */
  fees: FeeRates;
  costs: CommandCosts;
};
/** What the commands of one batch share. */
export type Run = { context: BatchContext; draft: Draft; elsewhere: Map<number, OrderRow>; takeId(): number; budget: BatchBudget };

export function placingOf({ draft, takeId }: Run, entry: BookEntry, of: Pick<Placing, 'owner' | 'indexPrice' | 'budget'>): Placing {
  return { entry, draft, takeId, ...of };
}

/** A market that was taken over while the batch was reading isn't locked by it: its commands come again. */
export function isFenced({ state }: BatchContext, { fenced }: Draft, { terms }: BookEntry): boolean {
  return fenced.get(terms.symbol) === state.epochs.get(terms.symbol);
}

export function freshIndex({ getIndex, now }: BatchContext, market: string): string | null {
  const index = getIndex(market);
  return index === null || index.state !== 'fresh' || now - index.at > FEED_STALE_MS ? null : index.price;
}

export function refusalOf(code: DomainError['code']): Outcome {
  return { kind: 'refusal', code };
}
