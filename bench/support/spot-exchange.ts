import type { Database } from '../../exchange/platform/db';
import type { Platform } from '../../exchange/platform/app';
import { createLocalBus } from '../../exchange/platform/bus';
import { systemClock } from '../../exchange/platform/clock';
import { createEventHub } from '../../exchange/platform/events';
import { createId } from '../../exchange/platform/ids';
import { createLogger } from '../../exchange/platform/logger';
import { createMetrics } from '../../exchange/platform/metrics';
import { postJournals } from '../../exchange/modules/ledger/ledger';
import type { Print } from '../../exchange/modules/market-data/market-data';
import { MARKETS } from '../../exchange/modules/market-data/markets';
import type { PlaceInput } from '../../exchange/modules/spot/spot.commands';
import { createSpotModule } from '../../exchange/modules/spot/spot.module';

const MODE = 'demo';

/** The spot module on a database, with prices that the bench makes and users with money: no HTTP. */
export async function createSpotExchange(db: Database) {
  const log = createLogger('error');
  let price = '2000';
  const listeners = new Set<(print: Print) => void>();
  let seq = 0;
  let last = 0;
  const platform = {
    db,
    clock: systemClock,
    log,
    events: createEventHub(log),
    bus: createLocalBus(),
    metrics: createMetrics(log),
    env: { sandbox: true } as Platform['env'],
  } as Platform;
  const marketData = {
    listMarkets: () => MARKETS,
    getIndex: () => ({ price, at: Date.now(), state: 'fresh' }),
    onPrint(listener: (print: Print) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const module = createSpotModule(platform, { marketData });
  await module.start();
  return {
    db,
    module,
    async fund(users: readonly string[], amount: bigint) {
      const journals = users.flatMap((user) =>
        ['USDT', 'ETH', 'BTC'].map((asset) => ({
          code: 'FAUCET' as const,
          reference: createId(),
          at: Date.now(),
          postings: [
            { address: `outside:${MODE}:issuance:${asset}`, amount: -amount },
            { address: `user:${user}:${MODE}:${asset}:available`, amount },
          ],
        })),
      );
      await db.transaction((tx) => postJournals(tx, journals));
    },
    /** `buy 2 at 2000` in ETH-USDT. */
    place(userId: string, order: string, extra: Partial<PlaceInput> = {}) {
      const [side, quantity, , limit] = order.split(' ');
      const input: PlaceInput = {
        market: 'ETH-USDT',
        side: side as 'buy' | 'sell',
        kind: 'limit',
        price: limit as string,
        quantity: quantity as string,
        timeInForce: 'GTC',
        requestId: createId(),
        ...extra,
      };
      return module.placeOrder({ userId, mode: MODE }, input);
    },
    cancel: (userId: string, orderId: string) => module.cancelOrder({ userId, mode: MODE }, { orderId, requestId: createId() }),
    /** Cancels whatever rests or waits in ETH-USDT. */
    async cancelAll() {
      const sql = `SELECT id, user_id FROM spot_orders WHERE market = 'ETH-USDT' AND status IN ('waiting', 'open', 'partially_filled')`;
      const { rows } = await db.read.query<{ id: string; user_id: string }>(sql);
      const one = (id: string, user: string) => module.cancelOrder({ userId: user, mode: MODE }, { orderId: id, requestId: createId() });
      // One of a pair takes the other along.
      await Promise.all(rows.map(({ id, user_id }) => one(id, user_id).catch(() => undefined)));
    },
    /** Prints a price of ETH-USDT and waits until everything that it made due is settled. */
    async print(to: string) {
      price = to;
      seq += 1;
      // Only prints of a later moment than an order count for it.
      last = Math.max(Date.now() + 1_000, last + 1_000);
      for (const listener of listeners) listener({ seq, time: last, prices: `ETH-USDT=${to}`, previous: '', hash: '' });
      await module.settled();
    },
    count: async (from: string) => Number((await db.read.query<{ n: string }>(`SELECT count(*) AS n FROM ${from}`)).rows[0]?.n),
  };
}
export type SpotExchange = Awaited<ReturnType<typeof createSpotExchange>>;
