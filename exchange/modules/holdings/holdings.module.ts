import { holdings as holdingsCall } from '../../../lib/protocol/holdings';
import { NOTHING_HELD } from '../../../lib/rules/cost-basis';
import type { ExchangeModule } from '../../composition/module';
import { handle, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { fromUnits } from '../../platform/decimal';
import { defineConsumer } from '../../platform/event-kinds';
import { converted } from '../convert/convert.events';
import { spotEvents } from '../spot/spot.events';
import { type Holding, listHoldings, listHoldingsOf, putHoldings } from './holdings.repository';
import { tradeOfConversion, tradeOfFills } from './holdings.trades';

const SCALE = 8;
const ROWS_MAX = 200;

/** Wires what coins cost: sums that every fill and conversion moves on, so that reading them sums nothing. */
export function createHoldingsModule({ db }: Pick<Platform, 'db'>) {
  const consumer = defineConsumer({
    name: 'holdings',
    kinds: [spotEvents.filled, converted],
    startsAt: 'oldest',
    // A sale takes the cost that the purchases before it left.
    isOrdered: true,
    async handle(tx, events) {
      const userIds = new Set(events.flatMap(({ userId }) => (userId === null ? [] : [userId])));
      const keyOf = ({ userId, mode, asset }: Pick<Holding, 'userId' | 'mode' | 'asset'>) => `${userId} ${mode} ${asset}`;
      const known = new Map((await listHoldingsOf(tx, [...userIds])).map((row) => [keyOf(row), row]));
      const changed = new Map<string, Holding>();
      for (const { kind, userId, mode, payload } of events) {
        if (userId === null || mode === null) continue;
        const trade = kind === 'convert.done' ? tradeOfConversion(payload) : tradeOfFills(payload);
        if (trade === null) continue;
        const place = { userId, mode, asset: trade.asset };
        const key = keyOf(place);
        const before = changed.get(key) ?? known.get(key) ?? { ...place, ...NOTHING_HELD };
        changed.set(key, { ...place, ...trade.apply(before) });
      }
      await putHoldings(tx, [...changed.values()]);
    },
  });
  return {
    name: 'holdings',
    features: ['holdings'],
    consumers: [consumer],
    calls: [
      handle(holdingsCall, async (_input, context) => {
        const { userId, mode } = sessionOf(context);
        const rows = await listHoldings(db.read, { userId, mode, limit: ROWS_MAX });
        return rows.map(({ asset, quantity, cost, realised }) => ({
          coin: asset,
          num: fromUnits(quantity, SCALE),
          cost: fromUnits(cost, SCALE),
          profit: fromUnits(realised, SCALE),
        }));
      }),
    ],
  } satisfies ExchangeModule;
}
