import { z } from 'zod';
import {
  announcementsSchema,
  bookQuerySchema,
  bookSchema,
  candleQuerySchema,
  candlesSchema,
  marketQuerySchema,
  marketRulesSchema,
  marketsSchema,
  tradesSchema,
} from '../dto/market';
import { LOCALES } from '../protocol/wire';
import { defineEndpoint, nothing, publicRead } from './define-endpoint';

/** The endpoints of market data and announcements. */
export const marketEndpoints = {
  markets: defineEndpoint({
    ...publicRead,
    path: '/api/markets',
    input: nothing,
    output: marketsSchema,
    summary: 'All markets with sparklines',
  }),
  candles: defineEndpoint({
    ...publicRead,
    path: '/api/markets/candles',
    input: candleQuerySchema,
    output: candlesSchema,
    summary: 'Candles, oldest first',
  }),
  book: defineEndpoint({
    ...publicRead,
    access: 'visitor',
    path: '/api/markets/book',
    input: bookQuerySchema,
    output: bookSchema,
    summary: "Order book of the session's mode",
  }),
  trades: defineEndpoint({
    ...publicRead,
    access: 'visitor',
    path: '/api/markets/trades',
    input: bookQuerySchema,
    output: tradesSchema,
    summary: "Last trades of the session's mode",
  }),
  rules: defineEndpoint({
    ...publicRead,
    path: '/api/markets/rules',
    input: marketQuerySchema,
    output: marketRulesSchema,
    summary: 'Spot rules of a market',
  }),
  announcements: defineEndpoint({
    ...publicRead,
    path: '/api/announcements',
    input: z.strictObject({ locale: z.enum(LOCALES).optional() }),
    output: announcementsSchema,
    summary: 'Announcements, newest first',
  }),
} as const;
