import { setTimeout as wait } from 'node:timers/promises';
import type { AuditCheck, AuditFindings, ExchangeModule } from '../composition/module';
import type { Platform } from '../platform/app';
import { beginTrees, sumOwned } from '../modules/liabilities/liabilities';
import { keepLargestPositions } from '../modules/perpetual/perpetual';
import { listOverRate } from '../modules/operators/operators';
import { saveReserves } from '../modules/status/status';
import { CUSTODY, saveAudit, takeAudit } from './house-queries';
import { countLongQueues, type CountedQueue, summariseQueues } from './queues.repository';

const HOUR_MS = 3_600_000;
/** How often a process looks whether a proof or a count is due. */
const ROUND_MS = 60_000;
/** Custody is proved within each day, and every hour while it can't be proved. */
const PROOF_EVERY_MS = 20 * HOUR_MS;
const PROOF_RETRY_MS = HOUR_MS;
/** A custody that is proved again each hour brings no trees each hour. */
const TREES_LEAST_MS = 19 * HOUR_MS;
/** What moves while chains are asked looks like a fault for a moment: only what is still there counts. */
const TRIES = 3;
const PAUSE_MS = 20_000;
/** Queues whose cases have no job of their own that says that one is late. */
const WATCHED: readonly CountedQueue[] = ['loans', 'proofs', 'wires', 'claims'];

type Watching = Pick<Platform, 'db' | 'clock' | 'log' | 'metrics'> & { pauseMs?: number };

/** Returns what proves custody when that is due and alarms when it can't, counts the queues that are too long to be counted by who looks, keeps the largest positions, and alarms about operators who do much alone and about cases that are late. */
export function createHouseMonitor({ db, clock, log, metrics, pauseMs = PAUSE_MS }: Watching) {
  let audits: readonly AuditCheck[] = [];
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let ended = new AbortController();
  let hurried: ReadonlySet<string> = new Set();
  let late: ReadonlySet<string> = new Set();

  async function findFaults({ run }: AuditCheck): Promise<AuditFindings> {
    for (let turn = 1; ; turn += 1) {
      const findings = await run(db).catch((error: unknown) => ({
        figures: [],
        faults: [`it could not be proved: ${error instanceof Error ? error.message : String(error)}`],
      }));
      if (findings.faults.length === 0 || turn === TRIES) return findings;
      await wait(pauseMs, undefined, { signal: ended.signal, ref: false });
    }
  }

  async function proveCustody(): Promise<void> {
    const check = audits.find(({ subject }) => subject === CUSTODY);
    const due = { subject: CUSTODY, now: clock.now(), everyMs: PROOF_EVERY_MS, retryMs: PROOF_RETRY_MS };
    if (check === undefined || !(await takeAudit(db.read, due))) return;
    const { faults, reserves } = await findFaults(check);
    await saveAudit(db.read, { subject: CUSTODY, at: clock.now(), faults: faults.length });
    if (faults.length > 0)
      metrics.alarm('custody_not_proved', { faults }, 'what the chains hold could not be proved to cover what is owed');
    if (reserves === undefined) return;
    const at = clock.now();
    // What is short is published like what isn't.
    await saveReserves(db.read, { at, chains: reserves, owned: await sumOwned(db.long) });
    await db.transaction((tx) => beginTrees(tx, { at, leastMs: TREES_LEAST_MS }), { kind: 'work' });
  }

  /** Says once who does much alone, and again after they paused. */
  async function watchOperators(): Promise<void> {
    const found = await listOverRate(db.read, clock.now());
    const names = new Set(found.map(({ operator, act }) => `${operator} ${act}`));
    for (const fields of found) {
      if (!hurried.has(`${fields.operator} ${fields.act}`))
        metrics.alarm('operator_hurried', fields, 'an operator did an act alone as often as one may: ask them, or suspend them');
    }
    hurried = names;
  }

  /** Says of a queue once that a case is late, and again when another one is the longest late. */
  async function watchQueues(): Promise<void> {
    const now = clock.now();
    const found = (await summariseQueues(db.read, WATCHED, now)).filter((queue) => queue.late > 0);
    const nameOf = ({ name, promise }: (typeof found)[number]) => `${name} ${promise}`;
    for (const queue of found) {
      if (!late.has(nameOf(queue)))
        metrics.alarm(
          'queue_late',
          { queue: queue.name, late: queue.late },
          'a case of a queue was promised to be decided by now and is not',
        );
    }
    late = new Set(found.map(nameOf));
  }

  async function look(): Promise<void> {
    // None of them waits for another to succeed: a count that times out must not keep custody from being proved.
    await attend(proveCustody);
    await attend(() => countLongQueues(db.read, clock.now()));
    await attend(() => keepLargestPositions(db.long));
    await attend(watchOperators);
    await attend(watchQueues);
  }

  const attend = (step: () => Promise<unknown>) =>
    step().catch((error: unknown) => {
      if (!ended.signal.aborted) log.warn({ err: error }, 'the house was not looked after, the next round tries again');
    });

  const runRound = () => {
    running ??= look().finally(() => {
      running = null;
    });
  };
  return {
    look,
    tell: (all: readonly AuditCheck[]) => {
      audits = all;
    },
    async start(): Promise<void> {
      ended = new AbortController();
      timer = setInterval(runRound, ROUND_MS);
      timer.unref();
    },
    async stop(): Promise<void> {
      if (timer !== null) clearInterval(timer);
      ended.abort();
      await running;
    },
  };
}

/** Wires what the house has looked after without anybody asking. */
export function createHouseMonitorModule(platform: Platform): ExchangeModule {
  const watch = createHouseMonitor(platform);
  return {
    name: 'house-watch',
    workers: [{ phase: 'upkeep', start: watch.start, stop: watch.stop }],
    onComposed: ({ audits }) => watch.tell(audits),
  };
}
