import { describe, expect, it } from 'vitest';
import { createLogger } from './logger';
import { createMetrics } from './metrics';

describe('metrics of a process', () => {
  it('gives the same metric to two modules that ask for one name', async () => {
    const metrics = createMetrics(createLogger('silent'));
    const create = () => metrics.counter({ name: 'batches_total', help: 'Batches, by product', labelNames: ['product'] });
    create().inc({ product: 'spot' });
    create().inc({ product: 'perpetual' }, 2);
    const { body } = await metrics.render();
    expect(body).toContain('exchange_batches_total{product="spot"} 1');
    expect(body).toContain('exchange_batches_total{product="perpetual"} 2');
  });

  it('counts an alarm by kind and logs it as an error', async () => {
    const log = createLogger('silent');
    const logged: unknown[] = [];
    log.error = (fields: unknown) => void logged.push(fields);
    const metrics = createMetrics(log);
    metrics.alarm('funding_refused', { market: 'ETH-USDT' }, 'funding was refused');
    expect((await metrics.render()).body).toContain('exchange_alarms_total{kind="funding_refused"} 1');
    expect(logged).toEqual([{ alarm: 'funding_refused', market: 'ETH-USDT' }]);
  });
});
