import { expect, it } from 'vitest';
import { createLogger } from '../../platform/logger';
import { createMetrics } from '../../platform/metrics';
import { createWriterMetrics } from './matching.writer-metrics';

it('shows how many commands wait when it is asked, of each writer by itself', async () => {
  const metrics = createMetrics(createLogger('silent'));
  const waiting = { spot: 0, perpetual: 0 };
  for (const books of ['spot', 'perpetual'] as const)
    createWriterMetrics(metrics, books, (lane) => (lane === 'users' ? waiting[books] : 0));
  Object.assign(waiting, { spot: 3, perpetual: 7 });
  const { body } = await metrics.render();
  expect(body).toContain('exchange_writer_queue_commands{books="spot",lane="users"} 3');
  expect(body).toContain('exchange_writer_queue_commands{books="perpetual",lane="users"} 7');
  expect(body).toContain('exchange_writer_queue_commands{books="spot",lane="risk"} 0');
  waiting.spot = 1;
  expect((await metrics.render()).body).toContain('exchange_writer_queue_commands{books="spot",lane="users"} 1');
});
