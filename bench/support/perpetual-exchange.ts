import { createLocalBus } from '../../exchange/platform/bus';
import type { Database } from '../../exchange/platform/db';
import type { Platform } from '../../exchange/platform/app';
import { systemClock } from '../../exchange/platform/clock';
import { createEventHub } from '../../exchange/platform/events';
import { createId } from '../../exchange/platform/ids';
import { createLogger } from '../../exchange/platform/logger';
import { createMetrics } from '../../exchange/platform/metrics';
import { postJournals } from '../../exchange/modules/ledger/ledger';
import type { Print } from '../../exchange/modules/market-data/market-data';
import { MARKETS } from '../../exchange/modules/market-data/markets';
import { createPerpetualModule } from '../../exchange/modules/perpetual/perpetual.module';
import { readFirstPerpetual } from '../../tests/helpers/first-perpetual-terms';

const MODE = 'demo';
type Order = { market?: string; leverage?: number; isReduceOnly?: boolean; stopLoss?: string; timeInForce?: 'GTC' | 'IOC' | 'FOK' };

/** The perpetual module on a database, with prices that the bench makes and users with money: no HTTP, no guard. */
export async function createPerpetualExchange(db: Database) {
  const log = createLogger('error');
  const index = new Map(MARKETS.map(({ market }) => [market, '2000']));
  const listeners = new Set<(print: Print) => void>();
  let seq = 0;
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
    getIndex: (market: string) => ({ price: index.get(market) ?? '2000', at: Date.now(), state: 'fresh' }),
    onPrint(listener: (print: Print) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const module = createPerpetualModule(platform, {
    marketData: marketData as never,
    readRisk: readFirstPerpetual,
    loadStandings: () => Promise.resolve(new Map()),
  });
  await module.start();
  return {
    db,
    module,
    async fund(users: readonly string[], amount: bigint) {
      for (let first = 0; first < users.length; first += 1_000) {
        const journals = users.slice(first, first + 1_000).map((user) => ({
          code: 'FAUCET' as const,
          reference: createId(),
          at: Date.now(),
          postings: [
            { address: `outside:${MODE}:issuance:USDT`, amount: -amount },
            { address: `user:${user}:${MODE}:USDT:available`, amount },
          ],
        }));
        await db.transaction((tx) => postJournals(tx, journals));
      }
    },
    /** Takes everything out of the insurance fund. */
    async emptyFund() {
      const address = `house:${MODE}:insurance-fund:USDT`;
      const sql = 'SELECT balance FROM ledger_accounts WHERE address = $1';
      const balance = BigInt((await db.read.query<{ balance: string }>(sql, [address])).rows[0]?.balance ?? '0');
      if (balance === 0n) return;
      const postings = [
        { address: `outside:${MODE}:issuance:USDT`, amount: balance },
        { address, amount: -balance },
      ];
      await db.transaction((tx) => postJournals(tx, [{ code: 'HOUSE_FUNDING', reference: createId(), at: Date.now(), postings }]));
    },
    /** `buy 2 at 2000` in ETH-USDT with leverage 10 unless said. */
    place(userId: string, order: string, { market = 'ETH-USDT', ...extra }: Order = {}) {
      const [side, quantity, , price] = order.split(' ');
      return module.placeOrder(
        { userId, mode: MODE },
        {
          market,
          side: side as 'buy' | 'sell',
          kind: price === undefined ? 'market' : 'limit',
          price: price ?? null,
          quantity: quantity as string,
          timeInForce: price === undefined ? 'IOC' : 'GTC',
          leverage: 10,
          isReduceOnly: false,
          takeProfit: null,
          stopLoss: null,
          requestId: createId(),
          ...extra,
        },
      );
    },
    cancel: (userId: string, orderId: string) => module.cancelOrder({ userId, mode: MODE }, { orderId, requestId: createId() }),
    /** Prints a price and waits until everything that it made due is settled. */
    async print(market: string, price: string) {
      index.set(market, price);
      seq += 1;
      const time = Math.max(Date.now(), seq);
      for (const listener of listeners) listener({ seq, time, prices: `${market}=${price}`, previous: '', hash: '' });
      await module.settled();
    },
    count: async (from: string) => Number((await db.read.query<{ n: string }>(`SELECT count(*) AS n FROM ${from}`)).rows[0]?.n),
  };
}
export type PerpetualExchange = Awaited<ReturnType<typeof createPerpetualExchange>>;
