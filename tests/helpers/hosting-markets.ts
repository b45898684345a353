import { createLiquidityModule } from '../../exchange/modules/liquidity/liquidity.module';
import { openMissing } from '../../exchange/modules/hosting/hosting.job';
import { type Book, findBook } from '../../exchange/modules/hosting/hosting.books.repository';
import { createHostingService } from '../../exchange/modules/hosting/hosting.service';
import { type BookDoors, createTrader } from '../../exchange/modules/hosting/hosting.trader';
import { type Progress, valueBook } from '../../exchange/modules/hosting/hosting.valuation';
import { readWorth } from '../../exchange/modules/hosting/hosting.worth';
import { clearingAddress, postJournals, userAddress } from '../../exchange/modules/ledger/ledger';
import { MARKETS } from '../../exchange/modules/market-data/markets';
import {
  listFillsOfOrder as listPerpetualFills,
  readOpenPositions,
  readSettledRates,
  sumTakerFees as sumPerpetualFees,
} from '../../exchange/modules/perpetual/perpetual';
import { createPerpetualModule } from '../../exchange/modules/perpetual/perpetual.module';
import { grantPools } from '../../exchange/modules/pools/pools.funding';
import { createRegistry } from '../../exchange/modules/registry/registry.service';
import { listFillsOfOrder as listSpotFills, sumSpotTakerFees } from '../../exchange/modules/spot/spot.fills.repository';
import { createSpotModule } from '../../exchange/modules/spot/spot.module';
import { createTestDatabase } from '../../exchange/platform/test-database';
import { createTestPlatform } from '../../exchange/platform/test-platform';
import { readFirstPerpetual } from './first-perpetual-terms';

const START = Date.UTC(2028, 1, 1, 9);
const PRICES: Record<string, string> = { 'BTC-USDT': '50000', 'ETH-USDT': '2000', 'SOL-USDT': '100' };

/** Hosting on the real spot and perpetual books with the provider's quotes, at prices and settled rates of funding that a test sets. */
export async function createHostingMarkets() {
  const db = await createTestDatabase();
  const { platform, time } = createTestPlatform(db, { now: START, env: { sandbox: true } });
  const feed = { prices: { ...PRICES }, staleSince: null as number | null };
  const marketData = {
    listMarkets: () => MARKETS,
    onPrint: () => () => undefined,
    getActivity: () => ({ minute: 0, volume: '0', turnover: '86400000' }),
    getIndex: (market: string) => ({
      price: feed.prices[market] ?? '10',
      at: feed.staleSince ?? time.now,
      state: feed.staleSince === null ? 'fresh' : 'stale',
      halt: null,
    }),
  };
  const spot = createSpotModule(platform, { marketData });
  const perpetual = createPerpetualModule(platform, {
    marketData,
    readRisk: readFirstPerpetual,
    loadStandings: () => Promise.resolve(new Map()),
  });
  const liquidity = createLiquidityModule(platform, { spot, perpetual: perpetual.quotingDoor, marketData, isDrivenByHand: true });
  /** Looks until a book is quoted: a first look shows what there is after half a second, which on a busy machine is nothing. */
  const lookAt =
    (door: Pick<typeof spot, 'look' | 'getBook'>): typeof spot.look =>
    async (market, mode) => {
      await door.look(market, mode);
      if ((await door.getBook(market, mode)).bids.length === 0) await liquidity.check();
    };
  await spot.start();
  await perpetual.start();
  await liquidity.start();
  const registry = createRegistry(platform);
  await registry.refresh();
  const service = createHostingService(platform, {
    readPlans: registry.readHostingTerms,
    confirm: () => Promise.resolve(),
    listFills: { spot: listSpotFills, perpetual: listPerpetualFills },
  });
  const [plan] = service.listPlans();
  if (plan === undefined) throw new Error('there is no plan');
  await db.transaction((tx) => grantPools(tx, { isSandbox: true, at: time.now }));
  while (await db.transaction((tx) => openMissing(tx, [plan], time.now)));
  const readMarks = () =>
    new Map(
      Object.keys(PRICES).map((market) => {
        const price = feed.prices[market] ?? '0';
        return [market, { index: price, mark: price, isFresh: feed.staleSince === null }];
      }),
    );
  const sumTakerFees = { spot: sumSpotTakerFees, perpetual: sumPerpetualFees };
  const deps = { readMarks, readOpenPositions, sumTakerFees };
  /** What happens to the next orders: nothing, refused before they reach the book, or done and the answer lost. */
  const line = { fault: null as 'before' | 'after' | null };
  const through = async <T>(place: () => Promise<T>): Promise<T> => {
    const { fault } = line;
    if (fault === 'before') throw new Error('the process died before it asked');
    const answer = await place();
    if (fault === 'after') throw new Error('the process died before it heard');
    return answer;
  };
  const doors: BookDoors = {
    spot: { look: lookAt(spot), placeOrder: (caller, input) => through(() => spot.placeOrder(caller, input)) },
    perpetual: {
      look: lookAt(perpetual),
      placeOrder: (caller, input) =>
        through(async () => {
          const { id, order } = await perpetual.placeOrder(caller, { ...input, leverage: 1, takeProfit: null, stopLoss: null }, false);
          return { id, filled: order.filled };
        }),
    },
  };
  const createOwnTrader = () =>
    createTrader({ ...deps, readSettledRates, platform, doors, markets: marketData, checkFence: () => Promise.resolve() });

  const world = {
    db,
    time,
    feed,
    line,
    service,
    sumTakerFees,
    trader: createOwnTrader(),
    /** A new process: nothing of what the old one had in memory. */
    restart() {
      world.trader = createOwnTrader();
    },
    /** Settles a funding time of every market, the next one after those before, at a rate (units of 0.00000001) made of so many samples. */
    async settle(rate: number, samples = 480) {
      await db.read.query(
        `INSERT INTO perpetual_fundings (market, mode, instant, rate, premium, samples, mark, print_seq, paid, received, by_fund, missing, settled_at, phase)
         SELECT market, mode, 1 + coalesce((SELECT max(instant) FROM perpetual_fundings), 0), $2, $2, $3, 1, 1, 0, 0, 0, 0, 1, 'done'
           FROM unnest($1::text[]) AS m(market), unnest($4::text[]) AS n(mode)`,
        [Object.keys(PRICES), rate, samples, ['real', 'demo']],
      );
    },
    async book(): Promise<Book> {
      const found = await findBook(db.read, { plan: 1, mode: 'real' });
      if (found === null) throw new Error('there is no book');
      return found;
    },
    /** Prices as they are now, in the quotes too; then steps until nothing is left to do. Returns how many orders there were. */
    async trade(stepsMax = 60): Promise<number> {
      let count = 0;
      for (let step = 0; step < stepsMax; step += 1) {
        time.now += 1_000;
        await liquidity.check();
        const orders = await world.trader.step();
        count += orders;
        if (orders === 0) break;
      }
      return count;
    },
    async worth() {
      const book = await world.book();
      const worth = await db.transaction((tx) => readWorth(tx, { owner: book, marks: readMarks(), readOpenPositions }));
      if (worth === null) throw new Error('a price is stale');
      return worth;
    },
    /** `ETH-USDT 3.7 / 3.7`: coins and short of each market. */
    async show(): Promise<string[]> {
      const { parts } = await world.worth();
      return Object.keys(PRICES).flatMap((market) => {
        const coins = parts.coins.find(({ asset }) => market.startsWith(`${asset}-`))?.quantity ?? '0';
        const short = parts.positions.find((position) => position.market === market)?.quantity ?? '0';
        return coins === '0' && short === '0' ? [] : [`${market} ${coins} / ${short}`];
      });
    },
    async value(): Promise<Progress> {
      const { id } = await world.book();
      for (;;) {
        const progress = await db.transaction((tx) => valueBook(tx, { id, at: time.now }, deps));
        if (progress.kind !== 'worked') return progress;
      }
    },
    async orders() {
      const { rows } = await db.read.query<{ reason: string; leg: string; outcome: string | null; order_id: string | null }>(
        `SELECT o.reason, o.leg, o.outcome, o.order_id FROM hosting_orders o JOIN hosting_books b ON b.id = o.book WHERE b.mode = 'real' ORDER BY o.id`,
      );
      return rows;
    },
    /** Pays the book of plan 1 funding of a market, in base units of USDT. */
    async fund(market: string, amount: bigint) {
      const { userId } = await world.book();
      const postings = [
        { address: clearingAddress({ mode: 'real', name: `funding-${market}`, asset: 'USDT' }), amount: -amount },
        { address: userAddress({ userId, mode: 'real', asset: 'USDT', part: 'available' }), amount },
      ];
      await db.transaction((tx) => postJournals(tx, [{ code: 'PERPETUAL_FUNDING', reference: `${market}:test`, at: time.now, postings }]));
    },
    async close() {
      await liquidity.stop();
      await perpetual.stop();
      await spot.stop();
      await db.close();
    },
  };
  return world;
}
export type HostingMarkets = Awaited<ReturnType<typeof createHostingMarkets>>;
