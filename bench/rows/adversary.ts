// The most expensive commands that members can build, on both databases: how long they block the process, commit, and keep others waiting.
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { auditLedger } from '../../exchange/modules/ledger/ledger';
import type { Database } from '../../exchange/platform/db';
import { type Attack, MEMBERS } from '../support/attacks';
import { type Disk, onBothDatabases } from '../support/databases';
import { PERPETUAL_ATTACKS } from '../support/perpetual-attacks';
import { createPerpetualExchange } from '../support/perpetual-exchange';
import { SPOT_ATTACKS } from '../support/spot-attacks';
import { median } from '../support/print';
import { createSpotExchange } from '../support/spot-exchange';
import { startTickingThread } from '../support/ticking-thread';

const [BLOCKED_MS_MAX, COMMIT_MS_MAX, OTHERS_FACTOR_MAX] = [250, 1_000, 3];
/** The middle one of the tries behind the first may take this much longer than it before they count as worse: two runs of the same are never equal. */
const LATER_TRIES_SPREAD = 1.5;
/** Orders of others that a figure stands on, ten of them slower than it: an attack is built and run again until there are as many. */
const SAMPLES_MIN = Number(process.env.SAMPLES ?? 1_000);
const TRIES_MAX = 300;
/** Others ask this often, in turn: a limit order and its cancellation in another market of the same process. */
const OTHERS_EVERY_MS = 10;
const OTHERS = Array.from({ length: 10 }, (_, index) => String(90 + index));
/** Runs the attacks alone whose name contains this. */
const ONLY = process.env.ONLY ?? '';
const ticking = startTickingThread();

type Exchange = {
  module: { stop(): Promise<void> };
  fund(users: readonly string[], amount: bigint): Promise<void>;
  place(user: string, order: string, extra: { market: string }): Promise<{ id: string }>;
  cancel(user: string, id: string): Promise<unknown>;
};
/** `machineMs`: the longest that a thread beside it stood still which only ticks. */
type Felt = { tookMs: number; blockedMs: number; machineMs: number; latencies: number[] };
/** Times in ms; the `first` try, the middle one of those behind it, `quietP99` of others before the attack. */
type Measured = Record<
  'first' | 'asked' | 'tries' | 'commitMs' | 'diskMs' | 'load' | 'blockedMs' | 'machineMs' | 'p99' | 'quietP99' | 'quietAsked',
  number
> & {
  name: string;
  later: number | undefined;
};

await onBothDatabases(async (db, disk) => {
  const commits: number[] = [];
  const perpetual = await createPerpetualExchange(timed(db, commits));
  await run(db, perpetual, PERPETUAL_ATTACKS, commits, disk);
  const spot = await createSpotExchange(timed(db, commits));
  await run(db, spot, SPOT_ATTACKS, commits, disk);
  const wrong: unknown[] = [];
  for (const name of ['0020-create-spot', '0021-add-conditional-orders', '0040-create-perpetual', '0067-let-orders-go-on']) {
    wrong.push(...(await db.read.query(await readFile(`exchange/migrations/${name}.check.sql`, 'utf8'))).rows);
  }
  const { isClean } = await auditLedger(db);
  console.log(
    `${db.kind}: ledger audit ${isClean ? 'clean' : 'NOT CLEAN'}, orders, margins and clearing ${wrong.length === 0 ? 'exact' : 'WRONG'}`,
  );
  if (!isClean || wrong.length > 0) process.exitCode = 1;
});
console.log(
  `wanted: never blocked over ${BLOCKED_MS_MAX} ms, commit at most ${COMMIT_MS_MAX} ms, others' p99 at most ${OTHERS_FACTOR_MAX}x of at least ` +
    `${SAMPLES_MIN} orders, later tries not worse`,
);

async function run<E extends Exchange>(
  db: Database,
  exchange: E,
  attacks: readonly Attack<E>[],
  commits: number[],
  disk: Disk,
): Promise<void> {
  await exchange.fund([...MEMBERS, ...OTHERS], 10n ** 16n);
  const measured: Measured[] = [];
  for (const attack of attacks) if (attack.name.includes(ONLY)) measured.push(await measure(exchange, attack, commits, disk));
  await exchange.module.stop();
  // What others take when left alone is the middle of all such stretches: one stretch is a matter of chance.
  const quietP99 = median(measured.map((one) => one.quietP99));
  for (const one of measured) print(db.kind, one, quietP99);
}

/** Builds and runs one attack until enough others have asked meanwhile. Returns what they and the process felt. */
async function measure<E extends Exchange>(exchange: E, { name, build, act }: Attack<E>, commits: number[], disk: Disk): Promise<Measured> {
  await build(exchange);
  const quiet = await watchOthers(exchange, () => new Promise((resolve) => setTimeout(resolve, SAMPLES_MIN * OTHERS_EVERY_MS)));
  const busy: Felt[] = [];
  const longest: number[] = [];
  let asked = 0;
  let diskMs = 0;
  while (asked < SAMPLES_MIN && busy.length < TRIES_MAX) {
    if (busy.length > 0) await build(exchange);
    commits.length = 0;
    disk.longestMs = 0;
    const felt = await watchOthers(exchange, () => act(exchange));
    busy.push(felt);
    longest.push(Math.max(...commits));
    diskMs = Math.max(diskMs, disk.longestMs);
    asked += felt.latencies.length;
  }
  const [first, ...behind] = busy.map(({ tookMs }) => tookMs) as [number, ...number[]];
  const later = behind.length === 0 ? undefined : median(behind);
  return {
    ...{ name, first, later, asked, tries: busy.length, commitMs: Math.max(...longest), diskMs, load: loadavg()[0] ?? Number.NaN },
    ...longestBlocked(busy),
    p99: p99Of(busy.flatMap(({ latencies }) => latencies)),
    ...{ quietP99: p99Of(quiet.latencies), quietAsked: quiet.latencies.length },
  };
}

function print(
  kind: string,
  { name, first, later, asked, tries, commitMs, diskMs, load, blockedMs, machineMs, p99, ...quiet }: Measured,
  quietP99: number,
): void {
  const faults = [
    blockedMs > BLOCKED_MS_MAX && 'BLOCKED',
    commitMs > COMMIT_MS_MAX && 'COMMIT',
    p99 > OTHERS_FACTOR_MAX * quietP99 && 'OTHERS WAIT',
    later !== undefined && later > LATER_TRIES_SPREAD * first && 'LATER TRIES',
    (asked < SAMPLES_MIN || quiet.quietAsked === 0) && 'TOO FEW ASKED',
  ].filter((fault) => fault !== false);
  const show = (ms: number) => `${ms.toFixed(0)} ms`;
  console.log(
    `${kind}, ${name}: ${show(first)}, then ${show(later ?? Number.NaN)} in the middle of ${tries - 1}; longest transaction ${show(commitMs)}, longest sync ${show(diskMs)}; blocked ` +
      `${show(blockedMs)} (a thread that only ticks ${show(machineMs)}); others' p99 ${show(p99)} of ${asked} (before it ${show(quiet.quietP99)}, left alone ${show(quietP99)}), ` +
      `${(p99 / quietP99).toFixed(1)}x; load ${load.toFixed(1)}${faults.length === 0 ? '' : `  BEYOND: ${faults.join(', ')}`}`,
  );
  if (faults.length > 0) process.exitCode = 1;
}

/** The try in which the process was blocked the longest. */
function longestBlocked(busy: readonly Felt[]): Pick<Felt, 'blockedMs' | 'machineMs'> {
  const { blockedMs, machineMs } = busy.reduce((worst, felt) => (felt.blockedMs > worst.blockedMs ? felt : worst));
  return { blockedMs, machineMs };
}

function p99Of(latencies: readonly number[]): number {
  return [...latencies].sort((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? 0;
}

/** Notes how long each transaction takes once it runs. */
function timed(db: Database, commits: number[]): Database {
  return {
    ...db,
    async transaction(run, options) {
      let startedAt = performance.now();
      try {
        return await db.transaction((tx) => {
          startedAt = performance.now();
          return run(tx);
        }, options);
      } finally {
        commits.push(performance.now() - startedAt);
      }
    },
  };
}

/** Runs `work` while others place and cancel, and returns what both felt. */
async function watchOthers(exchange: Exchange, work: () => Promise<unknown>): Promise<Felt> {
  const latencies: number[] = [];
  const asking = new Set<Promise<void>>();
  let turn = 0;
  const ask = async () => {
    const other = OTHERS[turn++ % OTHERS.length] as string;
    const startedAt = performance.now();
    const { id } = await exchange.place(other, 'buy 0.01 at 1950', { market: 'BTC-USDT' });
    latencies.push(performance.now() - startedAt);
    await exchange.cancel(other, id);
  };
  const timer = setInterval(() => {
    const asked = ask().finally(() => asking.delete(asked));
    asking.add(asked);
  }, OTHERS_EVERY_MS);
  const loop = monitorEventLoopDelay({ resolution: 5 });
  ticking.takeLongest();
  loop.enable();
  const startedAt = performance.now();
  await work();
  const tookMs = performance.now() - startedAt;
  clearInterval(timer);
  await Promise.all(asking);
  // The delay is noted with the next tick: a loop that stood still all the time has had none.
  await new Promise((resolve) => setTimeout(resolve, 50));
  loop.disable();
  return { tookMs, blockedMs: loop.max / 1e6, machineMs: ticking.takeLongest(), latencies };
}
