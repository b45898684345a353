import 'server-only';
import { AppError } from '../../errors/app-error';
import { interest } from '../../protocol/extensions';
import type { BookKind, Mode } from '../../protocol/wire';
import { logFailure } from '../log-failure';
import { toIsCs } from '../../protocol/fields';
import { callPublic } from '../upstream';
import { ClientQueue, QUEUE_BYTES_MAX } from './client-queue';
import { type Listener, StreamHub } from './hub';
import { topics } from './messages';
import { UpstreamLine } from './upstream-line';

const HEARTBEAT_MS = 15_000;
/** Books are asked for again well before the exchange forgets that somebody looks. */
const INTEREST_MS = 30_000;
/** The line stays open for the next visitor. */
const LINGER_MS = 30_000;
/** Streams of one process at most; beyond it a client polls. */
const CLIENTS_MAX = 10_000;

type Client = { queue: ClientQueue; isAllowed(): Promise<boolean>; close(): void };
type Switchboard = { hub: StreamHub; line: UpstreamLine; clients: Set<Client>; timers: NodeJS.Timeout[]; linger: NodeJS.Timeout | null };

const slot = Symbol.for('candor.switchboard');
function switchboard(): Switchboard {
  const holder = globalThis as { [slot]?: Switchboard };
  if (holder[slot] === undefined) {
    const hub = new StreamHub();
    holder[slot] = {
      hub,
      line: new UpstreamLine(hub, () => hub.topicNames.forEach(askForBook)),
      clients: new Set(),
      timers: [],
      linger: null,
    };
  }
  return holder[slot];
}

function askForBook(topic: string): void {
  const [what, market, mode, kind] = topic.split(' ');
  if (what !== 'book' || market === undefined) return;
  callPublic(interest, { market, is_cs: toIsCs(mode as Mode), type: kind as BookKind }).catch((error: unknown) => {
    if (!(error instanceof AppError)) logFailure({ requestId: '-', where: 'stream interest', error });
  });
}

function beat(board: Switchboard): void {
  for (const client of board.clients) {
    client.queue.beat();
    client.isAllowed().then(
      (isAllowed) => {
        if (!isAllowed) client.close();
      },
      (error: unknown) => logFailure({ requestId: '-', where: 'stream', error }),
    );
  }
}

function wake(board: Switchboard): void {
  if (board.linger !== null) clearTimeout(board.linger);
  board.linger = null;
  if (board.line.isRunning) return;
  board.line.start();
  board.timers = [setInterval(() => beat(board), HEARTBEAT_MS), setInterval(() => board.hub.topicNames.forEach(askForBook), INTEREST_MS)];
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
  if (board.clients.size >= CLIENTS_MAX) throw new AppError('RATE_LIMITED', { detail: 'too many streams' });
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
            if (message.event === 'account' && input.isSignedOut()) close(false);
            else own.push(message);
          },
        };
        const client: Client = { queue: own, isAllowed: input.isAllowed, close: () => close(false) };
        const onAbort = () => close(false);
        close = (isCancelled) => {
          if (!board.clients.delete(client)) return;
          board.hub.leave(listener);
          input.signal.removeEventListener('abort', onAbort);
          rest(board);
          if (!isCancelled) controller.close();
        };
        board.clients.add(client);
        // Headers and first bytes leave at once, so that the browser knows that the line stands.
        controller.enqueue(new TextEncoder().encode('retry: 1000\n\n'));
        wake(board);
        for (const topic of input.topics) if (topic !== topics.tickers && !board.hub.hasTopic(topic)) askForBook(topic);
        board.hub.join(listener, input.lastId);
        input.signal.addEventListener('abort', onAbort);
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
