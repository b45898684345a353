import { z } from 'zod';
import { INCIDENTS_MAX } from '../protocol/status';
import { defineEndpoint, nothing } from './define';

/** Times in ms; `closedAt` null: it goes on. */
const incident = z.strictObject({
  id: z.string(),
  area: z.string(),
  subject: z.string(),
  openedAt: z.number(),
  closedAt: z.number().nullable(),
  text: z.string().nullable(),
});
export type OperatorIncident = z.infer<typeof incident>;

/** Markets, the risk in them and what was unwell. No price can be set here. */
export const marketEndpoints = {
  /** Amounts and prices are decimals, times in ms. Positions are those of the real account, and of persons. */
  list: defineEndpoint({
    name: 'markets.list',
    access: 'session',
    permission: 'requests.read',
    writes: [],
    input: nothing,
    output: z.strictObject({
      insurance: z.string(),
      markets: z.array(
        z.strictObject({
          market: z.string(),
          /** What its sources say, whatever operators halted. */
          state: z.string(),
          halt: z.strictObject({ reason: z.string(), since: z.number() }).nullable(),
          price: z.string().nullable(),
          mark: z.string().nullable(),
          ageMs: z.number().nullable(),
          sources: z.number(),
          positions: z.number(),
          /** In coins, of one side. */
          openInterest: z.string(),
          /** Largest one, at its cost in USDT. */
          largest: z.string(),
          /** Whose margin is worth at most 2 % of what they are worth. */
          near: z.number(),
          /** Within a day. */
          liquidations: z.number(),
        }),
      ),
      incidents: z.array(incident).max(INCIDENTS_MAX),
    }),
  }),
};
