import type { z } from 'zod';
import { candles, marketList, marketListOfType, type marketRow, prints, tickers } from '../../../lib/protocol/markets';
import { CANDLES_MAX } from '../../../lib/protocol/wire';
import { handle, type RegisteredCall } from '../../http/register-call';
import type { Clock } from '../../platform/clock';
import type { Database } from '../../platform/db';
import { mulDiv, fromUnits, toUnits } from '../../platform/decimal';
import type { MarketDataService } from './market-data.service';
import { findMarket } from './markets';
import { listNewestPrints, listPrintsFrom } from './prints.repository';
import type { Ticker } from './tickers.service';

const PRINTS_DEFAULT = 60;
const PRINTS_MAX = 600;
const CHANGE_SCALE = 6;

/** Returns a fraction as percent with two decimals, rounded towards zero: '0.012345' is '1.23'. */
export function formatPercent(rate: string): string {
  return fromUnits(mulDiv(toUnits(rate, CHANGE_SCALE), 1n, 100n, 'down'), 2);
}

function toMarketRow(ticker: Ticker, listed: number): z.infer<typeof marketRow> {
  const spec = findMarket(ticker.market);
  const [base, quote] = [spec?.base ?? '', spec?.quote ?? ''];
  return {
    '0': base,
    '1': quote,
    '2': ticker.price,
    '3': ticker.bid ?? ticker.price,
    '4': ticker.ask ?? ticker.price,
    '5': ticker.turnover,
    '6': '',
    '7': ticker.volume,
    '8': formatPercent(ticker.change),
    '9': `${base}/${quote}`,
    '10': `/coins/${base.toLowerCase()}.svg`,
    '11': ticker.high,
    '12': ticker.low,
    k: ticker.sparkline,
    at: ticker.index_at,
    state: ticker.state,
    halt: ticker.halt,
    listed,
  };
}

/** Returns the calls 21, 22, 23, x.tickers and x.prints. `listedAt` says since when a market is there (ms, 0: from the beginning). */
export function createMarketDataCalls(input: {
  service: MarketDataService;
  db: Database;
  clock: Clock;
  listedAt(market: string): number;
}): RegisteredCall[] {
  const { service, db, clock, listedAt } = input;
  const list = (coin: string | null) =>
    Object.fromEntries(
      service
        .getTickers()
        .filter((ticker) => coin == null || findMarket(ticker.market)?.base === coin)
        .map((ticker) => [ticker.market.toLowerCase().replace('-', '_'), toMarketRow(ticker, listedAt(ticker.market))]),
    );
  return [
    handle(marketList, ({ coin }) => Promise.resolve(list(coin ?? null))),
    handle(marketListOfType, () => Promise.resolve(list(null))),
    handle(candles, async ({ name, time, before }) => {
      const rows = await service.getCandles({
        market: name,
        minutes: Number(time),
        before: before == null ? null : Number(before),
        limit: CANDLES_MAX,
      });
      return rows.map((row) => [row.time, row.open, row.high, row.low, row.close, row.volume]);
    }),
    handle(tickers, () => Promise.resolve({ at: clock.now(), rows: service.getTickers().map(({ sparkline: _, ...row }) => row) })),
    handle(prints, ({ from, limit }) => {
      const rows = Math.min(limit == null ? PRINTS_DEFAULT : Number(limit), PRINTS_MAX);
      return from == null ? listNewestPrints(db.read, rows) : listPrintsFrom(db.read, { from: Number(from), limit: rows });
    }),
  ];
}
