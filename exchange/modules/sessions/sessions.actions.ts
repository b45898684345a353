import { z } from 'zod';
import { brand } from '../../../lib/brand';
import { appendEvents } from '../../platform/event-log';
import { freezeByHouse, liftHouseFreeze } from '../accounts/accounts';
import { ActionRefused, defineAction } from '../operators/operators';
import { endOrdersOfFrozen, holdPurchasesOf } from '../risk-limits/risk-limits';
import { houseFrozen, houseUnfrozen } from './sessions.events';

const input = z.strictObject({ user: z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of a user') });

/** Freezes an account by the house, at once. Its owner can't lift it; a freeze of the owner's own is another one and stays. */
export const freezeAccountAction = defineAction({
  name: 'account.freeze',
  schema: input,
  describe: ({ user }) => [`the account of user ${user} is frozen: no sign-in, no money out, resting orders that open positions end`],
  async run(tx, { input: { user: userId }, at }) {
    await holdPurchasesOf(tx, userId);
    if (!(await freezeByHouse(tx, { userId, at }))) {
      throw new ActionRefused('INPUT_INVALID', `There is no user ${userId} whose account the house hasn't frozen: nothing changed.`);
    }
    await appendEvents(tx, [houseFrozen.create({ userId, mode: null, at, payload: { support: brand.supportEmail } })]);
    await endOrdersOfFrozen(tx, userId);
    return `the account of user ${userId} was frozen`;
  },
});

/** Lifts the house's freeze, by two operators, and no other; money stays in for a day. */
export const unfreezeAccountAction = defineAction({
  name: 'account.unfreeze',
  schema: input,
  describe: ({ user }) => [
    `the house's freeze of user ${user} is lifted; a freeze of the owner's own stays`,
    'no money leaves the account for another 24 hours',
  ],
  async run(tx, { input: { user: userId }, at }) {
    if (!(await liftHouseFreeze(tx, { userId, at }))) {
      throw new ActionRefused('INPUT_INVALID', `The house has not frozen the account of user ${userId}: nothing changed.`);
    }
    await appendEvents(tx, [houseUnfrozen.create({ userId, mode: null, at, payload: {} })]);
    return `the house's freeze of user ${userId} was lifted`;
  },
});
