import { z } from 'zod';
import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { defineJob } from '../../platform/job-kinds';
import { CHAIN_FAMILY } from './networks.ledger';
import { SANDBOX_BLOCK_MS } from './networks.sandbox';
import { addSandboxBlocks } from './networks.sandbox.repository';
import { createNetworks, type ListedNetworks, type Networks } from './networks.service';

export type NetworksModule = ExchangeModule & { networks: Networks };

/** Wires the networks: opened before anything asks for an address, and in the sandbox a block every 5 seconds. */
export function createNetworksModule(
  platform: Platform,
  deps: { listNetworks: ListedNetworks; refresh: () => Promise<void> },
): NetworksModule {
  const networks = createNetworks(platform, deps);
  const sandboxBlocks = defineJob({
    name: 'sandbox-blocks',
    payload: z.object({}),
    cursor: z.null(),
    period: { everyMs: SANDBOX_BLOCK_MS, missed: 'last' },
    async run(tx) {
      const offered = networks.list().filter(({ isOffered }) => isOffered);
      await addSandboxBlocks(
        tx,
        offered.map(({ code }) => code),
      );
      return null;
    },
  });
  return {
    name: 'networks',
    networks,
    accountFamilies: [CHAIN_FAMILY],
    workers: [{ phase: 'listeners', start: () => networks.open(), stop: async () => undefined }],
    jobs: platform.env.sandbox ? [sandboxBlocks] : [],
  };
}
