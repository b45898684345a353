import type { ExchangeModule } from '../../composition/module';
import { addMetricsRoute } from '../../http/metrics-route';
import type { Platform } from '../../platform/app';
import { createMaintenance } from '../../platform/maintenance';
import { createRetention, type RetentionRule } from '../../platform/retention';

/** Wires what keeps a process in order: the embedded database's upkeep, the rules of all modules on what is kept, and the metrics. */
export function createUpkeepModule(platform: Platform): ExchangeModule {
  const rules: RetentionRule[] = [];
  return {
    name: 'upkeep',
    routes: (app) => addMetricsRoute(app, platform.metrics),
    workers: [
      { ...createMaintenance(platform), phase: 'upkeep' },
      { ...createRetention({ ...platform, rules }), phase: 'upkeep' },
    ],
    onComposed: (all) => void rules.push(...all.retention),
  };
}
