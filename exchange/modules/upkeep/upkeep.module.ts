import type { ExchangeModule } from '../../composition/module';
import { addMetricsRoute } from '../../http/metrics-route';
import type { Platform } from '../../platform/app';
import { createEventRunner } from '../../platform/event-consumers';
import { createEventRetention } from '../../platform/event-retention';
import { createMaintenance } from '../../platform/maintenance';
import { createRetention, type RetentionRule } from '../../platform/retention';

/**
 * Wires what keeps a process in order: the consumers of events, the embedded database's upkeep, the rules of all modules on what is kept, and
 * the metrics.
 */
export function createUpkeepModule(platform: Platform): ExchangeModule {
  const rules: RetentionRule[] = [];
  let events: ReturnType<typeof createEventRunner> | null = null;
  return {
    name: 'upkeep',
    routes: (app) => addMetricsRoute(app, platform.metrics),
    workers: [
      { phase: 'upkeep', start: async () => events?.start(), stop: async () => events?.stop() },
      { ...createMaintenance(platform), phase: 'upkeep' },
      { ...createRetention({ ...platform, rules }), phase: 'upkeep' },
    ],
    onComposed(all) {
      events = createEventRunner({ ...platform, kinds: all.events, consumers: all.consumers });
      rules.push(...all.retention, createEventRetention(all.consumers.map(({ name }) => name)));
    },
  };
}
