import type {
  announcementsQuerySchema,
  announcementsSchema,
  bookQuerySchema,
  bookSchema,
  candleQuerySchema,
  candlesSchema,
  marketQuerySchema,
  marketRulesSchema,
  marketsSchema,
  printsSchema,
  tradesSchema,
} from '../dto/market';
import type { nothing } from '../dto/shared';
import type { PublicRead, VisitorRead } from './define';

/** Market data and announcements. */
export const markets: PublicRead<typeof nothing, typeof marketsSchema> = {
  id: 'markets',
  method: 'GET',
  access: 'public',
  path: '/api/markets',
  fresh: 'live',
};
export const candles: PublicRead<typeof candleQuerySchema, typeof candlesSchema> = {
  id: 'candles',
  method: 'GET',
  access: 'public',
  path: '/api/markets/candles',
  fresh: 'live',
};
/** Of the session's mode; afterwards the stream keeps it. */
export const book: VisitorRead<typeof bookQuerySchema, typeof bookSchema> = {
  id: 'book',
  method: 'GET',
  access: 'visitor',
  path: '/api/markets/book',
  fresh: 'live',
};
export const trades: VisitorRead<typeof bookQuerySchema, typeof tradesSchema> = {
  id: 'trades',
  method: 'GET',
  access: 'visitor',
  path: '/api/markets/trades',
  fresh: 'live',
};
/** The last two minutes; afterwards the stream's tickers go on. */
export const prints: PublicRead<typeof marketQuerySchema, typeof printsSchema> = {
  id: 'prints',
  method: 'GET',
  access: 'public',
  path: '/api/markets/prints',
  fresh: 'live',
};
export const rules: PublicRead<typeof marketQuerySchema, typeof marketRulesSchema> = {
  id: 'rules',
  method: 'GET',
  access: 'public',
  path: '/api/markets/rules',
  fresh: 'terms',
};
export const announcements: PublicRead<typeof announcementsQuerySchema, typeof announcementsSchema> = {
  id: 'announcements',
  method: 'GET',
  access: 'public',
  path: '/api/announcements',
  fresh: 'slow',
};
