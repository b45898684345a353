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

const look = (seat: OperatorContext, user: string, reason: string) => logAccess(seat, { act: 'support.read', reason, input: { user } });

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
  serve(supportEndpoints.thread, async ({ user, reason, before }, seat) => {
    await look(seat, user, reason);
    return toThread(seat, user, await showThread(seat.db.read, user, before));
  }),
  serve(supportEndpoints.follow, async ({ user, reason, after }, seat) => {
    const lines = await showNewLines(seat.db.read, { userId: user, after });
    if (lines.length > 0) await look(seat, user, reason);
    return toThread(seat, user, lines);
  }),
  serve(supportEndpoints.desk, async (_input, { db }) => ({
    operators: (await listAssignableOperators(db.read)).map(({ name }) => name),
    answers: await listSavedAnswers(db.read),
  })),
];
