import { requestBar, requestOutcome } from '../../lib/protocol/requests';
import type { Database } from '../platform/db';
import { barRequest, readOutcome } from '../platform/idempotency';
import { type CallContext, handle, type RegisteredCall, sessionOf } from './register-call';

/** Returns the calls that say what became of a write, and that keep one from being done. */
export function createRequestCalls(db: Database): RegisteredCall[] {
  const keyOf = ({ call, request_id }: { call: string; request_id: string }, context: CallContext) => {
    const { userId, mode } = sessionOf(context);
    return { userId, mode, call, requestId: request_id };
  };
  return [
    handle(requestOutcome, async (input, context) => ({ state: await readOutcome(db.read, keyOf(input, context)) })),
    handle(requestBar, async (input, context) => ({ state: await barRequest(db, keyOf(input, context)) })),
  ];
}
