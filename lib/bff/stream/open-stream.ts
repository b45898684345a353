import 'server-only';
import { AppError } from '../../errors/app-error';
import { interest } from '../../protocol/extensions';
import { logFailure } from '../log-failure';
import type { StreamEvents } from '../../dto/stream';
import type { AppSession } from '../../session/options';
import { toIsCs } from '../../protocol/fields';
import { callPublic } from '../upstream';
import { type BookInterest, createBookInterest } from './book-interest';
import { ClientQueue, QUEUE_BYTES_MAX } from './client-queue';
import { findEndedSessions } from './find-ended-sessions';
import { type Listener, StreamHub } from './hub';
import { writeSse } from './sse-reader';
import { StreamLimiter } from './stream-limiter';
import { UpstreamConnection } from './upstream-connection';

const HEARTBEAT_MS = 15_000;
/** Books are asked for again well before the exchange forgets that somebody looks. */
const INTEREST_MS = 30_000;
/** The line stays open for the next visitor. */
const LINGER_MS = 30_000;
/** A stream whose session has ended closes within this time, on whatever process it ended, and the time of a call. */
const SESSION_CHECK_MS = 1_000;

type EndReason = StreamEvents['ended']['reason'];
type Client = { queue: ClientQueue; session: AppSession | null; isAllowed(): Promise<boolean>; end(reason: EndReason): void };
type Switchboard = {
  hub: StreamHub;
  line: UpstreamConnection;
  books: BookInterest;
  clients: Set<Client>;
  places: StreamLimiter;
  timers: NodeJS.Timeout[];
  linger: NodeJS.Timeout | null;
};

const slot = Symbol.for('candor.switchboard');
function switchboard(): Switchboard {
  const holder = globalThis as { [slot]?: Switchboard };
  if (holder[slot] === undefined) {
    const hub = new StreamHub();
    const books = createBookInterest({
      ask: ({ market, mode, kind }) => callPublic(interest, { market, is_cs: toIsCs(mode), type: kind }),
      onFailure: (error) => logFailure({ requestId: '-', where: 'stream interest', error }),
    });
    holder[slot] = {
      hub,
      line: new UpstreamConnection(hub, () => books.renew(hub.topicNames)),
      books,
      clients: new Set(),
      places: new StreamLimiter(),
      timers: [],
      linger: null,
    };
  }
  return holder[slot];
}

function beat(board: Switchboard): void {
  for (const client of board.clients) {
    client.queue.beat();
    client.isAllowed().then(
      (isAllowed) => {
        if (!isAllowed) client.end('session');
      },
      (error: unknown) => logFailure({ requestId: '-', where: 'stream', error }),
    );
  }
}

/** Ends the streams of sessions that were signed out, also elsewhere. A round begins when the one before is over. */
async function checkSessions(board: Switchboard, round: number): Promise<void> {
  const byUpstream = new Map<string, AppSession>();
  for (const { session } of board.clients) if (session !== null) byUpstream.set(session.upstream, session);
  const ended = await findEndedSessions([...byUpstream.values()], round);
  const upstreams = new Set(ended.map(({ upstream }) => upstream));
  for (const client of upstreams.size === 0 ? [] : board.clients) {
    if (client.session !== null && upstreams.has(client.session.upstream)) client.end('session');
  }
}

function startChecking(board: Switchboard): NodeJS.Timeout {
  let round = 0;
  let isChecking = false;
  return setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    round += 1;
    checkSessions(board, round)
      .catch((error: unknown) => {
        // An exchange that can't be asked shows as a line that is down.
        if (!(error instanceof AppError)) logFailure({ requestId: '-', where: 'stream sessions', error });
      })
      .finally(() => {
        isChecking = false;
      });
  }, SESSION_CHECK_MS);
}

function wake(board: Switchboard): void {
  if (board.linger !== null) clearTimeout(board.linger);
  board.linger = null;
  if (board.line.isRunning) return;
  board.line.start();
  board.timers = [
    setInterval(() => beat(board), HEARTBEAT_MS),
    setInterval(() => board.books.renew(board.hub.topicNames), INTEREST_MS),
    startChecking(board),
  ];
}

function rest(board: Switchboard): void {
  if (board.clients.size > 0 || board.linger !== null) return;
  board.linger = setTimeout(() => {
    board.linger = null;
    if (board.clients.size > 0) return;
    board.timers.forEach(clearInterval);
    board.line.stop();
  }, LINGER_MS);
  board.linger.unref();
}

type OpenInput = {
  /** The session that the stream belongs to, null for a visitor. */
  session: AppSession | null;
  /** The network that it comes from. */
  source: string;
  topics: ReadonlySet<string>;
  lastId: string | null;
  signal: AbortSignal;
  /** Whether the session that opened the stream still stands; asked now and then. */
  isAllowed(): Promise<boolean>;
  /** The same without waiting: false once the session was signed out in this process. */
  isSignedOut(): boolean;
};

/** Returns the bytes of a client's event stream; all clients of this process share one subscription to the exchange. @throws RATE_LIMITED */
export function openStream(input: OpenInput): ReadableStream<Uint8Array> {
  const board = switchboard();
  let end = (_reason: EndReason): void => undefined;
  const leave = board.places.take({ user: input.session?.userId ?? null, source: input.source }, () => end('replaced'));
  if (leave === null) throw new AppError('RATE_LIMITED', { detail: 'too many streams' });
  let queue: ClientQueue | null = null;
  let close = (_isCancelled: boolean): void => undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const own = new ClientQueue(controller);
        queue = own;
        const listener: Listener = {
          topics: input.topics,
          receive(message) {
            if (message.event === 'account' && input.isSignedOut()) end('session');
            else own.push(message);
          },
        };
        const client: Client = { queue: own, session: input.session, isAllowed: input.isAllowed, end: (reason) => end(reason) };
        end = (reason) => {
          if (board.clients.has(client)) controller.enqueue(new TextEncoder().encode(writeSse({ event: 'ended', data: { reason } })));
          close(false);
        };
        const onAbort = () => close(false);
        close = (isCancelled) => {
          if (!board.clients.delete(client)) return;
          leave();
          board.hub.leave(listener);
          input.signal.removeEventListener('abort', onAbort);
          rest(board);
          if (!isCancelled) controller.close();
        };
        board.clients.add(client);
        // Headers and first bytes leave at once, so that the browser knows that the line stands.
        const time = writeSse({ event: 'time', data: { at: new Date().toISOString() } });
        controller.enqueue(new TextEncoder().encode(`retry: 1000\n\n${time}`));
        wake(board);
        board.books.open([...input.topics].filter((topic) => !board.hub.hasTopic(topic)));
        board.hub.join(listener, input.lastId);
        input.signal.addEventListener('abort', onAbort);
        // Whoever left while the stream was prepared is heard of no more, and the framework takes nothing of an answer that nobody waits for.
        if (input.signal.aborted) onAbort();
      },
      pull() {
        queue?.flush();
      },
      cancel() {
        close(true);
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: QUEUE_BYTES_MAX }),
  );
}
