import { type Msg, NoRespondersError, RequestError } from '@nats-io/transport-node';
import type { z } from 'zod';
import { type Bus, BusFailure, REQUEST_MS_MAX, REQUESTS_MAX, SERVED_MAX } from './bus';
import { answerOfReply, createMessages, type Reply } from './bus-messages';
import { createBusMetrics, topicOf } from './bus-metrics';
import { ReconnectingNats } from './bus-nats-connection';
import { monotonicNow } from './clock';
import type { Logger } from './logger';
import type { Metrics } from './metrics';

type NatsOptions = {
  /** One or more servers, `nats://user:password@host:4222` or `tls://…`, joined by commas; the first says who connects. */
  url: string;
  /** Stands before every subject: exchanges that share a server don't hear each other. */
  scope: string;
  /** Signs the messages; the same in all processes of an exchange. */
  secret: string;
  log: Logger;
  metrics: Metrics;
};

/**
 * Opens the way to the other processes over NATS. `start` waits a moment for the first connection, then it is looked for in the background, as
 * after every loss: meanwhile nothing is sent, and whoever asks hears so at once. A process that comes back hears everything from then on.
 */
export function createNatsBus({ url, scope, secret, log, metrics }: NatsOptions): Bus {
  const messages = createMessages(secret);
  const line = new ReconnectingNats({ url, log, metrics });
  const counts = createBusMetrics(metrics, () => line.current !== null);
  /** Requests on their way, by how each hears that the line is lost. */
  const pending = new Set<(error: BusFailure) => void>();
  let served = 0;
  line.onChange((isUp) => {
    if (!isUp) for (const lose of pending) lose(new BusFailure('unanswered'));
  });

  function read<M>(subject: string, schema: z.ZodType<M>, msg: Msg): M | undefined {
    const parsed = schema.safeParse(messages.open(`${scope}.${subject}`, msg.data));
    if (parsed.success) return parsed.data;
    counts.dropped(topicOf(subject), 'unreadable');
    return undefined;
  }

  async function answer<M>(subject: string, schema: z.ZodType<M>, handler: (message: M) => Promise<unknown>, msg: Msg): Promise<Reply> {
    const message = read(subject, schema, msg);
    if (message === undefined || served >= SERVED_MAX) return { failed: 'refused' };
    served += 1;
    try {
      return { answer: await handler(message) };
    } catch (error) {
      log.error({ err: error, topic: topicOf(subject) }, 'a request of another process failed');
      return { failed: 'fault' };
    } finally {
      served -= 1;
    }
  }

  function send(to: string | undefined, reply: Reply): void {
    // Where the line is gone the asker has heard so itself.
    if (to === undefined || line.current === null) return;
    try {
      line.current.publish(to, messages.seal(to, reply));
    } catch (error) {
      log.error({ err: error }, 'an answer to another process could not be sent');
    }
  }

  return {
    isAlone: false,
    isUp: () => line.current !== null,
    publish(subject, message) {
      const full = `${scope}.${subject}`;
      try {
        if (line.current === null) throw new BusFailure('unsent');
        line.current.publish(full, messages.seal(full, message));
        counts.sent(topicOf(subject));
      } catch {
        counts.dropped(topicOf(subject), 'unsent');
      }
    },
    subscribe: (subject, schema, listener) =>
      line.listen(`${scope}.${subject}`, (msg) => {
        const message = read(subject, schema, msg);
        if (message !== undefined) listener(message);
      }),
    async request(subject, message, { timeoutMs, answer: schema }) {
      const topic = topicOf(subject);
      const startedAt = monotonicNow();
      let lose: (error: BusFailure) => void = () => undefined;
      try {
        if (line.current === null || pending.size >= REQUESTS_MAX) throw new BusFailure('unsent');
        const lost = new Promise<never>((_, reject) => {
          lose = reject;
        });
        pending.add(lose);
        const full = `${scope}.${subject}`;
        const timeout = Math.min(REQUEST_MS_MAX, Math.max(1, Math.ceil(timeoutMs)));
        const reply = await Promise.race([line.current.request(full, messages.seal(full, message), { timeout }), lost]);
        const result = answerOfReply(messages.open(reply.subject, reply.data), schema);
        counts.answered(topic, (monotonicNow() - startedAt) / 1_000);
        return result;
      } catch (error) {
        const failure = toFailure(error);
        counts.failed(topic, failure.reason);
        throw failure;
      } finally {
        pending.delete(lose);
      }
    },
    serve: (subject, schema, handler) =>
      line.listen(`${scope}.${subject}`, (msg) => {
        void answer(subject, schema, handler, msg).then((reply) => send(msg.reply, reply));
      }),
    onChange: (listener) => line.onChange(listener),
    start: () => line.start(),
    stop: () => line.stop(),
  };
}

function toFailure(error: unknown): BusFailure {
  if (error instanceof BusFailure) return error;
  const isNobody = error instanceof NoRespondersError || (error instanceof RequestError && error.isNoResponders());
  return new BusFailure(isNobody ? 'nobody' : 'unanswered', { cause: error });
}
