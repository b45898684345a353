import { assets, registryChanges } from '../../../lib/protocol/registry';
import { PAGE_SIZE } from '../../../lib/protocol/wire';
import type { ExchangeModule } from '../../composition/module';
import { handle } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { offsetOf } from '../../platform/offset-pages';
import { perpetualTightened } from './registry.events';
import { findDifferences } from './registry.in-code';
import { listNewestOfEach, listNewestRows } from './registry.repository';
import { easeSandboxLoans, easeSandboxReview, nameSandboxBank } from './registry.sandbox';
import { createRegistry, type Registry } from './registry.service';

/** A small part of the notice that every change has. */
const REFRESH_MS = 15_000;

export type RegistryModule = ExchangeModule & { registry: Registry };

/** Wires the registry: read before anything asks it, and again as long as the exchange runs. */
export function createRegistryModule({
  db,
  clock,
  log,
  metrics,
  env,
}: Pick<Platform, 'db' | 'clock' | 'log' | 'metrics' | 'env'>): RegistryModule {
  const registry = createRegistry({ db, clock, env });
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  const refresh = async () => {
    try {
      await registry.refresh();
    } catch (error) {
      log.error({ err: error }, 'the registry was not read');
      metrics.alarm('registry_not_read', {}, 'the registry could not be read: a change that was announced may not be known here');
    }
  };
  return {
    name: 'registry',
    registry,
    events: [perpetualTightened],
    calls: [
      handle(assets, async () => ({
        assets: registry.list('asset').map(({ code, version, terms }) => ({ coin: code, version, ...terms })),
        networks: registry.list('network').map(({ code, version, terms }) => ({ network: code, version, ...terms })),
      })),
      handle(registryChanges, async ({ page }) => {
        const rows = await listNewestRows(db.read, { limit: PAGE_SIZE, offset: offsetOf(Number(page ?? '1')) });
        return rows.map(({ id, kind, code, version, terms, takesEffectAt, announcedAt, note }) => ({
          id: String(id),
          kind,
          code,
          version,
          effective: takesEffectAt,
          announced: announcedAt,
          note,
          terms: JSON.stringify(terms),
        }));
      }),
    ],
    audits: [{ subject: 'registry', run: async (asked) => ({ figures: [], faults: findDifferences(await listNewestOfEach(asked.read)) }) }],
    workers: [
      {
        phase: 'listeners',
        async start() {
          if (env.sandbox) {
            await easeSandboxReview(db, clock.now());
            await nameSandboxBank(db, clock.now());
            await easeSandboxLoans(db, clock.now());
          }
          await registry.refresh();
          timer = setInterval(() => {
            running = running.then(refresh);
          }, REFRESH_MS);
        },
        async stop() {
          if (timer !== null) clearInterval(timer);
          await running;
        },
      },
    ],
  };
}
