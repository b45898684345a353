import type { StreamEvents } from '../dto/stream';

/** The part of EventSource that the connection needs, so that a test can stand in for it. */
export type EventSourceLike = {
  addEventListener(name: string, listener: (event: { data?: string }) => void): void;
  close(): void;
};
export type ConnectionState = 'connecting' | 'up' | 'down';
export type ConnectionDeps = {
  open(channels: readonly string[]): EventSourceLike;
  onEvent<K extends keyof StreamEvents>(name: K, value: StreamEvents[K]): void;
  onState(state: ConnectionState): void;
  /** The server doesn't take the stream: the session may have ended. */
  onRefused(): void;
  setTimer(run: () => void, ms: number): unknown;
  clearTimer(timer: unknown): void;
};

/** Channels asked for within this time share one connection: a page mounts many rows at once. */
const GATHER_MS = 60;
/** A page is taken over part by part, and shows what the server read a moment ago: its first stream is opened once, for all of them. */
const FIRST_GATHER_MS = 350;
/** A channel that nobody wants any more is kept this long, because the next screen often wants it again. */
const LINGER_MS = 8_000;
const RETRY_FIRST_MS = 1_000;
/** A stream that newer ones of the same member took the place of comes back so late that they don't take turns. */
export const REPLACED_MS = 60_000;
/** No waiting person should have to wait longer than this for a line that is back. */
const RETRY_MAX_MS = 10_000;
const EVENT_NAMES = ['time', 'tickers', 'marks', 'book', 'trades', 'account', 'upstream', 'ended'] as const;

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns what runs once, however often it is called. */
export function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    run();
  };
}

/** Keeps one timer: the newest setting counts. */
function createTimer({ setTimer, clearTimer }: Pick<ConnectionDeps, 'setTimer' | 'clearTimer'>, run: () => void) {
  let timer: unknown = null;
  return {
    set(ms: number): void {
      if (timer !== null) clearTimer(timer);
      timer = setTimer(() => {
        timer = null;
        run();
      }, ms);
    },
    setUnlessSet(ms: number): void {
      if (timer === null) this.set(ms);
    },
  };
}

/** Returns the channels that somebody wants, and forgets the others. */
function listWanted(wanted: Map<string, number>): string[] {
  for (const [channel, count] of wanted) if (count === 0) wanted.delete(channel);
  return [...wanted.keys()].sort();
}

/** Counts a reader of a channel less, and returns how many are left. */
function release(wanted: Map<string, number>, channel: string): number {
  const count = (wanted.get(channel) ?? 1) - 1;
  wanted.set(channel, count);
  return count;
}

export type Connection = {
  want(channel: string): () => void;
  wants(channel: string): boolean;
  /** Opens the stream anew, so that it begins with how things stand. */
  again(): void;
  pause(): void;
  resume(): void;
};

/** Keeps one event stream open for exactly the channels that somebody wants; opens the next one before it closes the last. */
export function createConnection(deps: ConnectionDeps): Connection {
  const wanted = new Map<string, number>();
  let source: EventSourceLike | null = null;
  let next: EventSourceLike | null = null;
  let openChannels = '';
  const timer = createTimer(deps, sync);
  let retryMs = RETRY_FIRST_MS;
  let paused = false;
  let hasOpened = false;
  const gather = (ms: number) => (hasOpened ? timer.set(ms) : timer.setUnlessSet(FIRST_GATHER_MS));

  function closeAll() {
    source?.close();
    next?.close();
    source = null;
    next = null;
    openChannels = '';
  }

  function sync() {
    const channels = listWanted(wanted);
    if (paused || channels.length === 0) return closeAll();
    if (channels.join(',') !== openChannels) connect(channels);
  }

  function connect(channels: string[]) {
    next?.close();
    const opened = deps.open(channels);
    next = opened;
    hasOpened = true;
    openChannels = channels.join(',');
    if (source === null) deps.onState('connecting');
    opened.addEventListener('open', () => {
      if (opened !== next) return;
      source?.close();
      source = opened;
      next = null;
      retryMs = RETRY_FIRST_MS;
      deps.onState('up');
    });
    opened.addEventListener('error', () => fail(opened));
    for (const name of EVENT_NAMES) opened.addEventListener(name, (event) => receive(opened, name, event.data));
  }

  function receive(from: EventSourceLike, name: (typeof EVENT_NAMES)[number], data: string | undefined) {
    if ((from !== source && from !== next) || data === undefined) return;
    const value = parse(data);
    if (value === undefined) return fail(from);
    if (name === 'upstream') deps.onState((value as StreamEvents['upstream']).state);
    if (name === 'ended') return end((value as StreamEvents['ended']).reason);
    deps.onEvent(name, value as never);
  }

  function end(reason: StreamEvents['ended']['reason']) {
    closeAll();
    deps.onState('down');
    if (reason === 'session') deps.onRefused();
    timer.set(reason === 'replaced' ? REPLACED_MS : RETRY_MAX_MS);
  }

  function fail(failed: EventSourceLike) {
    if (failed !== source && failed !== next) return;
    // The browser's own reconnecting waits as it likes and gives up for good on some answers, so this is done here.
    const isRefused = source === null;
    closeAll();
    deps.onState('down');
    if (isRefused) deps.onRefused();
    timer.set(retryMs);
    retryMs = Math.min(retryMs * 2, RETRY_MAX_MS);
  }

  return {
    want(channel) {
      wanted.set(channel, (wanted.get(channel) ?? 0) + 1);
      if (!openChannels.split(',').includes(channel)) gather(GATHER_MS);
      return once(() => {
        if (release(wanted, channel) === 0 && openChannels !== '') timer.setUnlessSet(LINGER_MS);
      });
    },
    wants: (channel) => (wanted.get(channel) ?? 0) > 0,
    again() {
      openChannels = '';
      timer.set(GATHER_MS);
    },
    pause() {
      paused = true;
      closeAll();
    },
    resume() {
      if (!paused) return;
      paused = false;
      retryMs = RETRY_FIRST_MS;
      gather(0);
    },
  };
}
