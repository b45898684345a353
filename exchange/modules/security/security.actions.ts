import { z } from 'zod';
import { CONTEST_WAIT_MS } from '../../../lib/rules/security';
import { ActionRefused, defineAction } from '../operators/operators';
import { noteChange } from './security.factors';
import { deleteFactor, lockContest } from './security.factors.repository';

/**
 * Takes an authenticator away that its account's owner says somebody else bound, by two operators and not before the wait is over. One that no mailed
 * link contests, or that a sign-in ended the contest of, nobody takes away. Money stays in for a day.
 */
export const removeContestedFactorAction = defineAction({
  name: 'account.remove-factor',
  schema: z.strictObject({ user: z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of a user') }),
  describe: ({ user }) => [
    `the authenticator of user ${user}, which its owner says somebody else bound, is taken away with its recovery codes`,
    'the owner is mailed; no money leaves the account for another 24 hours',
  ],
  async run(tx, { input: { user: userId }, at }) {
    const since = await lockContest(tx, userId);
    if (since === null) throw new ActionRefused('INPUT_INVALID', `Nobody contests an authenticator of user ${userId}: nothing changed.`);
    if (since + CONTEST_WAIT_MS > at) {
      const from = new Date(since + CONTEST_WAIT_MS).toISOString();
      throw new ActionRefused('INPUT_INVALID', `Whoever bound it has until ${from} to use it: nothing changed.`);
    }
    await deleteFactor(tx, userId);
    await noteChange(tx, { userId, what: 'factor-unbound', now: at, holds: true });
    return `the contested authenticator of user ${userId} was taken away`;
  },
});
