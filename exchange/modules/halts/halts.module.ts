import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { createHalts, type Halts } from './halts.service';

/** Wires the halts: known before any market takes an order. */
export function createHaltsModule(platform: Platform): ExchangeModule & { halts: Halts } {
  const halts = createHalts(platform);
  return { name: 'halts', halts, workers: [{ phase: 'listeners', start: halts.start, stop: halts.stop }] };
}
