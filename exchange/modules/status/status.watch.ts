import type { StatusArea } from '../../../lib/protocol/status';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { findLastPrint } from '../market-data/market-data';
import { listPauses } from '../networks/networks';
import { closeUnseen, countLateWork, type Fault, insertPast, noteFaults } from './status.repository';

/** How often a process looks how it is. */
const ROUND_MS = 15_000;
/** What nobody has seen for so long is over. */
const QUIET_MS = 3 * 60_000;
/** Prints come each second: a longer gap before a start is an outage. */
const OUTAGE_MS = 2 * 60_000;
const LATE_MS = 5 * 60_000;

/** Whom an alarm is about, by how its kind begins. Alarms about the house's own duties stay with operators. */
const ALARM_AREAS: readonly (readonly [string, StatusArea])[] = [
  ['risk_', 'trading'],
  ['due_', 'trading'],
  ['print_', 'prices'],
  ['clock_', 'prices'],
  ['withdrawal_', 'payouts'],
  ['deposit_', 'network'],
  ['job_dead', 'work'],
  ['event_dead', 'work'],
];

export type StatusDeps = {
  listMarkets(): readonly { market: string }[];
  getIndex(market: string): { state: string; at: number } | null;
  /** Markets in which operators take no new trades. */
  listHalts(tx: Tx): Promise<readonly { market: string }[]>;
};

/** Returns what has no prices, or prices that the venues don't confirm: all of them as one, else each market. */
export function findPriceFaults({ listMarkets, getIndex }: Pick<StatusDeps, 'listMarkets' | 'getIndex'>): Fault[] {
  const markets = listMarkets().map(({ market }) => market);
  const unwell = markets.filter((market) => ['dead', 'halted'].includes(getIndex(market)?.state ?? 'dead'));
  if (unwell.length === markets.length) return [{ area: 'prices', subject: '' }];
  return unwell.map((subject) => ({ area: 'prices' as const, subject }));
}

const keyOf = ({ area, subject }: Fault) => `${area} ${subject}`;

/** Returns what looks how this process is, and keeps it. Several processes write the same incidents: each keeps one open that it sees. */
export function createStatusWatch({ db, clock, metrics, log }: Platform, deps: StatusDeps) {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let counted: ReadonlyMap<string, number> | null = null;
  let before: ReadonlySet<string> = new Set();

  /** Alarms since the last look. What was counted before the first one is no news. */
  function takeAlarms(): Fault[] {
    const now = metrics.countAlarms();
    const last = counted ?? now;
    counted = now;
    const rising = [...now].filter(([kind, count]) => count > (last.get(kind) ?? 0)).map(([kind]) => kind);
    const areas = rising.flatMap((kind) => ALARM_AREAS.find(([begin]) => kind.startsWith(begin))?.[1] ?? []);
    return [...new Set(areas)].map((area) => ({ area, subject: '' }));
  }

  async function look(): Promise<void> {
    const now = clock.now();
    const alarms = takeAlarms();
    const pauses = (await listPauses(db.read)).map(({ network }) => ({ area: 'network' as const, subject: network }));
    const halts = (await deps.listHalts(db.read)).map(({ market }) => ({ area: 'trading' as const, subject: market }));
    const late = (await countLateWork(db.read, { now, lateMs: LATE_MS })) > 0 ? [{ area: 'work' as const, subject: '' }] : [];
    const standing: Fault[] = [...findPriceFaults(deps), ...late];
    // A state counts when it was there in the last round too: what lasts a moment is no incident.
    const lasting = standing.filter((fault) => before.has(keyOf(fault)));
    before = new Set(standing.map(keyOf));
    await noteFaults(
      db.read,
      [...new Map([...alarms, ...pauses, ...halts, ...lasting].map((fault) => [keyOf(fault), fault])).values()],
      now,
    );
    await closeUnseen(db.read, now - QUIET_MS);
  }

  async function noteOutage(): Promise<void> {
    const [last, now] = [await findLastPrint(db.read), clock.now()];
    if (last === null || now - last.time < OUTAGE_MS) return;
    await closeUnseen(db.read, now);
    await insertPast(db.read, { area: 'outage', subject: '' }, { openedAt: last.time, closedAt: now });
  }

  const runRound = () => {
    running ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'how the exchange is could not be written down, the next round tries again'))
      .finally(() => {
        running = null;
      });
  };
  return {
    look,
    async start() {
      await noteOutage();
      timer = setInterval(runRound, ROUND_MS);
      timer.unref();
    },
    async stop() {
      if (timer !== null) clearInterval(timer);
      await running;
    },
  };
}
