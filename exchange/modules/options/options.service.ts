import type { AnswerOf } from '../../../lib/protocol/define-call';
import type { ListFields } from '../../../lib/protocol/fields';
import type { optionProof, placeOption } from '../../../lib/protocol/options';
import type { OptionState } from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import { DomainError } from '../../platform/domain-error';
import { readerOf, toListPage } from '../../platform/keyset-pages';
import type { RiskLimits, Owner } from '../risk-limits/risk-limits';
import { findMarket, type MarketSpec } from '../market-data/markets';
import type { OptionTerms } from '../registry/registry';
import { type BuyInput, createBuying, type OptionMarkets } from './options.buying';
import { type Contract, findContract, listContracts, listKeptPrints, listSettled } from './options.repository';
import { toContractWire } from './options.wire';

export type { BuyInput, OptionMarkets } from './options.buying';
export type OptionService = ReturnType<typeof createOptionService>;

/** Returns the terms of a market. @throws MARKET_UNKNOWN */
export function requireOptionMarket(market: string): MarketSpec {
  const spec = findMarket(market);
  if (spec === null) throw new DomainError('MARKET_UNKNOWN');
  return spec;
}

/** Buying and reading seconds contracts; the settlement is `options.settlement.ts`. */
export function createOptionService(
  platform: Pick<Platform, 'db' | 'clock' | 'events' | 'metrics'>,
  { markets, riskLimits, readTerms }: { markets: OptionMarkets; riskLimits: RiskLimits; readTerms(): OptionTerms },
) {
  const { db, events } = platform;
  const buying = createBuying(platform, { markets, riskLimits, readTerms });

  return {
    /** What is offered now. */
    readTerms,

    /** @throws the codes of call 29 */
    async buy(owner: Owner, input: BuyInput): Promise<AnswerOf<typeof placeOption>> {
      await riskLimits.requireOffered(db.read, owner, 'option');
      requireOptionMarket(input.market);
      const answer = await buying.submit(owner, input);
      events.publish({ kind: 'account', ...owner, changed: ['orders', 'balances'], market: input.market });
      return answer;
    },

    async list(owner: Owner, filter: { market: string | null; states: readonly OptionState[]; page: number }): Promise<Contract[]> {
      if (filter.market !== null) requireOptionMarket(filter.market);
      return listContracts(db.read, { ...owner, ...filter });
    },

    /** Settled contracts of the owner, narrowed. @throws MARKET_UNKNOWN, and REQUEST_INVALID for a range that is none */
    async listSettled(
      owner: Owner,
      { market, kind, ...list }: ListFields & { market?: string | undefined; kind?: string | undefined },
    ): Promise<{ rows: Contract[]; next: string | null }> {
      if (market !== undefined) requireOptionMarket(market);
      return listSettled(readerOf(db, list), { ...owner, ...toListPage(list), market: market ?? null, kind: kind ?? null });
    },

    /** Returns a contract with the prints that made its prices. @throws OPTION_NOT_FOUND, also for somebody else's */
    async prove(owner: Owner, id: string): Promise<AnswerOf<typeof optionProof>> {
      const contract = await findContract(db.read, { ...owner, id });
      if (contract === null) throw new DomainError('OPTION_NOT_FOUND');
      return {
        order: toContractWire(contract),
        tick: requireOptionMarket(contract.market).tickSize,
        prints: await listKeptPrints(db.read, contract),
      };
    },
  };
}
