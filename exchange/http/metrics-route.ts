import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../platform/metrics';

/** Adds `GET /metrics` for the operator's own collector: the exchange listens on loopback alone, and no proxy passes this path on. */
export function addMetricsRoute(app: FastifyInstance, metrics: Metrics): void {
  app.get('/metrics', async (_request, reply) => {
    const { contentType, body } = await metrics.render();
    return reply.header('content-type', contentType).header('cache-control', 'no-store').send(body);
  });
}
