import type { AddressNetwork } from '../../../lib/rules/address-shape';
import type { Worker } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { createId } from '../../platform/ids';
import { LeaseHolder } from '../../platform/lease-holder';
import { checkFence, LeaseLost } from '../../platform/leases';
import type { PayingNetworks } from './withdrawals.networks';
import { noteSigned } from './withdrawals.paying.repository';
import { listBusy } from './withdrawals.payments.repository';
import { Payer, type PayerDeps } from './withdrawals.payer';
import type { Signer } from './withdrawals.signers';

const IDLE_MS = 2_000;
const PART = 'withdrawals-';

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'metrics'> &
  Pick<PayerDeps, 'readChannels' | 'tell'> & {
    networks: PayingNetworks;
    /** Null for a network that people pay on. */
    createSigner(code: AddressNetwork): Promise<Signer | null>;
    /** Between two looks while nothing is under way, and after a failure. */
    idleMs?: number | undefined;
  };

/** Pays on every network that is set up: of several processes one on each, under a lease. */
export function createPayingWorker(deps: Deps): Worker & { round(): Promise<number> } {
  const { db, log, metrics, networks, idleMs = IDLE_MS } = deps;
  const processId = createId();
  const payers = new Map<string, Payer>();
  const epochs = new Map<string, string>();
  let holder: LeaseHolder<null> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let isStopped = true;

  async function createPayer(code: AddressNetwork): Promise<Payer | null> {
    const network = networks.find(code);
    if (network === null) return null;
    const part = `${PART}${code}`;
    return new Payer({
      ...deps,
      network,
      signer: await deps.createSigner(code),
      checkFence: (tx) => checkFence(tx, processId, new Map([[part, epochs.get(part) ?? '0']])),
    });
  }

  /** Networks of this process that have anything to pay or to follow. */
  async function listBusyParts(): Promise<string[]> {
    const parts = [...epochs.keys()];
    try {
      const busy = await listBusy(
        db.read,
        parts.map((part) => part.slice(PART.length)),
      );
      return parts.filter((part) => busy.has(part.slice(PART.length)));
    } catch (error) {
      log.warn({ err: error }, 'withdrawals of all networks wait');
      return [];
    }
  }

  /** One look at each network that is this process's own and has something to do. Returns how many withdrawals are under way on them. */
  async function round(): Promise<number> {
    let open = 0;
    for (const part of await listBusyParts()) {
      try {
        open += (await payers.get(part)?.round()) ?? 0;
      } catch (error) {
        if (error instanceof LeaseLost) holder?.abandon(error.parts);
        log.warn({ err: error, part }, 'withdrawals of a network wait');
      }
    }
    return open;
  }

  function schedule(waitMs: number): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = round().then((open) => schedule(open > 0 ? pollMs() : idleMs));
    }, waitMs);
    timer.unref();
  }
  const pollMs = () => Math.min(idleMs, ...networks.list().map(({ chain }) => chain.pollMs));

  return {
    phase: 'upkeep',
    round,
    async start() {
      isStopped = false;
      await db.transaction((tx) =>
        noteSigned(
          tx,
          networks.list().map(({ code }) => ({ network: code, isSigned: networks.isSigned(code) })),
        ),
      );
      for (const { code } of networks.list()) {
        const payer = await createPayer(code);
        if (payer !== null) payers.set(`${PART}${code}`, payer);
      }
      const state = {
        epochs,
        own: (part: string, epoch: string) => void epochs.set(part, epoch),
        disown: (part: string) => void epochs.delete(part),
      };
      holder = new LeaseHolder({
        ...{ db, log, metrics, processId, state },
        name: 'withdrawals',
        parts: [...payers.keys()],
        prepare: () => Promise.resolve(null),
      });
      await holder.start();
      schedule(idleMs);
    },
    async stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      await running;
      await holder?.stop();
    },
  };
}
