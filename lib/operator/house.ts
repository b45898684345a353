import { z } from 'zod';
import { defineEndpoint, nothing } from './define';

const ROWS_MAX = 200;

/** The house: pools, chains, jobs, what is listed, what is proved. Amounts are decimals, times in ms. */
export const houseEndpoints = {
  treasury: defineEndpoint({
    name: 'treasury.show',
    access: 'session',
    permission: 'requests.read',
    writes: [],
    input: nothing,
    output: z.strictObject({
      pools: z.array(
        z.strictObject({
          pool: z.string(),
          account: z.string(),
          asset: z.string(),
          free: z.string(),
          reserved: z.string(),
          until: z.number().nullable(),
        }),
      ),
      /** What chains show at the addresses that payments leave from; `amount` null: a chain can't be asked now. */
      wallets: z.array(z.strictObject({ network: z.string(), address: z.string(), asset: z.string(), amount: z.string().nullable() })),
      insurance: z.string(),
      pauses: z.array(z.strictObject({ network: z.string(), reason: z.string(), since: z.number() })),
      /** Every network that operators can stop, with what they stopped; chains stop by themselves beside that. */
      networks: z.array(
        z.strictObject({
          network: z.string(),
          stop: z.strictObject({ reason: z.string(), stopsCrediting: z.boolean(), since: z.number() }).nullable(),
        }),
      ),
    }),
  }),
  /** Jobs that were put aside or wait, and events that consumers went past; the first 100 of each. */
  jobs: defineEndpoint({
    name: 'jobs.list',
    access: 'session',
    permission: 'requests.read',
    writes: [],
    input: nothing,
    output: z.strictObject({
      jobs: z
        .array(
          z.strictObject({
            id: z.string(),
            kind: z.string(),
            key: z.string(),
            state: z.string(),
            runAt: z.number(),
            attempts: z.number(),
            error: z.string().nullable(),
          }),
        )
        .max(ROWS_MAX),
      letters: z
        .array(
          z.strictObject({
            consumer: z.string(),
            id: z.string(),
            kind: z.string(),
            at: z.number(),
            attempts: z.number(),
            error: z.string(),
          }),
        )
        .max(ROWS_MAX),
    }),
  }),
  /** Proves what each module can prove; one at a time. */
  audit: defineEndpoint({
    name: 'audit.run',
    access: 'session',
    permission: 'log.read',
    writes: ['audit_results'],
    input: nothing,
    output: z.strictObject({
      isClean: z.boolean(),
      subjects: z.array(z.strictObject({ subject: z.string(), figures: z.array(z.string()), faults: z.array(z.string()) })),
    }),
  }),
  /** When each subject was proved last (ms; null: never to its end), and how many faults there were. */
  audits: defineEndpoint({
    name: 'audit.results',
    access: 'session',
    permission: 'log.read',
    writes: [],
    input: nothing,
    output: z.strictObject({
      items: z.array(z.strictObject({ subject: z.string(), at: z.number().nullable(), faults: z.number() })).max(ROWS_MAX),
    }),
  }),
  /** What is listed under which terms, newest first, what everybody is told, and pre-sales. */
  products: defineEndpoint({
    name: 'products.list',
    access: 'session',
    permission: 'requests.read',
    writes: [],
    input: nothing,
    output: z.strictObject({
      versions: z.array(
        z.strictObject({
          id: z.number(),
          kind: z.string(),
          code: z.string(),
          version: z.number(),
          takesEffectAt: z.number(),
          note: z.string(),
          terms: z.string(),
        }),
      ),
      announcements: z.array(
        z.strictObject({ id: z.string(), title: z.string(), startsAt: z.number(), endsAt: z.number().nullable(), langs: z.string() }),
      ),
      presales: z.array(
        z.strictObject({
          id: z.string(),
          code: z.string(),
          asset: z.string(),
          price: z.string(),
          mode: z.string(),
          supply: z.string(),
          sold: z.string(),
          softCap: z.string(),
          min: z.string(),
          max: z.string(),
          startsAt: z.number(),
          endsAt: z.number(),
          vesting: z.strictObject({ first: z.number(), parts: z.number(), days: z.number() }),
          state: z.string(),
          outcome: z.string().nullable(),
        }),
      ),
    }),
  }),
};
