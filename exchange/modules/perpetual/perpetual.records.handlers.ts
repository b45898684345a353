import { fundingPayments, fundingRates, liquidations, perpetualOrderDetail } from '../../../lib/protocol/perpetual-records';
import { createPerpetualTerms } from '../../../lib/rules/perpetual-terms';
import { handle, type RegisteredCall } from '../../http/register-call';
import type { Database } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { type EntryRow, listEntries } from '../ledger/ledger';
import { findOwnOrder } from '../matching/matching';
import { listFillsOfOrder } from './perpetual.queries';
import { listFundingPayments, listFundingRates, listLiquidations } from './perpetual.records';
import { PERPETUAL_ORDERS } from './perpetual.repository';
import { callerOf } from './perpetual.trading.handlers';
import { formatUnits8, toOrderWire } from './perpetual.wire';

const ENTRIES_MAX = 5_000;

/** What was exchanged, liquidated and posted: everything a user needs to check it. */
export function createRecordCalls(db: Database, requireMarket: (market: string) => void): RegisteredCall[] {
  return [
    handle(fundingRates, async ({ market, is_cs, page }) => {
      requireMarket(market);
      return listFundingRates(db.read, { market, mode: is_cs === '1' ? 'demo' : 'real', page: Number(page ?? '1') });
    }),
    handle(fundingPayments, async ({ market, page }, context) => {
      if (market !== undefined) requireMarket(market);
      return listFundingPayments(db.read, { ...callerOf(context), market: market ?? null, page: Number(page ?? '1') });
    }),
    handle(liquidations, async ({ market, page }, context) => {
      if (market !== undefined) requireMarket(market);
      return listLiquidations(db.read, { ...callerOf(context), market: market ?? null, page: Number(page ?? '1') });
    }),
    handle(perpetualOrderDetail, async ({ id }, context) => {
      const caller = callerOf(context);
      const order = await findOwnOrder(db.read, PERPETUAL_ORDERS, { ...caller, id });
      if (order === null) throw new DomainError('ORDER_NOT_FOUND');
      const fills = await listFillsOfOrder(db.read, id);
      const own = { ...caller, order: 'oldest', limit: ENTRIES_MAX } as const;
      const entries: EntryRow[] = await listEntries(db.read, { ...own, reference: `order:${id}` });
      if (fills.length > 0) entries.push(...(await listEntries(db.read, { ...own, journalIds: fills.map((fill) => fill.journalId) })));
      entries.sort(compareEntries);
      return {
        order: toOrderWire(order, createPerpetualTerms(order.market)),
        fills: fills.map((fill) => ({
          id: fill.id,
          price: fill.price,
          num: formatUnits8(fill.quantity),
          value: formatUnits8(fill.value),
          fee: formatUnits8(fill.fee),
          profit: formatUnits8(fill.realized),
          liquidity: fill.liquidity,
          time: fill.at,
          journal: fill.journalId,
        })),
        entries: entries.slice(0, ENTRIES_MAX).map((entry) => ({
          id: entry.id,
          time: entry.at,
          type: entry.code,
          coin: entry.asset,
          amount: formatUnits8(entry.amount),
          balance: formatUnits8(entry.balance),
          part: entry.part === 'locked' ? ('held' as const) : entry.part,
          journal: entry.journalId,
        })),
      };
    }),
  ];
}

/** By journal, then by line; ids are `<journal>.<line>`. */
function compareEntries(a: EntryRow, b: EntryRow): number {
  const byJournal = Number(a.journalId) - Number(b.journalId);
  return byJournal !== 0 ? byJournal : Number(a.id.split('.')[1]) - Number(b.id.split('.')[1]);
}
