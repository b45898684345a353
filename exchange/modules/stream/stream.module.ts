import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { interest, STREAM_PATH } from '../../../lib/protocol/extensions';
import { toMode } from '../../../lib/protocol/fields';
import { hasBffKey } from '../../http/caller';
import { writeRefusal } from '../../http/envelope';
import { handle, type RegisteredCall } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { DomainError } from '../../platform/domain-error';
import { findMarket } from '../market-data/markets';
import { createStreamService, type StreamDeps } from './stream.service';

/** Below the silence after which a reader takes the line for dead. */
const BEAT_MS = 5_000;
/** Each web process holds one connection; this is far above any plausible number of them. */
const CLIENTS_MAX = 256;

export type StreamModule = {
  calls: RegisteredCall[];
  /** Adds `GET /api/x/stream` to the server, before it listens. */
  addRoutes(app: FastifyInstance): void;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Wires the stream: one connection carries every event of this exchange to a backend-for-frontend. */
export function createStreamModule(platform: Platform, deps: StreamDeps): StreamModule {
  const { clock, log, events, env } = platform;
  const service = createStreamService({ clock, log, epoch: clock.now().toString(36), ...deps });
  let timer: NodeJS.Timeout | null = null;
  let unsubscribe: (() => void) | null = null;

  function open(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const refusal = !hasBffKey(request.headers, env.bffKey) ? { status: 403, code: 'BFF_KEY_REQUIRED' as const } : null;
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
    calls: [
      handle(interest, async ({ market, is_cs: isCs, type }) => {
        if (!findMarket(market)) throw new DomainError('MARKET_UNKNOWN');
        return { until: service.addInterest({ market, mode: toMode(isCs), type: type ?? 'spot' }) };
      }),
    ],
    addRoutes(app) {
      app.get(`/api${STREAM_PATH}`, open);
    },
    async start() {
      unsubscribe = events.subscribe(service.accept);
      timer = setInterval(service.beat, BEAT_MS);
    },
    async stop() {
      unsubscribe?.();
      if (timer) clearInterval(timer);
      service.close();
    },
  };
}
