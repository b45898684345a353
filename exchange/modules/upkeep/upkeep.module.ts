import type { ExchangeModule, Worker } from '../../composition/module';
import { addMetricsRoute } from '../../http/metrics-route';
import type { Platform } from '../../platform/app';
import { EventRunner } from '../../platform/event-consumers';
import { createEventRetryJob } from '../../platform/event-retries';
import { createEventRetention } from '../../platform/event-retention';
import { JobRunner } from '../../platform/job-runner';
import { jobRetention } from '../../platform/jobs.repository';
import { createMaintenance } from '../../platform/maintenance';
import { createRetentionJobs } from '../../platform/retention';

/**
 * Wires what keeps a process in order: the consumers of events, the jobs, the embedded database's upkeep, the rules of all modules on what is
 * kept, and the metrics.
 */
export function createUpkeepModule(platform: Platform): ExchangeModule {
  let runners: Omit<Worker, 'phase'>[] = [];
  let events: EventRunner | null = null;
  return {
    name: 'upkeep',
    routes: (app) => addMetricsRoute(app, platform.metrics),
    workers: [
      // Before any worker writes an event: an older process is kept from those that it doesn't know.
      { phase: 'listeners', start: async () => events?.open(), stop: () => Promise.resolve() },
      {
        phase: 'upkeep',
        async start() {
          for (const runner of runners) await runner.start();
        },
        async stop() {
          await Promise.all(runners.map((runner) => runner.stop()));
        },
      },
      { ...createMaintenance(platform), phase: 'upkeep' },
    ],
    retention: [jobRetention],
    onComposed(all) {
      const rules = [...all.retention, createEventRetention(all.consumers.map(({ name }) => name))];
      events = new EventRunner({ ...platform, kinds: all.events, consumers: all.consumers });
      runners = [
        events,
        new JobRunner({
          ...platform,
          kinds: [...all.jobs, createEventRetryJob(all.consumers), ...createRetentionJobs({ ...platform, rules })],
        }),
      ];
    },
  };
}
