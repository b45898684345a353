import { MODES, type Mode } from '../../../lib/protocol/wire';
import { MOVE_MINUTES } from '../../../lib/rules/alerts';
import type { Platform } from '../../platform/app';
import { findLastPrint, listPricesAt, listPrintsFrom, parsePrices, type Print } from '../market-data/market-data';
import { createJudge } from './alerts.judge';
import { listFigures, type MarkFigure } from './alerts.math';
import { movePlace, readPlace } from './alerts.repository';
import type { AlertSubjects } from './alerts.subjects';

/** Prints that wait to be judged, and those that a start goes back: ten minutes. */
export const QUEUE_MAX = 600;
/** A print that is older than this when its turn comes is judged by its prices alone: marks are only known as they are now. */
const LIVE_MS = 5_000;
/** The print that a move is measured from may be this much older than the minutes say. */
const GAP_MS = 60_000;
const MINUTE_MS = 60_000;
/** Prints between two notes of the place. */
const PLACE_EVERY = 10;

export type WatchDeps = {
  onPrint(listener: (print: Print) => void): () => void;
  readMarks(mode: Mode, now: number): readonly { market: string; mark: string; rate: string }[];
  subjects: AlertSubjects;
};

/** Judges each print once it is stored, in their order. One that fails is judged again with the next one. */
export function createAlertWatch(platform: Platform, { onPrint, readMarks, subjects }: WatchDeps) {
  const { db, clock, log, metrics } = platform;
  const judge = createJudge({ db, subjects });
  const prints = metrics.counter({
    name: 'alert_prints_total',
    help: 'Prints that alerts were judged by, by outcome',
    labelNames: ['outcome'],
  });
  let queue: Print[] = [];
  let running: Promise<void> | null = null;
  let stopListening: (() => void) | null = null;

  async function readBefore(at: number): Promise<Map<number, Map<string, string>>> {
    const times = MOVE_MINUTES.map((minutes) => at - minutes * MINUTE_MS);
    const found = await listPricesAt(db.read, { times, gapMs: GAP_MS });
    return new Map(MOVE_MINUTES.flatMap((minutes, index) => (found[index] == null ? [] : [[minutes, parsePrices(found[index])] as const])));
  }

  function readAllMarks(): MarkFigure[] {
    return MODES.flatMap((mode) => readMarks(mode, clock.now()).map(({ market, mark, rate }) => ({ market, mode, mark, rate })));
  }

  async function judgePrint(print: Print): Promise<void> {
    const isLive = clock.now() - print.time < LIVE_MS;
    const [before, marks] = [await readBefore(print.time), isLive ? readAllMarks() : []];
    await judge({ figures: listFigures({ at: print.time, prices: parsePrices(print.prices), before, marks }), at: print.time });
    if (print.seq % PLACE_EVERY === 0) await movePlace(db.read, print.seq);
  }

  async function run(): Promise<void> {
    for (let print = queue[0]; print !== undefined; print = queue[0]) {
      try {
        await judgePrint(print);
      } catch (error) {
        prints.inc({ outcome: 'failed' });
        log.warn({ err: error, seq: print.seq }, 'alerts were not judged by a print, the next print tries again');
        return;
      }
      prints.inc({ outcome: 'judged' });
      // Where it was left out of a full queue meanwhile, the next one has its own turn.
      if (queue[0] === print) queue.shift();
    }
  }

  function judgeSoon(): void {
    running ??= run().finally(() => {
      running = null;
    });
  }

  function take(print: Print): void {
    queue.push(print);
    if (queue.length > QUEUE_MAX) {
      queue.shift();
      prints.inc({ outcome: 'dropped' });
      metrics.alarm('alerts_behind', { waiting: queue.length }, 'alerts are judged later than prints are made, one print was left out');
    }
    judgeSoon();
  }

  return {
    /** Begins with the prints that nobody has judged since the place was noted; judging one twice changes nothing. */
    async start(): Promise<void> {
      stopListening = onPrint(take);
      const [place, last] = [await readPlace(db.read), await findLastPrint(db.read)];
      if (last === null) return;
      const from = place === 0 ? last.seq : Math.max(place + 1, last.seq - QUEUE_MAX + 1);
      const missed = await listPrintsFrom(db.read, { from, limit: QUEUE_MAX });
      const first = queue[0]?.seq ?? Number.POSITIVE_INFINITY;
      queue = [...missed.filter(({ seq }) => seq < first), ...queue];
      judgeSoon();
    },
    async stop(): Promise<void> {
      stopListening?.();
      queue = [];
      await running;
    },
    /** Resolves when every print so far is judged. */
    async settled(): Promise<void> {
      while (running !== null) await running;
    },
  };
}
