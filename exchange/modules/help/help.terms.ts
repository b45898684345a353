import type { z } from 'zod';
import { tradeInfo } from '../../../lib/protocol/markets';
import { optionTerms } from '../../../lib/protocol/option-variants';
import { perpetualTerms } from '../../../lib/protocol/perpetual-variants';
import type { HelpTerms, RewardTerms } from '../../../lib/rules/help-figures';
import type { Composition } from '../../composition/module';
import type { CallContext } from '../../http/register-call';
import { DomainError } from '../../platform/domain-error';

/** The market whose terms stand for those of all: fees are the same in each. */
const EXAMPLE_MARKET = 'BTC-USDT';

/** Returns what this exchange charges, as its own call 24 answers a stranger: help can't say another figure than the ticket; and what it promises. */
export async function readHelpTerms(
  { calls }: Pick<Composition, 'calls'>,
  { context, rewards }: { context: CallContext; rewards: RewardTerms },
): Promise<HelpTerms> {
  const info = calls.find(({ call }) => call.id === tradeInfo.id);
  const asked = async <Answer extends z.ZodType>(type: string, answer: Answer): Promise<z.output<Answer> | null> => {
    try {
      return answer.parse(await info?.run({ market: EXAMPLE_MARKET, type }, context));
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  };
  const [spot, perpetual, seconds] = await Promise.all([
    asked('spot', tradeInfo.answer),
    asked('perpetual', perpetualTerms.answer),
    asked('option', optionTerms.answer),
  ]);
  return {
    spot: spot && { makerRate: spot.maker, takerRate: spot.taker },
    perpetual: perpetual && {
      makerRate: perpetual.maker,
      takerRate: perpetual.taker,
      liquidationRate: perpetual.liquidation_fee,
      leverageMax: Math.max(...perpetual.tiers.map(({ leverage }) => leverage)),
      fundingHours: perpetual.funding.hours,
      fundingCapRate: perpetual.funding.cap,
    },
    seconds: seconds && {
      durations: seconds.times.map(({ time, ratio }) => ({ seconds: time, ratio })),
      stakeMin: seconds.min,
      stakeMax: seconds.max,
      quote: seconds.quote,
    },
    // No sentence of help says them; the page of fees asks for them itself.
    fees: null,
    rewards,
  };
}
