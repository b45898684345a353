import { availableParallelism } from 'node:os';
import { sourceOf } from '../../../lib/rate-limits/address-source';
import { monotonicNow } from '../../platform/clock';
import { DomainError } from '../../platform/domain-error';
import type { Metrics } from '../../platform/metrics';
import type { DistributedSemaphore } from '../../platform/distributed-semaphore';

/** Password hashes take a core and 19 MiB each: half of the machine goes on with everything else. */
export const RUNNING_MAX = Math.max(1, Math.floor(availableParallelism() / 2));
/** At 15 ms a hash the last of them waits about a second. */
const WAITING_MAX = 64;
/** Queue places reserved for devices that were signed in on before. */
const RESERVED = 16;
/** Running and queued hashes of one source: nobody fills the queue alone. */
const SOURCE_MAX = 4;
export const WAIT_MAX_MS = 5_000;

export type WorkSource = { source: string; isKnown: boolean };
export type WorkLimiter = {
  /**
   * Runs `work` when its turn comes, on this process and among all that share the slots.
   * @throws SIGN_IN_BUSY with `seconds` when there is no place, or the turn didn't come within 5 s; nothing ran then
   */
  run<T>(of: WorkSource, work: () => Promise<T>): Promise<T>;
};
type Options = { runningMax?: number; waitMaxMs?: number; slots?: DistributedSemaphore | null; metrics?: Metrics };

/** Returns the concurrency limiter of password hashing: few at a time, a bounded FIFO queue, limits per source. */
export function createWorkLimiter({ runningMax = RUNNING_MAX, waitMaxMs = WAIT_MAX_MS, slots = null, metrics }: Options = {}): WorkLimiter {
  const places = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let running = 0;
  const watch = watchGate(metrics, () => ({ running, waiting: waiting.length }));
  const refuse = (reason: GateRefusal) => {
    watch.refuse(reason);
    return new DomainError('SIGN_IN_BUSY', { detail: reason, params: { seconds: String(Math.ceil(waitMaxMs / 1000)) } });
  };
  const isFull = ({ isKnown }: WorkSource) => waiting.length >= (isKnown ? WAITING_MAX : WAITING_MAX - RESERVED);
  const leave = (source: string) => {
    const left = (places.get(source) ?? 1) - 1;
    if (left === 0) places.delete(source);
    else places.set(source, left);
  };
  const waitForTurn = () =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(refuse('no turn'));
      }, waitMaxMs);
      waiting.push(start);
    });
  const takeSlot = async (shared: DistributedSemaphore, deadline: number) => {
    const giveBack = await shared.take(deadline);
    if (giveBack === null) throw refuse('no slot');
    return giveBack;
  };
  return {
    async run(of, work) {
      if ((places.get(of.source) ?? 0) >= SOURCE_MAX) throw refuse('source');
      if (isFull(of)) throw refuse('queue');
      const arrivedAt = monotonicNow();
      places.set(of.source, (places.get(of.source) ?? 0) + 1);
      try {
        // Whoever ends hands its turn on, so that `running` stays as it is.
        if (running < runningMax) running += 1;
        else await waitForTurn();
        try {
          const giveBack = slots === null ? null : await takeSlot(slots, arrivedAt + waitMaxMs);
          watch.wait((monotonicNow() - arrivedAt) / 1000);
          try {
            return await work();
          } finally {
            await giveBack?.();
          }
        } finally {
          const next = waiting.shift();
          if (next === undefined) running -= 1;
          else next();
        }
      } finally {
        leave(of.source);
      }
    },
  };
}

/** Why there was no turn: its source has too many places, the queue is full, this process was busy too long, or all processes were. */
type GateRefusal = 'source' | 'queue' | 'no turn' | 'no slot';

function watchGate(metrics: Metrics | undefined, read: () => { running: number; waiting: number }) {
  if (metrics === undefined) return { refuse: () => undefined, wait: () => undefined };
  metrics.gauge({
    name: 'sign_in_work',
    help: 'Password hashes of this process, by state',
    labelNames: ['state'],
    collect() {
      for (const [state, count] of Object.entries(read())) this.set({ state: state as 'running' | 'waiting' }, count);
    },
  });
  const refusals = metrics.counter({ name: 'sign_in_busy_total', help: 'Sign-ins refused for lack of a turn', labelNames: ['reason'] });
  const waits = metrics.histogram({ name: 'sign_in_wait_seconds', help: 'How long a password hash waited for its turn' });
  return { refuse: (reason: GateRefusal) => refusals.inc({ reason }), wait: (seconds: number) => waits.observe(seconds) };
}

/** Returns whose places the work of a sign-in takes: those of a known device, else of a network. */
export function workSourceOf({ ip, device }: { ip: string; device: string | null }): WorkSource {
  return device === null ? { source: `network ${sourceOf(ip)}`, isKnown: false } : { source: `device ${device}`, isKnown: true };
}
