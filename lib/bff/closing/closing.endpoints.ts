import 'server-only';
import * as api from '../../api/closing';
import { closeAccountSchema, closingSchema } from '../../dto/closing';
import { doneSchema, nothing } from '../../dto/shared';
import * as calls from '../../protocol/closing';
import { writeRests } from '../../rules/closing';
import { destroySession } from '../../session/session';
import { serve, serveCall } from '../operation';
import { callAs } from '../upstream';

export const closing = serveCall(api.closing, {
  input: nothing,
  output: closingSchema,
  summary: 'What keeps the account from being closed',
  call: calls.closing,
  fields: () => ({}),
  reshape: ({ reasons, rests, rewards }) => ({ reasons, rests, rewards }),
});

export const closeAccount = serve(api.closeAccount, {
  input: closeAccountSchema,
  output: doneSchema,
  summary: 'Close the own account for good; every session ends, this one too',
  run: async ({ session, ip, input }) => {
    await callAs({ session, ip }, calls.closeAccount, { rests: writeRests(input.rests), rewards: input.rewards });
    await destroySession();
    return { done: true } as const;
  },
});
