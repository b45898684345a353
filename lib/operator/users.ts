import { z } from 'zod';
import { defineEndpoint, ACCESS_LOG_WRITES, numberField, reasonField } from './define';
import { timelineInput, timelineOutput } from './requests';

const WORD_MAX = 254;
/** What people are looked for by: number, name, e-mail address or wallet, whole. */
const wordField = z.string().trim().min(1).max(WORD_MAX);

/** A person as operators see them; amounts are decimals, times in ms. Every look is in the log with its reason. */
const person = z.strictObject({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  wallet: z.string().nullable(),
  createdAt: z.number(),
  /** By its owner; by the house. */
  frozenAt: z.number().nullable(),
  houseFrozenAt: z.number().nullable(),
  /** By its owner, for good. */
  closedAt: z.number().nullable(),
  heldUntil: z.number().nullable(),
  /** By operators, without an end. */
  withdrawalsSuspendedAt: z.number().nullable(),
  /** Since when a mailed link says that somebody else bound the authenticator; null: none does. */
  factorContestedAt: z.number().nullable(),
  /** Those that stand, the one used last first; `proof`: how it began, `from`: the address without its end. */
  sessions: z.array(
    z.strictObject({
      id: z.string(),
      device: z.string(),
      account: z.string(),
      proof: z.string(),
      from: z.string(),
      began: z.number(),
      seen: z.number(),
    }),
  ),
  /** Open ones of the real account: quantity in coins, cost and margin in USDT. */
  positions: z.array(
    z.strictObject({ id: z.string(), market: z.string(), side: z.string(), quantity: z.string(), cost: z.string(), margin: z.string() }),
  ),
  balances: z.array(z.strictObject({ account: z.string(), asset: z.string(), part: z.string(), amount: z.string() })),
  entries: z.array(z.strictObject({ at: z.number(), code: z.string(), reference: z.string(), account: z.string(), amount: z.string() })),
  withdrawals: z.array(z.strictObject({ id: z.string(), amount: z.string(), state: z.string() })),
});
export type OperatorPerson = z.infer<typeof person>;

export const userEndpoints = {
  find: defineEndpoint({
    name: 'users.find',
    access: 'session',
    permission: 'users.read',
    writes: ACCESS_LOG_WRITES,
    input: z.strictObject({ word: wordField, reason: reasonField }),
    output: z.strictObject({ id: z.string().nullable() }),
  }),
  show: defineEndpoint({
    name: 'users.show',
    access: 'session',
    permission: 'users.read',
    writes: ACCESS_LOG_WRITES,
    input: z.strictObject({ id: numberField, reason: reasonField }),
    output: person,
  }),
  /** What waits about a person, and what operators did. */
  about: defineEndpoint({
    name: 'users.about',
    access: 'session',
    permission: 'users.read',
    writes: ACCESS_LOG_WRITES,
    input: z.strictObject({ id: numberField, ...timelineInput }),
    output: z.strictObject(timelineOutput),
  }),
};
