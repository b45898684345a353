import type { AuditFindings } from '../../composition/module';
import { type Database, sqlStateOf } from '../../platform/db';
import type { Logger } from '../../platform/logger';
import type { Metrics } from '../../platform/metrics';
import { findPrintFault, formatPrices, hashPrint, type Print, type PrintFault } from './prints.math';
import { findLastPrint, getPrintBase, insertPrint, listPrintsFrom, prunePrints } from './prints.repository';

/** Prints are kept this long: 33 MB a day. A product that settles by prints keeps the ones that it used itself. */
export const PRINTS_KEPT_MS = 7 * 86_400_000;
/** One minute's worth of another process' prints fits into one read several times over. */
const ADOPTED_MAX = 600;
const PRUNED_MAX = 7_200;
/** A print further in the future of the database would keep every right process from printing until then. */
const AHEAD_MAX_MS = 1_000;
const AUDIT_PAGE = 5_000;

type Tail = { seq: number; time: number; hash: string };

export type PrintService = {
  /** Reads where the chain ends. */
  load(): Promise<void>;
  /**
   * Prints the second that holds `now` and tells the listeners. Nothing is printed without a price, nor for a second that is not later
   * than the last one (the clock was set back, or another process was first: then its prints are told instead). One from the future of a shared
   * database is refused and alarmed.
   */
  print(now: number, prices: ReadonlyMap<string, string>): Promise<Print | null>;
  onPrint(listener: (print: Print) => void): () => void;
  prune(now: number): Promise<number>;
  getLast(): Tail;
};

/** Creates the one writer of the print chain in this process. */
export function createPrintService(input: { db: Database; log: Logger; metrics: Metrics }): PrintService {
  const { db, log, metrics } = input;
  // Only where several processes print by clocks of their own is the database asked what time it is.
  const isShared = db.kind === 'postgres';
  const listeners = new Set<(print: Print) => void>();
  let tail: Tail = { seq: 0, time: 0, hash: '' };

  async function readEnd(): Promise<Tail> {
    return (await findLastPrint(db.read)) ?? { ...(await getPrintBase(db.read)), time: 0 };
  }

  async function load(): Promise<void> {
    tail = await readEnd();
  }

  function tell(print: Print): void {
    for (const listener of listeners) {
      try {
        listener(print);
      } catch (error) {
        log.error({ err: error, seq: print.seq }, 'a print listener failed');
      }
    }
  }

  async function adopt(): Promise<void> {
    const rows = await listPrintsFrom(db.read, { from: tail.seq + 1, limit: ADOPTED_MAX });
    for (const row of rows) tell(row);
    if (rows.length === ADOPTED_MAX) return load();
    // With nothing behind it the chain ends here, or earlier than was thought. What has come since that look is told at the next one, not passed over.
    const end = rows.at(-1) ?? (await readEnd());
    if (rows.length > 0 || end.seq <= tail.seq) tail = end;
  }

  /** Settlements, liquidations and stops wait for it: among those who write, it goes with the markets. */
  function insert(made: Print): Promise<boolean> {
    if (!isShared) return insertPrint(db.read, made);
    return db.transaction((tx) => insertPrint(tx, made, AHEAD_MAX_MS), { kind: 'batch' });
  }

  async function print(now: number, prices: ReadonlyMap<string, string>): Promise<Print | null> {
    const time = Math.floor(now / 1_000) * 1_000;
    if (prices.size === 0 || time <= tail.time) {
      // Who has no price, or a clock that is behind, hears what the others print all the same.
      if (isShared) await adopt();
      return null;
    }
    const draft = { seq: tail.seq + 1, time, prices: formatPrices(prices), previous: tail.hash };
    const made: Print = { ...draft, hash: hashPrint(draft) };
    try {
      if (!(await insert(made))) {
        metrics.alarm('print_ahead', { time }, 'a print lies in the future of the database: the clock of this machine is wrong');
        await adopt();
        return null;
      }
    } catch (error) {
      const state = sqlStateOf(error);
      // Whether another process was first or the answer of an own insert got lost: the database knows the chain, so read it.
      if (state !== '23505' && state !== '23514') log.warn({ err: error }, 'a print was not stored');
      await adopt();
      return null;
    }
    tail = made;
    tell(made);
    return made;
  }

  return {
    load,
    print,
    onPrint(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    prune: (now) => db.transaction((tx) => prunePrints(tx, { before: now - PRINTS_KEPT_MS, limit: PRUNED_MAX }), { kind: 'work' }),
    getLast: () => tail,
  };
}

/** What the audit of the print chain found. `fault` is null when every kept row follows from the one before. */
type PrintAudit = { rows: number; firstSeq: number | null; lastSeq: number | null; lastHash: string; fault: PrintFault | null };

/** Recomputes every kept print against the one before it, from the base of the chain to its end. */
export async function auditPrints(db: Database): Promise<PrintAudit> {
  const base = await getPrintBase(db.read);
  const audit: PrintAudit = { rows: 0, firstSeq: null, lastSeq: null, lastHash: base.hash, fault: null };
  let last: Tail = { ...base, time: 0 };
  for (;;) {
    const page = await listPrintsFrom(db.read, { from: last.seq + 1, limit: AUDIT_PAGE });
    const end = page.at(-1);
    if (!end) return audit;
    const fault = findPrintFault(last, page);
    if (fault?.seq === page[0]?.seq) {
      // Rows that went for their age meanwhile are missing in no chain: it begins later now.
      const now = await getPrintBase(db.read);
      if (now.seq > last.seq) {
        last = { ...now, time: 0 };
        continue;
      }
    }
    audit.fault = fault;
    audit.firstSeq ??= page[0]?.seq ?? null;
    audit.rows += page.length;
    audit.lastSeq = end.seq;
    audit.lastHash = end.hash;
    if (audit.fault) return audit;
    last = end;
  }
}

/** Returns what the audit found as an operator reads it. */
export function describePrintAudit({ rows, firstSeq, lastSeq, fault }: PrintAudit): AuditFindings {
  const figures = rows === 0 ? ['print chain: empty'] : [`print chain: ${rows} prints from ${firstSeq} to ${lastSeq}`];
  return { figures, faults: fault === null ? [] : [`the print chain breaks at ${fault.seq}: ${fault.reason}`] };
}
