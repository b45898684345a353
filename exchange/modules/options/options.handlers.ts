import { optionList } from '../../../lib/protocol/lists';
import { contractRecords, optionProof, placeOption } from '../../../lib/protocol/options';
import { optionHistory, optionTerms } from '../../../lib/protocol/option-variants';
import { OPTION_RESULTS, OPTION_STATES } from '../../../lib/protocol/wire';
import { handle, type RegisteredCall, sessionOf } from '../../http/register-call';
import { DomainError } from '../../platform/domain-error';
import { type OptionService, requireOptionMarket } from './options.service';
import { formatMoney, toContractWire } from './options.wire';

const OPEN_STATES = ['pending', 'running'] as const;

/** Calls 29 and 31 and the proof. */
export function createOptionCalls(service: OptionService): RegisteredCall[] {
  return [
    handle(placeOption, (input, context) =>
      service.buy(ownerOf(context), {
        market: input.market,
        direction: input.type,
        stake: input.num,
        seconds: Number(input.time),
        ...(input.ratio != null && { ratio: input.ratio }),
        requestId: input.request_id,
      }),
    ),
    handle(contractRecords, async ({ type, page }, context) => {
      if (type !== 'option') throw new DomainError('FEATURE_NOT_OFFERED');
      const rows = await service.list(ownerOf(context), { market: null, states: OPTION_RESULTS, page: Number(page ?? '1') });
      return rows.flatMap((row) => {
        if (row.strike === null || row.strikeAt === null) return [];
        const profit = row.state === 'won' ? row.profit : row.state === 'lost' ? -row.stake : 0n;
        return {
          id: row.id,
          market: row.market,
          buy_price: row.strike,
          buy_time: row.strikeAt,
          sell_price: row.delivery,
          sell_time: row.deliversAt,
          margin: formatMoney(row.stake),
          fee: '0',
          profit: formatMoney(profit),
        };
      });
    }),
    handle(optionList, async (asked, context) => {
      const { rows, next } = await service.listSettled(ownerOf(context), asked);
      return { rows: rows.map(toContractWire), next };
    }),
    handle(optionProof, ({ id }, context) => service.prove(ownerOf(context), id)),
  ];
}

/** Calls 24 and 30 where they ask for `type=option`. */
export function createOptionVariants(service: OptionService): RegisteredCall[] {
  return [
    handle(optionTerms, async ({ market }) => {
      const spec = requireOptionMarket(market);
      const { stakeMin, stakeMax, durations } = service.readTerms();
      return {
        market,
        base: spec.base,
        quote: spec.quote,
        tick: spec.tickSize,
        min: stakeMin,
        max: stakeMax,
        times: durations.map(({ seconds, ratio }) => ({ time: seconds, ratio })),
      };
    }),
    handle(optionHistory, async ({ state, market, page }, context) => {
      const states = state === 'open' ? OPEN_STATES : state === 'closed' ? OPTION_RESULTS : OPTION_STATES;
      const rows = await service.list(ownerOf(context), { market: market ?? null, states, page: Number(page ?? '1') });
      return rows.map(toContractWire);
    }),
  ];
}

function ownerOf(context: Parameters<typeof sessionOf>[0]) {
  const { userId, mode } = sessionOf(context);
  return { userId, mode };
}
