import { z } from 'zod';
import { OPERATOR_HALT_REASONS } from '../../../lib/protocol/wire';
import { findMarket } from '../market-data/markets';
import { ActionRefused, defineAction } from '../operators/operators';
import { deleteHalt, insertHalt } from './halts.repository';

const market = z
  .string()
  .max(30)
  .refine((name) => findMarket(name) !== null, 'a market such as BTC-USDT');

/**
 * Takes no new trades in a market: orders of spot and seconds contracts are refused, and of perpetual contracts only those that make a position
 * smaller are taken. Cancelling always goes. Prices, prints, marks, funding, settlements and liquidations go on as they are. It waits for nobody.
 */
export const haltMarketAction = defineAction({
  name: 'markets.halt',
  schema: z.strictObject({ market, reason: z.enum(OPERATOR_HALT_REASONS, `one of ${OPERATOR_HALT_REASONS.join(', ')}`) }),
  describe: (input) => [`${input.market} takes no new trades; everybody reads: ${input.reason}`],
  async run(tx, { input, at }) {
    if (!(await insertHalt(tx, { ...input, since: at }))) throw new ActionRefused('INPUT_INVALID', `${input.market} is halted already.`);
    return `${input.market} takes no new trades (${input.reason})`;
  },
});

export const resumeMarketAction = defineAction({
  name: 'markets.resume',
  schema: z.strictObject({ market }),
  describe: (input) => [`${input.market} takes trades again`],
  async run(tx, { input }) {
    if (!(await deleteHalt(tx, input.market))) throw new ActionRefused('INPUT_INVALID', `${input.market} is not halted.`);
    return `${input.market} takes trades again`;
  },
});
