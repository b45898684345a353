import { z } from 'zod';
import { ACCESS_LOG_WRITES, defineEndpoint, nothing } from './define';

/** The house: pools, chains, what is proved. Amounts are decimals, times in ms. */
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
      /** When what the chains hold was last compared with what is owed (ms), and how many faults there were; null: never. */
      custody: z.strictObject({ at: z.number(), faults: z.number() }).nullable(),
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
  /** Proves what each module can prove; one at a time. */
  audit: defineEndpoint({
    name: 'audit.run',
    access: 'session',
    permission: 'audit.run',
    writes: [...ACCESS_LOG_WRITES, 'audit_results'],
    input: nothing,
    output: z.strictObject({
      isClean: z.boolean(),
      subjects: z.array(z.strictObject({ subject: z.string(), figures: z.array(z.string()), faults: z.array(z.string()) })),
    }),
  }),
};
