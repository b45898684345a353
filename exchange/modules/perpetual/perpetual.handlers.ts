import { toMode } from '../../../lib/protocol/fields';
import { marks, perpetualPositions } from '../../../lib/protocol/perpetual';
import { perpetualHistory, perpetualOpen, perpetualRecords, perpetualTerms } from '../../../lib/protocol/perpetual-variants';
import {
  FUNDING_CAP_RATE,
  FUNDING_INTERVAL_MS,
  INTEREST_CLAMP_RATE,
  INTEREST_RATE,
  MARK_CLAMP_RATE,
} from '../../../lib/rules/perpetual-funding';
import { handle, type RegisteredCall, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { getBalances } from '../ledger/ledger';
import { callerOf, createBookCalls, createCancelAllCall, listOrders, requireMarket, toRulesWire } from '../matching/matching';
import { SETTLE_ASSET } from './perpetual.postings';
import { listClosedPositions } from './perpetual.queries';
import { createRecordCalls } from './perpetual.records.handlers';
import { PERPETUAL_ORDERS } from './perpetual.repository';
import type { PerpetualService } from './perpetual.service';
import { PERPETUAL_FEE_BOUNDS } from './perpetual.terms';
import { createCancelVariant, createTradingCalls } from './perpetual.trading.handlers';
import { formatUnits8, toClosedRow, toOrderWire, toTiersWire } from './perpetual.wire';

const HOUR_MS = 3_600_000;

/** Call 28 and the extensions about positions, marks, funding and liquidations. */
export function createPerpetualCalls({ db, clock }: Platform, service: PerpetualService): RegisteredCall[] {
  return [
    ...createTradingCalls(service),
    ...createRecordCalls(db, (market) => void requireMarket(service, market)),
    handle(perpetualPositions, ({ market }, context) => {
      if (market !== undefined) requireMarket(service, market);
      return service.listPositions(callerOf(context), market ?? null);
    }),
    handle(marks, async ({ is_cs }) => service.getMarks(toMode(is_cs), clock.now())),
  ];
}

/** Calls 24, 26, 27, 30 and 31, books and trades where they ask for `type=perpetual`. */
export function createPerpetualVariants(platform: Platform, service: PerpetualService): RegisteredCall[] {
  return [
    createTermsVariant(service),
    createCancelVariant(service),
    createCancelAllCall(platform.db, PERPETUAL_ORDERS, 'perpetual', service),
    ...createListVariants(platform, service),
    ...createBookCalls(platform.db, PERPETUAL_ORDERS, service),
  ];
}

function createTermsVariant(service: PerpetualService): RegisteredCall {
  return handle(perpetualTerms, async ({ market }, { session }) => {
    const terms = requireMarket(service, market);
    service.touch(market, session?.mode ?? 'real');
    const { tiers, liquidationFeeRate } = service.rulesOf(market);
    return {
      ...toRulesWire(terms, service.readFees()),
      maker_max: PERPETUAL_FEE_BOUNDS.makerFeeRate,
      taker_max: PERPETUAL_FEE_BOUNDS.takerFeeRate,
      tiers: toTiersWire(tiers),
      mark_clamp: formatUnits8(MARK_CLAMP_RATE),
      liquidation_fee: formatUnits8(liquidationFeeRate),
      funding: {
        hours: FUNDING_INTERVAL_MS / HOUR_MS,
        interest: formatUnits8(INTEREST_RATE),
        clamp: formatUnits8(INTEREST_CLAMP_RATE),
        cap: formatUnits8(FUNDING_CAP_RATE),
      },
    };
  });
}

function createListVariants({ db }: Platform, service: PerpetualService): RegisteredCall[] {
  return [
    handle(perpetualOpen, async ({ market }, context) => {
      requireMarket(service, market);
      const caller = callerOf(context);
      service.touch(market, caller.mode);
      const [entrust, positions, balances] = await Promise.all([
        service.listOpenOrders(caller, market),
        service.listPositions(caller, market),
        getBalances(db.read, caller),
      ]);
      const balance = balances.find(({ asset }) => asset === SETTLE_ASSET);
      return {
        entrust,
        positions,
        usercoin: {
          quote: SETTLE_ASSET,
          quote_available: formatUnits8(balance?.available ?? 0n),
          quote_held: formatUnits8(balance?.locked ?? 0n),
          quote_margin: formatUnits8(balance?.margin ?? 0n),
        },
      };
    }),
    handle(perpetualHistory, async ({ state, market, page }, context) => {
      if (market !== undefined) requireMarket(service, market);
      const filter = { ...callerOf(context), market: market ?? null, state: state ?? 'all', page: Number(page ?? '1') };
      return (await listOrders(db.read, PERPETUAL_ORDERS, filter)).map(toOrderWire);
    }),
    handle(perpetualRecords, async ({ page }, context) => {
      const rows = await listClosedPositions(db.read, { ...sessionOf(context), page: Number(page ?? '1') });
      return rows.map(toClosedRow);
    }),
  ];
}
