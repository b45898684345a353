import { connect, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Logger } from './logger';
import type { Metrics } from './metrics';

const CONNECT_TIMEOUT_MS = 2_000;
/** A dead connection is noticed within three of these. */
const PING_MS = 1_500;
const PINGS_OUT_MAX = 2;
const RETRY_MS_MIN = 100;
const RETRY_MS_MAX = 5_000;

type Listener = { subject: string; callback(message: Msg): void; sub: Subscription | null };

/** The process's NATS connection: it reconnects until it succeeds, also after every loss, and subscribes its listeners again. */
export class ReconnectingNats {
  /** Null while nobody can be reached. */
  current: NatsConnection | null = null;
  readonly #options: { url: string; log: Logger; metrics: Metrics };
  readonly #listeners = new Set<Listener>();
  readonly #changes = new Set<(isUp: boolean) => void>();
  #isStopped = true;
  #running: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;

  constructor(options: { url: string; log: Logger; metrics: Metrics }) {
    this.#options = options;
  }

  /** Hears a subject over every connection to come. Returns the function that ends it. */
  listen(subject: string, callback: (message: Msg) => void): () => void {
    const listener: Listener = { subject, callback, sub: null };
    this.#listeners.add(listener);
    this.#attach(listener);
    return () => {
      this.#listeners.delete(listener);
      listener.sub?.unsubscribe();
    };
  }

  /** Calls back when the others are reached (true) or lost (false). Returns the function that ends it. */
  onChange(listener: (isUp: boolean) => void): () => void {
    this.#changes.add(listener);
    return () => this.#changes.delete(listener);
  }

  /** Waits a moment for the first connection; later ones are looked for in the background. */
  async start(): Promise<void> {
    this.#isStopped = false;
    await new Promise<void>((resolve) => {
      this.#running = this.#keepConnected(resolve);
      setTimeout(resolve, CONNECT_TIMEOUT_MS).unref();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake();
    await this.current?.close();
    await this.#running;
  }

  #attach(listener: Listener): void {
    const callback = (error: Error | null, msg: Msg) => {
      if (error === null) listener.callback(msg);
    };
    listener.sub = this.current?.subscribe(listener.subject, { callback }) ?? null;
  }

  #change(next: NatsConnection | null): void {
    this.current = next;
    for (const listener of this.#listeners) this.#attach(listener);
    for (const tell of this.#changes) tell(next !== null);
  }

  async #keepConnected(onFirst: () => void): Promise<void> {
    const { url, log, metrics } = this.#options;
    let waitMs = RETRY_MS_MIN;
    let isLost = false;
    while (!this.#isStopped) {
      try {
        const opened = await connect(toOptions(url));
        if (this.#isStopped) return await opened.close();
        this.#change(opened);
        log.info({ server: opened.getServer() }, 'the other processes can be reached');
        onFirst();
        waitMs = RETRY_MS_MIN;
        isLost = false;
        await opened.closed();
        this.#change(null);
      } catch (error) {
        log.warn({ err: error }, 'no connection to the other processes');
      }
      if (this.#isStopped) return;
      if (!isLost) metrics.alarm('bus_lost', {}, 'the other processes of the exchange cannot be reached');
      isLost = true;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, waitMs * (0.75 + Math.random() / 2)).unref();
      });
      waitMs = Math.min(RETRY_MS_MAX, waitMs * 2);
    }
  }
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
