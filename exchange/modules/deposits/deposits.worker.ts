import type { Platform } from '../../platform/app';
import { createId } from '../../platform/ids';
import { LeaseHolder } from '../../platform/lease-holder';
import { checkFence, LeaseLost } from '../../platform/leases';
import { ChainUnavailable, type Networks, pauseNetwork, type PauseReason, readPause, resumeNetwork } from '../networks/networks';
import { createCrediting } from './deposits.crediting';
import { createWatching, DeepReorganisation, type Watched } from './deposits.watching';

/** A network that could not be asked for this long stops crediting and paying. */
export const SILENCE_MAX_MS = 5 * 60_000;
/** A network whose blocks of so long weren't looked through yet is behind: somebody should know why. */
const BEHIND_MAX_MS = 30 * 60_000;
/** Pieces of one round, so that one network's past holds up nothing else. */
const CHUNKS_MAX = 50;
const leaseOf = (network: string) => `deposits ${network}`;

/** What a process knows of a network that it watches. Times in ms of the clock. */
type Watch = {
  epoch: string;
  heardAt: number;
  head: number;
  movedAt: number;
  isBehind: boolean;
  /** What went wrong last, until something goes well: the same is logged once. */
  failure: string | null;
  timer: NodeJS.Timeout | null;
  running: Promise<unknown> | null;
};
type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'metrics' | 'events'> & { networks: Networks };

/**
 * Watches every network that is offered: of several processes one at a time. Looks through what is new, credits what is confirmed, and pauses
 * a network whose chain is silent, disagrees with itself, or was replaced too far back.
 */
export function createDepositsWorker(deps: Deps) {
  const { db, clock, log, metrics, events, networks } = deps;
  const watching = createWatching(deps);
  const crediting = createCrediting(deps);
  const { noteHeard, noteBehind, noteFailure } = createHealth(deps);
  const processId = createId();
  const watches = new Map<string, Watch>();
  let holder: LeaseHolder<null> | null = null;
  const credited = metrics.counter({ name: 'deposits_credited_total', help: 'Deposits credited', labelNames: ['network'] });

  function inputOf(network: string, epoch: string) {
    const { confirmations, assets } = networks.get(network);
    const pickOurs = async (addresses: readonly string[]) => new Set((await networks.findOwners(db.read, { network, addresses })).keys());
    const watched: Watched = { network, chain: networks.chainOf(network), confirmations, assets };
    const fence = (tx: Parameters<typeof checkFence>[0]) => checkFence(tx, processId, new Map([[leaseOf(network), epoch]]));
    return { ...watched, fence, pickOurs };
  }

  async function credit(network: string, input: ReturnType<typeof inputOf>): Promise<boolean> {
    const piece = await crediting.creditChunk(input);
    tell(events, piece.told);
    credited.inc({ network }, piece.told.length);
    return piece.hasMore;
  }

  /** Looks and credits until nothing is left, at most `CHUNKS_MAX` chunks of either; what is confirmed doesn't wait for the past to be looked through. */
  async function work(network: string, watch: Watch): Promise<void> {
    const input = inputOf(network, watch.epoch);
    let isMoreConfirmed = false;
    for (let pieces = 0, hasMore = true; hasMore && pieces < CHUNKS_MAX; pieces += 1) {
      const step = await watching.step(input);
      await noteHeard(network, watch, step.head);
      tell(events, step.told);
      noteBehind(network, watch, Math.max(0, step.head - step.block));
      hasMore = step.hasMore;
      isMoreConfirmed = await credit(network, input);
    }
    for (let pieces = 0; isMoreConfirmed && pieces < CHUNKS_MAX; pieces += 1) isMoreConfirmed = await credit(network, input);
  }

  async function round(network: string): Promise<boolean> {
    const watch = watches.get(network);
    if (watch === undefined) return false;
    try {
      await work(network, watch);
    } catch (error) {
      if (error instanceof LeaseLost) return false;
      await noteFailure(network, watch, error);
    }
    return true;
  }

  function schedule(network: string, watch: Watch): void {
    watch.timer = setTimeout(() => {
      watch.running = round(network)
        .catch((error: unknown) => log.warn({ err: error, network }, 'a network waits for the database'))
        .finally(() => {
          watch.running = null;
          if (watches.get(network) === watch) schedule(network, watch);
        });
    }, networks.chainOf(network).pollMs);
    watch.timer.unref();
  }

  const epochs = new Map<string, string>();
  const networkOf = (part: string) => part.slice(leaseOf('').length);
  const state = {
    epochs,
    own(part: string, epoch: string) {
      epochs.set(part, epoch);
      const now = clock.now();
      const watch: Watch = { epoch, heardAt: now, head: -1, movedAt: now, isBehind: false, failure: null, timer: null, running: null };
      watches.set(networkOf(part), watch);
      schedule(networkOf(part), watch);
    },
    disown(part: string) {
      epochs.delete(part);
      const watch = watches.get(networkOf(part));
      if (watch?.timer != null) clearTimeout(watch.timer);
      watches.delete(networkOf(part));
    },
  };

  return {
    /** One round of a network, at once; false where another process watches it. */
    round,
    async start(): Promise<void> {
      const parts = networks.list().flatMap(({ code, isOffered }) => (isOffered ? [leaseOf(code)] : []));
      if (parts.length === 0) return;
      holder = new LeaseHolder<null>({ db, log, metrics, name: 'deposits', parts, state, prepare: async () => null, processId });
      await holder.start();
    },
    async stop(): Promise<void> {
      const running = [...watches.values()].map((watch) => watch.running);
      await holder?.stop();
      await Promise.allSettled(running);
    },
  };
}

function tell(events: Deps['events'], users: readonly string[]): void {
  for (const userId of new Set(users)) {
    events.publish({ kind: 'account', userId, mode: 'real', changed: ['balances', 'deposits'], market: null });
  }
}

/** Returns what pauses a network by what is heard of it, and lets it go on. */
function createHealth({ db, clock, log, metrics, networks }: Deps) {
  const behind = metrics.gauge({ name: 'deposit_blocks_behind', help: 'Blocks that were not looked through yet', labelNames: ['network'] });

  async function pause(network: string, reason: PauseReason, detail: string): Promise<void> {
    const isNew = await db.transaction((tx) => pauseNetwork(tx, { network, reason, detail, at: clock.now() }), { kind: 'work' });
    if (isNew) metrics.alarm('network_paused', { network, reason, detail }, 'a network stopped crediting and paying');
  }

  /** What was paused because nobody answered, or answers differed, goes on by itself once they do. */
  async function noteHeard(network: string, watch: Watch, head: number): Promise<void> {
    const now = clock.now();
    watch.heardAt = now;
    watch.failure = null;
    if (head !== watch.head) Object.assign(watch, { head, movedAt: now });
    const stoodMs = now - watch.movedAt;
    if (stoodMs >= networks.chainOf(network).stallMs) {
      return pause(network, 'silent', `the newest block has been ${head} for ${Math.round(stoodMs / 1_000)} s`);
    }
    if ((await readPause(db.read, network)) === null) return;
    const isResumed = await db.transaction((tx) => resumeNetwork(tx, { network, reasons: ['silent', 'disagreement'] }), { kind: 'work' });
    if (isResumed) log.warn({ network }, 'a network credits and pays again');
  }

  function noteBehind(network: string, watch: Watch, blocks: number): void {
    behind.set({ network }, blocks);
    const wasBehind = watch.isBehind;
    watch.isBehind = blocks * networks.chainOf(network).blockMs > BEHIND_MAX_MS;
    if (watch.isBehind && !wasBehind) metrics.alarm('network_behind', { network, blocks }, 'a network is far behind its chain');
  }

  async function noteFailure(network: string, watch: Watch, error: unknown): Promise<void> {
    const failure = error instanceof Error ? error.message : String(error);
    if (failure !== watch.failure) log.warn({ err: error, network }, 'a network could not be looked through');
    watch.failure = failure;
    if (error instanceof DeepReorganisation) return pause(network, 'deep_reorganisation', error.message);
    if (error instanceof ChainUnavailable && error.reason === 'disagreement') return pause(network, 'disagreement', error.message);
    const silentMs = clock.now() - watch.heardAt;
    if (silentMs >= SILENCE_MAX_MS) await pause(network, 'silent', `nothing heard for ${Math.round(silentMs / 1_000)} s`);
  }

  return { noteHeard, noteBehind, noteFailure };
}
