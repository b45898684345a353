import { z } from 'zod';
import { defineAct } from '../modules/operators/operators';

const user = z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of a user');

/** A look at a person's account: the log says who looked, when and why, and nothing of what was seen. */
export const readUserAct = defineAct({
  name: 'users.read',
  schema: z.strictObject({ user }),
  describe: (input) => [`the account of user ${input.user} is shown`],
  run: (_tx, { input }) => Promise.resolve(`the account of user ${input.user} was shown`),
});
