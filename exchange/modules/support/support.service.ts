import { ANSWER_TIMES_MS } from '../../../lib/rules/support';
import type { Platform } from '../../platform/app';
import { DomainError } from '../../platform/domain-error';
import { appendEvents } from '../../platform/event-log';
import { transactOnce } from '../../platform/idempotency';
import type { FilesService } from '../files/files';
import { supportAsked, supportOpened } from './support.events';
import {
  addLine,
  countOwnSince,
  listLines,
  lockThread,
  markThreadRead,
  openWait,
  rate,
  readMedian,
  readThread,
} from './support.repository';

/** Lines that one person may write in an hour: more is no conversation. */
export const LINES_AN_HOUR_MAX = 60;
const HOUR_MS = 3_600_000;
/** The median is asked for anew this often. */
const MEDIAN_FRESH_MS = 60_000;

type Sent = { userId: string; mode: 'real' | 'demo'; text: string; about: string | null; picture: string | null; requestId: string };

/** Returns what a person does with their thread. */
export function createSupportService({ db, clock }: Pick<Platform, 'db' | 'clock'>, { files }: { files: Pick<FilesService, 'claim'> }) {
  let median = { at: Number.NEGATIVE_INFINITY, ms: null as number | null };
  async function readAnswerTime(): Promise<number | null> {
    const now = clock.now();
    if (now - median.at >= MEDIAN_FRESH_MS) median = { at: now, ms: await readMedian(db.read, now - ANSWER_TIMES_MS) };
    return median.ms;
  }
  return {
    /** Adds a line once, with a picture that was uploaded before. @throws SUPPORT_TOO_MANY, PICTURE_UNKNOWN, DUPLICATE_REQUEST */
    send({ userId, mode, text, about, picture, requestId }: Sent): Promise<string> {
      const request = { userId, mode, call: 'support.send', requestId, input: { text, about, ...(picture === null ? {} : { picture }) } };
      return transactOnce(db, request, async (tx) => {
        const at = clock.now();
        await lockThread(tx, userId);
        if ((await countOwnSince(tx, userId, at - HOUR_MS)) >= LINES_AN_HOUR_MAX) throw new DomainError('SUPPORT_TOO_MANY');
        if (picture !== null) await files.claim(tx, { id: picture, userId, purpose: 'support' });
        const id = await addLine(tx, { userId, operator: null, text, about, picture, at });
        const wait = await openWait(tx, userId, at);
        if (wait !== null) {
          const payload = { wait: wait.id, promisedAt: wait.promisedAt };
          await appendEvents(tx, [supportAsked.create({ userId, mode, at, payload })]);
        }
        return id;
      });
    },
    async read(userId: string, before: string | null, limit: number) {
      const [rows, state, answerMs] = await Promise.all([
        listLines(db.read, { userId, before, limit: limit + 1 }),
        readThread(db.read, userId),
        readAnswerTime(),
      ]);
      const lines = rows.slice(0, limit);
      return { lines, next: rows.length > limit ? (lines.at(-1)?.id ?? null) : null, ...state, answerMs };
    },
    /** Marks what operators wrote as read. Returns whether there was any. */
    markRead: (userId: string) =>
      db.transaction(
        async (tx) => {
          const line = await markThreadRead(tx, userId);
          if (line !== null) await appendEvents(tx, [supportOpened.create({ userId, mode: null, at: clock.now(), payload: { line } })]);
          return line !== null;
        },
        { kind: 'work' },
      ),
    /** @throws NOT_FOUND for a question that isn't theirs or isn't answered */
    async rate(input: { userId: string; id: string; stars: number }): Promise<void> {
      if (!(await db.transaction((tx) => rate(tx, input), { kind: 'work' }))) throw new DomainError('NOT_FOUND');
    },
  };
}
