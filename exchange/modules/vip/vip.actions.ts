import { z } from 'zod';
import type { Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { ActionRefused, defineAction } from '../operators/operators';
import { fulfilClaim, findClaim, listClaims } from './vip.repository';

const QUEUE_MAX = 100;

/** Notes that what a level from 7 on promises was handed over, by two operators. It moves no money of the ledger. */
export const fulfilVipClaimAction = defineAction({
  name: 'vip.fulfil',
  schema: z.strictObject({
    user: z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of a user'),
    level: z.string().regex(/^[789]$/, 'a level from 7 to 9'),
    note: z.string().trim().min(1, 'what was handed over, or agreed in writing').max(300),
  }),
  describe: ({ user, level, note }) => [
    `the claim of user ${user} for VIP level ${level} is fulfilled: ${note}`,
    'no money of the ledger moves',
  ],
  async run(tx, { input, actor, at }) {
    const by = actor.kind === 'operator' ? `operator ${actor.name}` : actor.kind;
    const isDone = await fulfilClaim(tx, { userId: input.user, level: Number(input.level), by, note: input.note, at });
    if (!isDone)
      throw new ActionRefused('INPUT_INVALID', `User ${input.user} has no open claim for level ${input.level}: nothing changed.`);
    return `the claim of user ${input.user} for level ${input.level} is fulfilled`;
  },
});

/** Returns the claims that wait, as lines. */
export async function describeVipClaims(tx: Tx): Promise<string[]> {
  return (await listClaims(tx, QUEUE_MAX)).map(
    ({ userId, level, at }) => `user ${userId}  level ${level}  reached ${new Date(at).toISOString()}`,
  );
}

/** Returns what acts about a claim are about, as the log names it; null: there is none of this number. */
export async function nameVipClaim(tx: Tx, id: string): Promise<string | null> {
  const found = await findClaim(tx, id);
  return found === null ? null : `${found.userId} ${found.level}`;
}

/** `total` in base units of USDT. */
const SCALE = 8;

/** Returns what a claim stands on, as lines. */
export async function showVipClaim(tx: Tx, id: string): Promise<string[]> {
  const found = await findClaim(tx, id);
  if (found === null) return ['there is none'];
  const { userId, level, at, total, note } = found;
  return [
    `user ${userId} reached level ${level} at ${new Date(at).toISOString()}`,
    `recharged in all: ${fromUnits(total, SCALE)} USDT`,
    note === null ? 'not fulfilled' : `fulfilled: ${note}`,
  ];
}
