import type { AnswerOf } from '../../../lib/protocol/define-call';
import type { placeOption } from '../../../lib/protocol/options';
import type { OptionDirection } from '../../../lib/protocol/wire';
import { calculateProfit } from '../../../lib/rules/options';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { toUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { createTransferQueue, getAssetScale, together } from '../ledger/ledger';
import { findLastPrint, type IndexPrice } from '../market-data/market-data';
import { refuseHalted } from '../matching/matching';
import type { OptionTerms } from '../registry/registry';
import type { Owner, RiskLimits, Standing } from '../risk-limits/risk-limits';
import { addressesOf, stakeJournal } from './options.postings';
import { countOpen, insertContracts, openContract, takeContractIds } from './options.purchases.repository';
import { OPTION_ASSET } from './options.terms';
import { toContractWire } from './options.wire';

export type OptionMarkets = { getIndex(market: string): IndexPrice | null };
export type BuyInput = { market: string; direction: OptionDirection; stake: string; seconds: number; ratio?: string; requestId: string };

/** What is known of who buys, in the transaction of the purchase; `id` is the contract's when it is bought, `lastPrintAt` is in ms. */
type Seen = { owner: Owner; standing: Standing | null; open: number; id: string; lastPrintAt: number };

type Deps = { markets: OptionMarkets; riskLimits: RiskLimits; readTerms(): OptionTerms };

/** Returns what buys seconds contracts: those that come at once share a transaction, each refused alone. */
export function createBuying({ db, clock, metrics }: Pick<Platform, 'db' | 'clock' | 'metrics'>, { markets, riskLimits, readTerms }: Deps) {
  // One group at a time: all of them take what they may have to pay out of one pool.
  const transfers = createTransferQueue(db, metrics, { lanes: 1 });

  /** Reads what a purchase is decided by, for all of a group: a few statements however many there are. */
  async function readAll(tx: Tx, all: readonly Seen[]): Promise<void> {
    const owners = all.map(({ owner }) => owner);
    const standings = await riskLimits.load(tx, owners, 'option');
    const open = await countOpen(tx, owners);
    const ids = await takeContractIds(tx, all.length);
    const last = await findLastPrint(tx);
    for (const [index, seen] of all.entries()) {
      seen.standing = standings.get(`${seen.owner.userId}:${seen.owner.mode}`) ?? null;
      seen.open = open[index] as number;
      seen.id = ids[index] as string;
      seen.lastPrintAt = last?.time ?? 0;
    }
  }

  return {
    /** @throws the codes of call 29 */
    submit(owner: Owner, { requestId, ...input }: BuyInput): Promise<AnswerOf<typeof placeOption>> {
      const { user, pool, stakes, reserved } = addressesOf(owner);
      const seen: Seen = { owner, standing: null, open: 0, id: '', lastPrintAt: 0 };
      return transfers.submit({
        request: { ...owner, call: 'option.place', requestId, input },
        addresses: [user, pool, stakes, reserved],
        // The buyer's purchases take turns in all products, and everybody's take turns at what the pool can promise.
        turns: [user, pool],
        reads: [together(readAll, seen)],
        plan: async ({ balanceOf }) => {
          // Those in force when the contract is made: it keeps its ratio and duration, whatever comes later.
          const terms = readTerms();
          const ratio = requireRatio(terms, input);
          requireFresh(markets.getIndex(input.market));
          const stake = readStake(input.stake, terms);
          const profit = calculateProfit({ stake, ratio });
          const { standing, open, id, lastPrintAt } = seen;
          if (standing === null) throw new Error(`nothing is known of the limits of user ${owner.userId}`);
          standing.check(stake);
          if (open >= terms.openMax) throw new DomainError('OPTIONS_OPEN_TOO_MANY', { params: { max: String(terms.openMax) } });
          if (balanceOf(user) < stake) throw new DomainError('INSUFFICIENT_BALANCE', { params: { asset: OPTION_ASSET } });
          if (balanceOf(pool) < profit) throw new DomainError('POOL_EXHAUSTED');
          // A clock that was set back must not accept at a moment whose prints are known already.
          const acceptedAt = Math.max(clock.now(), lastPrintAt);
          const { market, direction, seconds } = input;
          const contract = openContract(id, {
            ...{ userId: owner.userId, mode: owner.mode, market, direction, stake, profit, ratio },
            durationMs: seconds * 1_000,
            acceptedAt,
          });
          return {
            journals: [stakeJournal(contract, acceptedAt)],
            writes: [together(insertContracts, contract)],
            answer: { id: contract.id, price: null, order: toContractWire(contract) },
          };
        },
      });
    },
  };
}

function requireRatio({ durations }: OptionTerms, input: Omit<BuyInput, 'requestId'>): string {
  const ratio = durations.find(({ seconds }) => seconds === input.seconds)?.ratio;
  if (ratio === undefined) throw new DomainError('REQUEST_INVALID', { params: { field: 'time' } });
  if (input.ratio != null && input.ratio !== ratio) throw new DomainError('OPTION_TERMS_CHANGED');
  return ratio;
}

function requireFresh(index: IndexPrice | null): void {
  refuseHalted(index);
  if (index?.state !== 'fresh') throw new DomainError('MARKET_STALE');
}

function readStake(text: string, { stakeMin, stakeMax }: OptionTerms): bigint {
  const scale = getAssetScale(OPTION_ASSET);
  const stake = toUnits(text, scale);
  if (stake < toUnits(stakeMin, scale) || stake > toUnits(stakeMax, scale)) {
    throw new DomainError('OPTION_STAKE_OUT_OF_RANGE', { params: { min: stakeMin, max: stakeMax } });
  }
  return stake;
}
