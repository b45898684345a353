import 'server-only';
import * as api from '../../api/market';
import * as dto from '../../dto/market';
import { nothing } from '../../dto/shared';
import { toIsCs } from '../../protocol/fields';
import * as calls from '../../protocol/markets';
import { DEFAULT_LOCALE } from '../../protocol/wire';
import { serve, serveCall } from '../operation';
import { readCandles } from './read-candles';
import { reshapeAnnouncements, reshapeBook, reshapeMarket, reshapePrints, reshapeRules, reshapeTrades } from './reshape';

/** Prices are printed once a second, and the stream carries them from then on: a list needs to be no newer, and a crowd that comes at once is one read. */
const LIST_SHARED_MS = 1_000;

export const markets = serveCall(api.markets, {
  input: nothing,
  output: dto.marketsSchema,
  summary: 'All markets with sparklines, in the published order',
  call: calls.marketListOfType,
  fields: () => ({ type: '0' }),
  reshape: (rows) => {
    const readAt = Date.now();
    return { markets: Object.values(rows).map((row) => reshapeMarket(row, { readAt })) };
  },
  sharedMs: LIST_SHARED_MS,
});

export const candles = serve(api.candles, {
  input: dto.candleQuerySchema,
  output: dto.candlesSchema,
  summary: 'Candles, oldest first: those that open before `before`, else the newest',
  run: ({ input, ...context }) => readCandles(input, context),
});

export const book = serveCall(api.book, {
  input: dto.bookQuerySchema,
  output: dto.bookSchema,
  summary: "Order book of the session's mode, best prices first",
  call: calls.book,
  fields: ({ symbol, kind = 'spot' }, { mode }) => ({ market: symbol, is_cs: toIsCs(mode), type: kind }),
  reshape: reshapeBook,
});

export const trades = serveCall(api.trades, {
  input: dto.bookQuerySchema,
  output: dto.tradesSchema,
  summary: "Last trades of the session's mode, newest first",
  call: calls.lastTrades,
  fields: ({ symbol, kind = 'spot' }, { mode }) => ({ market: symbol, is_cs: toIsCs(mode), type: kind }),
  reshape: (rows) => ({ trades: reshapeTrades(rows) }),
});

/** Seconds: as much as the line of a seconds contract shows. */
const PRINTS_SHOWN = 120;

export const prints = serveCall(api.prints, {
  input: dto.marketQuerySchema,
  output: dto.printsSchema,
  summary: 'What a market was printed at in the last two minutes, oldest first',
  call: calls.prints,
  fields: () => ({ limit: String(PRINTS_SHOWN) }),
  reshape: (rows, { input }) => ({ prints: reshapePrints(rows, input.symbol) }),
  sharedMs: LIST_SHARED_MS,
});

export const rules = serveCall(api.rules, {
  input: dto.marketQuerySchema,
  output: dto.marketRulesSchema,
  summary: 'Spot rules of a market; rates are fractions',
  call: calls.tradeInfo,
  fields: ({ symbol }) => ({ market: symbol, type: 'spot' }),
  reshape: reshapeRules,
});

export const announcements = serveCall(api.announcements, {
  input: dto.announcementsQuerySchema,
  output: dto.announcementsSchema,
  summary: 'Announcements in a language where the exchange has them, newest first',
  call: calls.news,
  fields: ({ locale = DEFAULT_LOCALE }) => ({ lang: locale }),
  reshape: (rows) => ({ announcements: reshapeAnnouncements(rows) }),
});
