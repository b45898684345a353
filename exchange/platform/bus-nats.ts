import { connect, type Msg, type NatsConnection, NoRespondersError, RequestError, type Subscription } from '@nats-io/transport-node';
import type { z } from 'zod';
import { type Bus, BusFailure, REQUEST_MS_MAX, REQUESTS_MAX, SERVED_MAX } from './bus';
import { answerOfReply, createMessages, type Reply } from './bus-messages';
import { createBusMetrics, topicOf } from './bus-metrics';
import { monotonicNow } from './clock';
import type { Logger } from './logger';
import type { Metrics } from './metrics';

const CONNECT_TIMEOUT_MS = 2_000;
/** A line that carries nothing any more is noticed within three of these. */
const PING_MS = 1_500;
const PINGS_OUT_MAX = 2;
const RETRY_MS_MIN = 100;
const RETRY_MS_MAX = 5_000;

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
type Listener = { subject: string; callback(message: Msg): void; sub: Subscription | null };

/**
 * Opens the way to the other processes over NATS. `start` waits a moment for the first connection, then it is looked for in the background, as
 * after every loss: meanwhile nothing is sent, and whoever asks hears so at once. A process that comes back hears everything from then on.
 */
export function createNatsBus({ url, scope, secret, log, metrics }: NatsOptions): Bus {
  const messages = createMessages(secret);
  const counts = createBusMetrics(metrics, () => line !== null);
  const listeners = new Set<Listener>();
  const changes = new Set<(isUp: boolean) => void>();
  /** Requests on their way, by how each hears that the line is lost. */
  const pending = new Set<(error: BusFailure) => void>();
  let line: NatsConnection | null = null;
  let isStopped = true;
  let served = 0;
  let running: Promise<void> = Promise.resolve();
  let wake: () => void = () => undefined;

  function attach(listener: Listener): void {
    const callback = (error: Error | null, msg: Msg) => {
      if (error === null) listener.callback(msg);
    };
    listener.sub = line?.subscribe(`${scope}.${listener.subject}`, { callback }) ?? null;
  }

  function listen(subject: string, callback: (message: Msg) => void): () => void {
    const listener: Listener = { subject, callback, sub: null };
    listeners.add(listener);
    attach(listener);
    return () => {
      listeners.delete(listener);
      listener.sub?.unsubscribe();
    };
  }

  function change(next: NatsConnection | null): void {
    line = next;
    for (const listener of listeners) attach(listener);
    if (next === null) for (const lose of pending) lose(new BusFailure('unanswered'));
    for (const tell of changes) tell(next !== null);
  }

  function read<M>(subject: string, schema: z.ZodType<M>, msg: Msg): M | undefined {
    const parsed = schema.safeParse(messages.open(`${scope}.${subject}`, msg.data));
    if (parsed.success) return parsed.data;
    counts.dropped(topicOf(subject), 'unreadable');
    return undefined;
  }

  async function keepConnected(onFirst: () => void): Promise<void> {
    let waitMs = RETRY_MS_MIN;
    let isLost = false;
    while (!isStopped) {
      try {
        const opened = await connect(toOptions(url));
        if (isStopped) return await opened.close();
        change(opened);
        log.info({ server: opened.getServer() }, 'the other processes can be reached');
        onFirst();
        waitMs = RETRY_MS_MIN;
        isLost = false;
        await opened.closed();
        change(null);
      } catch (error) {
        log.warn({ err: error }, 'no connection to the other processes');
      }
      if (!isStopped && !isLost) metrics.alarm('bus_lost', {}, 'the other processes of the exchange cannot be reached');
      isLost = true;
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, waitMs * (0.75 + Math.random() / 2)).unref();
      });
      waitMs = Math.min(RETRY_MS_MAX, waitMs * 2);
    }
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
    if (to === undefined || line === null) return;
    try {
      line.publish(to, messages.seal(to, reply));
    } catch (error) {
      log.error({ err: error }, 'an answer to another process could not be sent');
    }
  }

  return {
    isAlone: false,
    isUp: () => line !== null,
    publish(subject, message) {
      const full = `${scope}.${subject}`;
      try {
        if (line === null) throw new BusFailure('unsent');
        line.publish(full, messages.seal(full, message));
        counts.sent(topicOf(subject));
      } catch {
        counts.dropped(topicOf(subject), 'unsent');
      }
    },
    subscribe: (subject, schema, listener) =>
      listen(subject, (msg) => {
        const message = read(subject, schema, msg);
        if (message !== undefined) listener(message);
      }),
    async request(subject, message, { timeoutMs, answer: schema }) {
      const topic = topicOf(subject);
      const startedAt = monotonicNow();
      let lose: (error: BusFailure) => void = () => undefined;
      try {
        if (line === null || pending.size >= REQUESTS_MAX) throw new BusFailure('unsent');
        const lost = new Promise<never>((_, reject) => {
          lose = reject;
        });
        pending.add(lose);
        const full = `${scope}.${subject}`;
        const timeout = Math.min(REQUEST_MS_MAX, Math.max(1, Math.ceil(timeoutMs)));
        const reply = await Promise.race([line.request(full, messages.seal(full, message), { timeout }), lost]);
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
      listen(subject, (msg) => {
        void answer(subject, schema, handler, msg).then((reply) => send(msg.reply, reply));
      }),
    onChange(listener) {
      changes.add(listener);
      return () => changes.delete(listener);
    },
    async start() {
      isStopped = false;
      await new Promise<void>((resolve) => {
        running = keepConnected(resolve);
        setTimeout(resolve, CONNECT_TIMEOUT_MS).unref();
      });
    },
    async stop() {
      isStopped = true;
      wake();
      await line?.close();
      await running;
    },
  };
}

function toFailure(error: unknown): BusFailure {
  if (error instanceof BusFailure) return error;
  const isNobody = error instanceof NoRespondersError || (error instanceof RequestError && error.isNoResponders());
  return new BusFailure(isNobody ? 'nobody' : 'unanswered', { cause: error });
}

function toOptions(url: string) {
  const servers = url.split(',').map((text) => new URL(text));
  const [first] = servers as [URL];
  const [user, pass] = [decodeURIComponent(first.username), decodeURIComponent(first.password)];
  return {
    servers: servers.map(({ host }) => host),
    ...(user === '' ? {} : pass === '' ? { token: user } : { user, pass }),
    ...(first.protocol === 'tls:' ? { tls: {} } : {}),
    name: 'candor exchange',
    noEcho: true,
    // One loop finds the first connection and every later one.
    reconnect: false,
    timeout: CONNECT_TIMEOUT_MS,
    pingInterval: PING_MS,
    maxPingOut: PINGS_OUT_MAX,
    noAsyncTraces: true,
  };
}
