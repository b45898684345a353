import { sweepEndpoints } from '../../lib/operator/sweeps';
import { ActionRefused } from '../modules/operators/operators';
import { serve } from './desk';
import { logAccess } from './access-log';

let isPreparing = false;

/** What answers about sweeps. One is prepared at a time: each asks a chain for every address. */
export const SWEEPS = [
  serve(sweepEndpoints.prepare, async ({ reason, ...asked }, context) => {
    if (isPreparing) throw new ActionRefused('NOT_ALLOWED', 'A sweep is being prepared: wait for its end.');
    isPreparing = true;
    try {
      const { network, after } = asked;
      await logAccess(context, { act: 'sweeps.prepare', reason, input: { network, after } });
      const { content, ...sweep } = await context.prepareSweep(asked);
      return { ...sweep, file: Buffer.from(content).toString('base64') };
    } finally {
      isPreparing = false;
    }
  }),
];
