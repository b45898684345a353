import type { Thread } from '../../lib/operator/support';
import { supportEndpoints } from '../../lib/operator/support';
import {
  findOpenThread,
  listSavedAnswers,
  listAssignableOperators,
  showNewLines,
  showThread,
  type SupportLine,
} from '../modules/support/support';
import { type OperatorContext, serve } from './desk';
import { logAccess } from './access-log';

const look = (context: OperatorContext, user: string, reason: string) =>
  logAccess(context, { act: 'support.read', reason, input: { user } });

async function toThread({ db }: OperatorContext, user: string, lines: readonly SupportLine[]): Promise<Thread> {
  const open = await findOpenThread(db.read, user);
  return {
    lines: lines.map(({ id, operator, text, about, picture, at }) => ({ id, from: operator, text, about, picture, at })),
    promisedAt: open?.promisedAt ?? null,
    holder: open?.holder?.name ?? null,
  };
}

/** What answers about the inbox of support. */
export const SUPPORT = [
  serve(supportEndpoints.thread, async ({ user, reason, before }, context) => {
    await look(context, user, reason);
    return toThread(context, user, await showThread(context.db.read, user, before));
  }),
  serve(supportEndpoints.follow, async ({ user, reason, after }, context) => {
    const lines = await showNewLines(context.db.read, { userId: user, after });
    if (lines.length > 0) await look(context, user, reason);
    return toThread(context, user, lines);
  }),
  serve(supportEndpoints.desk, async (_input, { db }) => ({
    operators: (await listAssignableOperators(db.read)).map(({ name }) => name),
    answers: await listSavedAnswers(db.read),
  })),
];
