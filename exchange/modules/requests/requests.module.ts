import { requestBar, requestOutcome } from '../../../lib/protocol/requests';
import type { ExchangeModule } from '../../composition/module';
import { type CallContext, handle, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { barRequest, readOutcome, requestRetention } from '../../platform/idempotency';

/** Wires the calls that say what became of a write, and that keep one from being done. */
export function createRequestsModule({ db }: Pick<Platform, 'db'>) {
  const keyOf = ({ call, request_id }: { call: string; request_id: string }, context: CallContext) => {
    const { userId, mode } = sessionOf(context);
    return { userId, mode, call, requestId: request_id };
  };
  return {
    name: 'requests',
    calls: [
      handle(requestOutcome, async (input, context) => ({ state: await readOutcome(db.read, keyOf(input, context)) })),
      handle(requestBar, async (input, context) => ({ state: await barRequest(db, keyOf(input, context)) })),
    ],
    features: ['request-outcome'],
    retention: [requestRetention],
  } satisfies ExchangeModule;
}
