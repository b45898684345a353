import 'server-only';
import type { z } from 'zod';
import { NUMBERED_WRITES } from '../../dto/numbered-writes';
import type { RequestBar, RequestOutcome, requestInputSchema } from '../../dto/requests';
import { requestBar, requestOutcome } from '../../protocol/requests';
import { type Caller, callAs } from '../upstream';

type Input = z.infer<typeof requestInputSchema>;

const toFields = ({ write, requestId }: Input) => ({ call: NUMBERED_WRITES[write], request_id: requestId });

/** Returns what became of a write of the user in the session's mode. */
export function getRequestOutcome(caller: Caller, input: Input): Promise<RequestOutcome> {
  return callAs(caller, requestOutcome, toFields(input));
}

/** Keeps a write that has not been done from ever being done; `done` when it was before. */
export function barRequest(caller: Caller, input: Input): Promise<RequestBar> {
  return callAs(caller, requestBar, toFields(input));
}
