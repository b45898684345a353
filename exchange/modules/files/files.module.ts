import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { canSeal } from '../../platform/sealing';
import { createFilesHandlers } from './files.handlers';
import { removeHandoffs } from './files.handoffs';
import { removeEnded } from './files.repository';
import { createFilesService } from './files.service';

/** Wires pictures: call 45, hand-offs, and the end of what has outlived its purpose. */
export function createFilesModule(platform: Platform) {
  const service = createFilesService(platform);
  return {
    name: 'files',
    features: canSeal(platform.env) ? ['pictures'] : [],
    calls: createFilesHandlers(service),
    retention: [
      { name: 'files', keptMs: 0, remove: removeEnded },
      { name: 'file_handoffs', keptMs: 60 * 60_000, remove: removeHandoffs },
    ],
    service,
  } satisfies ExchangeModule & { service: typeof service };
}
