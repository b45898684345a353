import { z } from 'zod';
import { SUPPORT_TEXT_MAX } from '../../../lib/rules/support';
import type { Tx } from '../../platform/db';
import { appendEvents } from '../../platform/event-log';
import { ActionRefused, defineAction } from '../operators/operators';
import { supportAnswered } from './support.events';
import {
  addLine,
  endWait,
  findOpenThread,
  findPictureUser,
  hasCase,
  isPerson,
  listLines,
  listOpenWaits,
  lockThread,
  type OpenWait,
  type SupportLine,
} from './support.repository';

export const userField = z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of a user');
/** Rows of one look. */
const QUEUE_MAX = 100;
const LINES_MAX = 50;
const DAY_MS = 86_400_000;
/** For so long after an answer a question is a case. */
const CASE_MS = 30 * DAY_MS;

const isCase = (tx: Tx, userId: string, at: number) => hasCase(tx, { userId, since: at - CASE_MS });

/** Refuses to show anything of a thread that is no case. @throws ActionRefused */
async function checkCase(tx: Tx, userId: string, at: number): Promise<void> {
  if (await isCase(tx, userId, at)) return;
  throw new ActionRefused(
    'NOT_ALLOWED',
    `User ${userId} asks nothing and was not answered within ${CASE_MS / DAY_MS} days: nobody reads their thread.`,
  );
}

/** A look at what somebody wrote, while that is a case: the log says who looked, when and why. */
export const readSupportAction = defineAction({
  name: 'support.read',
  schema: z.strictObject({ user: userField }),
  describe: ({ user }) => [`the support thread of user ${user} is shown`],
  async run(tx, { input, at }) {
    await checkCase(tx, input.user, at);
    return `the support thread of user ${input.user} was shown`;
  },
});

export const answerSupportAction = defineAction({
  name: 'support.answer',
  schema: z.strictObject({ user: userField, text: z.string().trim().min(1, 'the answer').max(SUPPORT_TEXT_MAX) }),
  describe: ({ user, text }) => [`user ${user} reads, as an answer of support:\n${text}`],
  // Whoever writes to people who asked nothing can tell them anything in the name of the house.
  async asksSecond(tx, { input: { user }, at }) {
    if (!(await isPerson(tx, user))) throw new ActionRefused('INPUT_INVALID', `There is no user ${user}.`);
    return (await isCase(tx, user, at)) ? null : `user ${user} asked nothing: they are written to first`;
  },
  async run(tx, { input: { user: userId, text }, actor, asker, at }) {
    if (!(await lockThread(tx, userId))) throw new ActionRefused('INPUT_INVALID', `There is no user ${userId}.`);
    // Who wrote it sees to it from then on, whoever agreed.
    const writer = asker ?? (actor.kind === 'operator' ? actor : null);
    const operator = writer?.name ?? 'operator';
    const own = writer?.operatorId ?? null;
    const holder = (await findOpenThread(tx, userId))?.holder ?? null;
    if (holder !== null && holder.id !== own) {
      throw new ActionRefused('NOT_ALLOWED', `${holder.name} sees to user ${userId}: have it handed over first.`);
    }
    const line = await addLine(tx, { userId, operator, text, about: null, picture: null, at });
    await endWait(tx, { userId, at, holder: own });
    await appendEvents(tx, [supportAnswered.create({ userId, mode: null, at, payload: { line } })]);
    return `user ${userId} was answered`;
  },
});

/** A look at a picture that came with a line, while its thread is a case; at no other. What is in it is shown by the face of pictures afterwards. */
export const readSupportPictureAction = defineAction({
  name: 'support.picture',
  schema: z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/, 'the id of a picture') }),
  describe: ({ id }) => [`picture ${id} of support is shown`],
  async run(tx, { input: { id }, at }) {
    const userId = await findPictureUser(tx, id);
    if (userId === null) throw new ActionRefused('INPUT_INVALID', `No line of support has the picture ${id}.`);
    await checkCase(tx, userId, at);
    return `picture ${id} of support was shown`;
  },
});

/** Who waits for an answer, the longest first. */
export function listSupportQueue(tx: Tx): Promise<OpenWait[]> {
  return listOpenWaits(tx, QUEUE_MAX);
}

/** The newest lines of a thread, or those below a line, to an operator whose look is in the log; oldest first. */
export async function showThread(tx: Tx, userId: string, before: string | null = null): Promise<SupportLine[]> {
  return (await listLines(tx, { userId, before, limit: LINES_MAX })).reverse();
}
