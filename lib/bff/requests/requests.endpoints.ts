import 'server-only';
import { z } from 'zod';
import { ENDPOINTS } from '../../api/endpoints';
import * as api from '../../api/requests';
import { requestBarSchema, requestInputSchema, requestOutcomeSchema } from '../../dto/requests';
import { AppError } from '../../errors/app-error';
import * as calls from '../../protocol/requests';
import { serveCall } from '../operation';

/** What the exchange calls each write that carries a request number, by the id of its endpoint. */
const NUMBERED = new Map(ENDPOINTS.flatMap((one) => (one.method === 'POST' && one.numbered ? [[one.id, one.numbered] as const] : [])));

const input = requestInputSchema.extend({ write: z.enum([...NUMBERED.keys()]) });

function toFields({ write, requestId }: z.output<typeof input>): { call: calls.NumberedCall; request_id: string } {
  const call = NUMBERED.get(write);
  if (call === undefined) throw new AppError('REQUEST_INVALID', { field: 'write' });
  return { call, request_id: requestId };
}

export const requestOutcome = serveCall(api.requestOutcome, {
  input,
  output: requestOutcomeSchema,
  summary: 'What became of a write',
  call: calls.requestOutcome,
  fields: toFields,
  reshape: (answer) => answer,
});

/** Answers `done` when it was done before. */
export const requestBar = serveCall(api.requestBar, {
  input,
  output: requestBarSchema,
  summary: 'Keep a write that was not done from being done',
  call: calls.requestBar,
  fields: toFields,
  reshape: (answer) => answer,
});
