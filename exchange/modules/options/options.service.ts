import type { AnswerOf } from '../../../lib/protocol/define-call';
import type { optionProof, placeOption } from '../../../lib/protocol/options';
import type { OptionDirection, OptionState } from '../../../lib/protocol/wire';
import { calculateProfit } from '../../../lib/rules/options';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { toUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { transactOnce } from '../../platform/idempotency';
import { refuseHalted } from '../matching/matching';
import type { RiskLimits, Owner } from '../risk-limits/risk-limits';
import { getAssetScale, postJournals, takeTurns } from '../ledger/ledger';
import { findLastPrint, type IndexPrice } from '../market-data/market-data';
import { findMarket, type MarketSpec } from '../market-data/markets';
import type { OptionTerms } from '../registry/registry';
import { addressesOf, stakeJournal } from './options.postings';
import { type Contract, countOpen, findContract, insertContract, listContracts, listKeptPrints } from './options.repository';
import { OPTION_ASSET } from './options.terms';
import { toContractWire } from './options.wire';

export type OptionMarkets = { getIndex(market: string): IndexPrice | null };
export type BuyInput = { market: string; direction: OptionDirection; stake: string; seconds: number; ratio?: string; requestId: string };
export type OptionService = ReturnType<typeof createOptionService>;

/** Returns the terms of a market. @throws MARKET_UNKNOWN */
export function requireOptionMarket(market: string): MarketSpec {
  const spec = findMarket(market);
  if (spec === null) throw new DomainError('MARKET_UNKNOWN');
  return spec;
}

/** Buying and reading seconds contracts; the settlement is `options.settlement.ts`. */
export function createOptionService(
  platform: Pick<Platform, 'db' | 'clock' | 'events'>,
  { markets, riskLimits, readTerms }: { markets: OptionMarkets; riskLimits: RiskLimits; readTerms(): OptionTerms },
) {
  const { db, clock, events } = platform;
  const scale = getAssetScale(OPTION_ASSET);

  function readStake(text: string, { stakeMin, stakeMax }: OptionTerms): bigint {
    const stake = toUnits(text, scale);
    if (stake < toUnits(stakeMin, scale) || stake > toUnits(stakeMax, scale)) {
      throw new DomainError('OPTION_STAKE_OUT_OF_RANGE', { params: { min: stakeMin, max: stakeMax } });
    }
    return stake;
  }

  async function buyOnce(tx: Tx, owner: Owner, input: BuyInput): Promise<Contract> {
    // Those in force when the contract is made: it keeps its ratio and duration, whatever comes later.
    const terms = readTerms();
    const ratio = terms.durations.find(({ seconds }) => seconds === input.seconds)?.ratio;
    if (ratio === undefined) throw new DomainError('REQUEST_INVALID', { params: { field: 'time' } });
    if (input.ratio != null && input.ratio !== ratio) throw new DomainError('OPTION_TERMS_CHANGED');
    const index = markets.getIndex(input.market);
    refuseHalted(index);
    if (index?.state !== 'fresh') throw new DomainError('MARKET_STALE');
    const stake = readStake(input.stake, terms);
    const profit = calculateProfit({ stake, ratio });
    const addresses = addressesOf(owner);
    // The buyer's purchases take turns in all products, and everybody's take turns at what the pool can promise.
    const balances = await takeTurns(tx, [addresses.user, addresses.pool]);
    await riskLimits.check(tx, owner, { product: 'option', stake });
    if ((await countOpen(tx, owner)) >= terms.openMax) {
      throw new DomainError('OPTIONS_OPEN_TOO_MANY', { params: { max: String(terms.openMax) } });
    }
    if ((balances.get(addresses.user) ?? 0n) < stake) throw new DomainError('INSUFFICIENT_BALANCE', { params: { asset: OPTION_ASSET } });
    if ((balances.get(addresses.pool) ?? 0n) < profit) throw new DomainError('POOL_EXHAUSTED');
    // A clock that was set back must not accept at a moment whose prints are known already.
    const last = await findLastPrint(tx);
    const acceptedAt = Math.max(clock.now(), last?.time ?? 0);
    const contract = await insertContract(tx, {
      ...owner,
      market: input.market,
      direction: input.direction,
      stake,
      profit,
      ratio,
      durationMs: input.seconds * 1_000,
      acceptedAt,
    });
    await postJournals(tx, [stakeJournal(contract, acceptedAt)]);
    return contract;
  }

  return {
    /** What is offered now. */
    readTerms,

    /** @throws the codes of call 29 */
    async buy(owner: Owner, input: BuyInput): Promise<AnswerOf<typeof placeOption>> {
      await riskLimits.requireOffered(db.read, owner, 'option');
      requireOptionMarket(input.market);
      const { requestId, ...asked } = input;
      const answer = await transactOnce(db, { ...owner, call: 'option.place', requestId, input: asked }, async (tx) => {
        const contract = await buyOnce(tx, owner, input);
        return { id: contract.id, price: null, order: toContractWire(contract) };
      });
      events.publish({ kind: 'account', ...owner, changed: ['orders', 'balances'], market: input.market });
      return answer;
    },

    async list(owner: Owner, filter: { market: string | null; states: readonly OptionState[]; page: number }): Promise<Contract[]> {
      if (filter.market !== null) requireOptionMarket(filter.market);
      return listContracts(db.read, { ...owner, ...filter });
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
