import { z } from 'zod';
import * as protocol from '../../../lib/protocol/support';
import { MODES } from '../../../lib/protocol/wire';
import type { ExchangeModule } from '../../composition/module';
import { handle, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { defineConsumer } from '../../platform/event-kinds';
import { defineDelivery, defineJob } from '../../platform/job-kinds';
import { scheduleJob } from '../../platform/jobs.repository';
import { findMailLanguage, type Mailer, writeSupportMail } from '../accounts/accounts';
import type { FilesService } from '../files/files';
import { supportAnswered, supportAsked, supportOpened } from './support.events';
import { findUnopened, isWaiting, type SupportLine } from './support.repository';
import { createSupportService } from './support.service';

/** Who hasn't opened an answer by then isn't looking: it is mailed. */
const MAIL_AFTER_MS = 2 * 60_000;

function toWire({ id, operator, text, at, about, picture }: SupportLine) {
  return { id, from: operator === null ? ('user' as const) : ('operator' as const), text, time: at, about, picture };
}

/** When the mail of the newest answer goes: it waits (ms), or `settle` notes that it was sent. Null: it was mailed. */
type TakeTurn = (
  tx: Tx,
  of: { userId: string; topic: 'support'; newest: string; key: string; claimedUntil: number; now: number },
) => Promise<{ waitUntil: number } | { settle(tx: Tx): Promise<void> } | null>;
type Deps = { mailer: Mailer; files: Pick<FilesService, 'claim'>; takeTurn: TakeTurn };

/** Wires support: calls 52 and 53 and ours, the watch over what was promised, and the copy of an answer by mail. */
export function createSupportModule(platform: Platform, { mailer, files, takeTurn }: Deps) {
  const { clock, env, events, metrics } = platform;
  const service = createSupportService(platform, { files });
  const url = new URL('/support', env.publicOrigin ?? `http://localhost:${env.appPort}`).href;
  const publish = (userId: string) => {
    for (const mode of MODES) events.publish({ kind: 'account', userId, mode, changed: ['support'], market: null });
  };
  const watch = defineJob({
    name: 'support answer late',
    payload: z.object({ wait: z.string() }),
    cursor: z.null(),
    async run(tx, { payload: { wait } }) {
      if (await isWaiting(tx, wait))
        metrics.alarm('support_answer_late', { wait }, 'an answer of support was promised by now and is not given');
      return null;
    },
  });
  const mail = defineDelivery({
    name: 'support mail',
    payload: z.object({ userId: z.string(), line: z.string() }),
    async prepare(tx, payload, of) {
      const { userId } = payload;
      const unopened = await findUnopened(tx, userId);
      if (unopened === null) return null;
      const { email, newest } = unopened;
      const turn = await takeTurn(tx, { userId, topic: 'support', newest, ...of, now: clock.now() });
      if (turn === null) return null;
      if ('waitUntil' in turn) {
        await scheduleJob(tx, mail, { key: `${userId}:${turn.waitUntil}`, dueAt: turn.waitUntil, payload });
        return null;
      }
      const reader = { to: email, lang: await findMailLanguage(tx, { email, userId }) };
      return { send: () => mailer.send({ ...writeSupportMail(reader, url), userId }, clock.now()), settle: turn.settle };
    },
  });
  const consumer = defineConsumer({
    name: 'support',
    kinds: [supportAsked, supportAnswered],
    startsAt: 'oldest',
    async handle(tx, happened) {
      for (const event of happened) {
        if (event.kind === 'support.asked') {
          const { wait, promisedAt } = event.payload;
          await scheduleJob(tx, watch, { key: wait, dueAt: promisedAt, payload: { wait } });
        } else if (event.userId !== null) {
          const { line } = event.payload;
          await scheduleJob(tx, mail, { key: line, dueAt: event.at + MAIL_AFTER_MS, payload: { userId: event.userId, line } });
        }
      }
    },
    onHandled(happened) {
      for (const userId of new Set(happened.map((event) => event.userId))) if (userId !== null) publish(userId);
    },
  });
  return {
    name: 'support',
    features: ['support'],
    events: [supportAsked, supportAnswered, supportOpened],
    consumers: [consumer],
    jobs: [watch, mail],
    calls: [
      handle(protocol.supportLines, async ({ msg }, context) => {
        const { userId } = sessionOf(context);
        if (msg === '0' && (await service.markRead(userId))) publish(userId);
        const { lines, unread } = await service.read(userId, null, protocol.SUPPORT_PAGE);
        return { lines: lines.reverse().map(toWire), unread };
      }),
      handle(protocol.sendSupportLine, async ({ msg, about, picture, request_id: requestId }, context) => {
        const { userId, mode } = sessionOf(context);
        await service.send({ userId, mode, text: msg, about: about ?? null, picture: picture ?? null, requestId });
        publish(userId);
        return 'Sent';
      }),
      handle(protocol.supportThread, async ({ before }, context) => {
        const thread = await service.read(sessionOf(context).userId, before ?? null, protocol.SUPPORT_PAGE);
        const { lines, next, unread, answerMs, promisedAt: promised, toRate } = thread;
        const median = answerMs === null ? null : Math.round(answerMs / 1000);
        return { lines: lines.map(toWire), next, unread, median, promised, rate: toRate };
      }),
      handle(protocol.supportRead, async (_input, context) => {
        const { userId } = sessionOf(context);
        if (await service.markRead(userId)) publish(userId);
        return 'Read';
      }),
      handle(protocol.rateSupport, async ({ id, stars }, context) => {
        const { userId } = sessionOf(context);
        await service.rate({ userId, id, stars: Number(stars) });
        return 'Thank you';
      }),
    ],
  } satisfies ExchangeModule;
}
