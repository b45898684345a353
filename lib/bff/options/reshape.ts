import type { Contract, OptionTerms } from '../../dto/options';
import type { AnswerOf } from '../../protocol/define-call';
import type { optionTerms } from '../../protocol/option-variants';
import type { ContractWire } from '../../protocol/options';
import { toIsoOrNull, toIso } from '../upstream';

/** Returns a seconds contract. */
export function reshapeContract(wire: ContractWire): Contract {
  return {
    id: wire.id,
    symbol: wire.market,
    direction: wire.type,
    stake: wire.num,
    seconds: wire.time,
    ratio: wire.ratio,
    profit: wire.profit,
    state: wire.state,
    reason: wire.reason,
    acceptedAt: toIso(wire.accepted),
    strike: wire.price,
    strikeAt: toIsoOrNull(wire.price_time),
    deliversAt: toIsoOrNull(wire.delivers),
    delivery: wire.delivery,
    paid: wire.paid,
    settledAt: toIsoOrNull(wire.settled),
  };
}

/** Returns what seconds contracts on a market cost and pay. */
export function reshapeTerms(wire: AnswerOf<typeof optionTerms>): OptionTerms {
  return {
    symbol: wire.market,
    base: wire.base,
    quote: wire.quote,
    tickSize: wire.tick,
    stakeMin: wire.min,
    stakeMax: wire.max,
    durations: wire.times.map(({ time, ratio }) => ({ seconds: time, ratio })),
  };
}
