import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, decimalField, idField, signedDecimalField } from './fields';

/** What can be unwell: prices, trading in a market, a chain, paying out, the work behind it all; `outage`: nobody was here. */
export const STATUS_AREAS = ['prices', 'trading', 'network', 'payouts', 'work', 'outage'] as const;
export type StatusArea = (typeof STATUS_AREAS)[number];
/** Incidents of one answer. */
export const INCIDENTS_MAX = 50;
const millis = z.number().int().min(0);
const area = z.enum(STATUS_AREAS);
/** Assets and networks of one answer. */
export const RESERVES_MAX = 200;

export const status = defineCall({
  id: 'x.status',
  number: null,
  method: 'GET',
  path: '/x/status',
  access: 'public',
  request: z.object({ lang: z.string().max(10).optional() }),
  answer: z.object({
    at: millis,
    /** Since when each part is unwell; null: it is well. A subject is a market or a network; empty: all of the area. */
    parts: z.array(z.object({ area, subject: z.string().max(30), since: millis.nullable() })).max(200),
    incidents: z
      .array(
        z.object({
          id: idField,
          area,
          subject: z.string().max(30),
          opened: millis,
          closed: millis.nullable(),
          text: z.string().max(500).nullable(),
        }),
      )
      .max(INCIDENTS_MAX),
    /** At `at`, of each asset of the real account: what the chains showed at our addresses, what came in over them and has not left, what all members own; null: not looked at yet. */
    reserves: z
      .object({
        at: millis,
        assets: z
          .array(z.object({ asset: coinField, shown: decimalField, owed: signedDecimalField, members: decimalField }))
          .max(RESERVES_MAX),
      })
      .nullish(),
    /** The address that payments over each network leave from. */
    wallets: z
      .array(z.object({ network: z.string().max(30), address: z.string().max(120) }))
      .max(RESERVES_MAX)
      .optional(),
  }),
  errors: [],
  source:
    'ours; whether prices, trading, chains, payouts and the work behind them are well now, the newest incidents, newest first, and what the chains show beside what members own',
});
