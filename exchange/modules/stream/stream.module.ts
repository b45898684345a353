import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { interest, STREAM_PATH } from '../../../lib/protocol/extensions';
import type { BookWire } from '../../../lib/protocol/markets';
import type { BookKind, Mode } from '../../../lib/protocol/wire';
import { toMode } from '../../../lib/protocol/fields';
import { hasBffKey } from '../../http/caller';
import { writeRefusal } from '../../http/envelope';
import type { ExchangeModule } from '../../composition/module';
import { handle } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { DomainError } from '../../platform/domain-error';
import { findMarket } from '../market-data/markets';
import { createStreamService } from './stream.service';

/** Below the silence after which a reader takes the line for dead. */
const BEAT_MS = 5_000;
/** Each web process holds one connection; this is far above any plausible number of them. */
const CLIENTS_MAX = 256;

/** What the stream asks of whoever keeps the books of one kind. */
type Books = {
  getBook(market: string, mode: Mode): Promise<BookWire>;
  /** Tells that somebody looks at a book. */
  touch(market: string, mode: Mode): void;
};

/** Wires the stream: one connection carries every event of this exchange to a backend-for-frontend. */
export function createStreamModule(platform: Platform, { books }: { books: Record<BookKind, Books> }) {
  const { clock, log, events, env } = platform;
  const service = createStreamService({
    clock,
    log,
    epoch: clock.now().toString(36),
    getBook: ({ type, market, mode }) => books[type].getBook(market, mode),
    touch: ({ type, market, mode }) => books[type].touch(market, mode),
  });
  let timer: NodeJS.Timeout | null = null;
  let unsubscribe: (() => void) | null = null;

  function open(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const isApp = hasBffKey(request.headers, { key: env.bffKey, now: clock.now() });
    const refusal = !isApp ? { status: 403, code: 'BFF_KEY_REQUIRED' as const } : null;
    const isFull = service.countClients() >= CLIENTS_MAX;
    if (refusal || isFull) {
      const { status, code } = refusal ?? { status: 503, code: 'RATE_LIMITED' as const };
      return reply
        .code(status)
        .header('content-type', 'application/json; charset=utf-8')
        .send(JSON.stringify(writeRefusal(new DomainError(code))));
    }
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    raw.flushHeaders();
    request.raw.socket.setNoDelay(true);
    const lastId = request.headers['last-event-id'];
    const client = service.connect(
      { write: (text) => raw.write(text), close: () => raw.destroy() },
      typeof lastId === 'string' ? lastId : null,
    );
    raw.on('drain', () => client.drain(clock.now()));
    raw.on('error', () => client.close());
    raw.on('close', () => service.disconnect(client));
    return reply;
  }

  return {
    name: 'stream',
    features: ['stream'],
    calls: [
      handle(interest, async ({ market, is_cs: isCs, type }) => {
        if (!findMarket(market)) throw new DomainError('MARKET_UNKNOWN');
        return { until: service.addInterest({ market, mode: toMode(isCs), type: type ?? 'spot' }) };
      }),
    ],
    routes: (app: FastifyInstance) => void app.get(`/api${STREAM_PATH}`, open),
    workers: [
      {
        phase: 'streams',
        async start() {
          unsubscribe = events.subscribe(service.accept);
          timer = setInterval(service.beat, BEAT_MS);
        },
        async stop() {
          unsubscribe?.();
          if (timer) clearInterval(timer);
          service.close();
        },
      },
    ],
  } satisfies ExchangeModule;
}
