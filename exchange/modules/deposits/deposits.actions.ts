import { z } from 'zod';
import { appendEvents } from '../../platform/event-log';
import { readPause, resumeNetwork } from '../networks/networks';
import { ActionRefused, defineAction } from '../operators/operators';
import { depositOrphaned } from './deposits.events';
import * as repository from './deposits.repository';
import { insertReorganisation } from './deposits.reorganisations';
import { describeDeposit } from './deposits.watching';

const NOT_FOLLOWED = 'nothing changed.';

/**
 * Goes back to a block from which a chain was replaced further than the exchange follows by itself, and lets the network credit and pay again.
 * What was only seen above it is undone; what was credited stays. Where the block isn't part of the chain as it is, the next look stops the
 * network again.
 */
export const followChainAction = defineAction({
  name: 'networks.follow',
  schema: z.strictObject({
    network: z.string().regex(/^[A-Z0-9]{2,20}$/, 'the code of a network'),
    block: z.string().regex(/^(0|[1-9][0-9]{0,14})$/, 'the number of a block'),
  }),
  describe: ({ network, block }) => [
    `${network} goes on from block ${block}: what was only seen above it is undone, what was credited stays`,
  ],
  async run(tx, { input, at }) {
    const { network } = input;
    const block = Number(input.block);
    const cursor = await repository.readCursor(tx, network, { isLocked: true });
    const pause = await readPause(tx, network);
    if (cursor === null || pause?.reason !== 'deep_reorganisation') {
      throw new ActionRefused('INPUT_INVALID', `${network} is not stopped by a deep reorganisation: ${NOT_FOLLOWED}`);
    }
    const hash = await repository.readKeptHash(tx, network, block);
    if (hash === null || block > cursor.block) {
      throw new ActionRefused('INPUT_INVALID', `The hash of block ${block} is not remembered: ${NOT_FOLLOWED}`);
    }
    const dropped = await repository.dropAbove(tx, { network, block, at });
    await repository.forgetBlocksAbove(tx, network, block);
    await repository.moveCursor(tx, { network, block, hash, head: cursor.head });
    await resumeNetwork(tx, { network, reasons: ['deep_reorganisation'] });
    const undone = dropped.filter(({ state }) => state === 'orphaned');
    const counts = { undone: undone.length, carried: dropped.length - undone.length };
    await insertReorganisation(tx, { network, at, from: cursor.block, to: block, ...counts, isByOperators: true });
    await appendEvents(
      tx,
      undone.map((row) => depositOrphaned.create({ ...describeDeposit(row, {}), at })),
    );
    return `${network} goes on from block ${block}: ${counts.undone} undone, ${counts.carried} carried until they are in a block again`;
  },
});
