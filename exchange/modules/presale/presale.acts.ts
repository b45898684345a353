import { z } from 'zod';
import { ActRefused, defineAct } from '../operators/operators';
import { cancelPresale } from './presale.service';

/** Calls off a pre-sale, by two operators: every payment goes back by itself, in pieces. */
export const cancelPresaleAct = defineAct({
  name: 'presale.cancel',
  schema: z.strictObject({ id: z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of a pre-sale') }),
  describe: ({ id }) => [`pre-sale ${id} is called off: every payment goes back to its buyer, no token is delivered`],
  async run(tx, { input }) {
    if (!(await cancelPresale(tx, input.id))) throw new ActRefused('INPUT_INVALID', `Pre-sale ${input.id} is not open: nothing changed.`);
    return `pre-sale ${input.id} was called off`;
  },
});
