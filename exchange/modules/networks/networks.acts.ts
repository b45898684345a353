import { z } from 'zod';
import { ADDRESS_NETWORKS } from '../../../lib/rules/address-shape';
import { OPERATOR_PAUSE_REASONS } from '../../../lib/rules/network-pauses';
import { ActionRefused, defineAction } from '../operators/operators';
import { endNetworkStop, stopNetwork } from './networks.pauses';

const network = z.enum(ADDRESS_NETWORKS, `one of ${ADDRESS_NETWORKS.join(', ')}`);
const SCOPES = ['paying', 'all'] as const;

/**
 * Stops payments on a network, or payments and credits: what was requested waits with its money held, what arrives is seen and waits. It waits for
 * nobody; again it says something else of the same stop, and ends nothing of it.
 */
export const pauseNetworkAction = defineAction({
  name: 'networks.pause',
  schema: z.strictObject({
    network,
    scope: z.enum(SCOPES, `one of ${SCOPES.join(', ')}`),
    reason: z.enum(OPERATOR_PAUSE_REASONS, `one of ${OPERATOR_PAUSE_REASONS.join(', ')}`),
  }),
  describe: (input) => [
    `${input.network} pays nothing${input.scope === 'all' ? ' and credits nothing' : ''}; everybody reads: ${input.reason}`,
  ],
  async run(tx, { input, at }) {
    const stopsCrediting = await stopNetwork(tx, { ...input, stopsCrediting: input.scope === 'all', at });
    return `${input.network} pays nothing${stopsCrediting ? ' and credits nothing' : ''} (${input.reason})`;
  },
});

/** Ends what operators stopped; what the chain itself stops goes on. */
export const resumeNetworkAction = defineAction({
  name: 'networks.resume',
  schema: z.strictObject({ network }),
  describe: (input) => [`${input.network} pays and credits again, as far as its chain lets it`],
  async run(tx, { input }) {
    if (!(await endNetworkStop(tx, input.network)))
      throw new ActionRefused('INPUT_INVALID', `No operator has paused ${input.network}: nothing changed.`);
    return `${input.network} pays and credits again, as far as its chain lets it`;
  },
});
