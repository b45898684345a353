import { AsyncLocalStorage } from 'node:async_hooks';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Mutex, PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { monotonicNow } from './clock';
import {
  type Database,
  isConflict,
  RetryTransaction,
  type Row,
  throwIfPastDeadline,
  type ScriptTx,
  STATEMENT_FAILED,
  TRANSACTION_ATTEMPTS_MAX,
  type TransactionOptions,
  type Tx,
  toDriverParams,
  waitBeforeRetry,
} from './db';
import { lockFolder } from './folder-lock';
import { PgliteConnection } from './pglite-connection';
import { type DiskWatch, DurableFiles } from './pglite-files';

const INT8 = 20;
const NUMERIC = 1700;
const asText = (value: string): string => value;
const parsers = { [INT8]: asText, [NUMERIC]: asText };

/** As shipped, but without `-F` (which switches fsync off), and with the only sync method whose call reaches the disk here. */
const DURABLE_START = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'fsync=on', '-c', 'wal_sync_method=fsync'];

/**
 * Opens the embedded database in `dataDir/database`, made on first use with mode 0700, and locks it against a second process. `watch` hears of the disk.
 * @throws FolderLocked when another living process has it
 */
export async function openPglite(dataDir: string, watch?: DiskWatch): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const folder = join(dataDir, 'database');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const release = await lockFolder(folder);
  try {
    const files = new DurableFiles(folder, watch);
    const pglite = await PGlite.create({ fs: files, startParams: DURABLE_START, parsers });
    files.hasStarted = true;
    return wrapPglite(pglite, release, files);
  } catch (error) {
    release();
    throw error;
  }
}

/** Opens a database in memory, from a dumped data folder when one is given. For tests. */
export async function openMemoryPglite(dump?: Blob): Promise<Database & { dump(): Promise<Blob> }> {
  const options: PGliteOptions = { parsers };
  if (dump != null) options.loadDataDir = dump;
  const pglite = await PGlite.create(options);
  return { ...guardNesting(wrapPglite(pglite, () => undefined, null)), dump: () => pglite.dumpDataDir('none') };
}

/** A transaction under way and the one around it, which is another database's. One for all databases: each such storage is asked at every promise. */
type OpenTransaction = { of: Database; isOpen: boolean; around: OpenTransaction | undefined };
const current = new AsyncLocalStorage<OpenTransaction>();

function isWithin(db: Database): boolean {
  for (let state = current.getStore(); state !== undefined; state = state.around) if (state.of === db && state.isOpen) return true;
  return false;
}

/**
 * Throws where a transaction asks the database outside of itself: with one connection it would wait for its own end, and everybody else with it. For tests:
 * what nobody waits for may do so.
 */
function guardNesting(db: Database): Database {
  const refuse = () => {
    if (isWithin(db)) throw new Error('a transaction asked the database outside of itself');
  };
  const guard = (tx: Tx): Tx => ({
    query(text, params) {
      refuse();
      return tx.query(text, params);
    },
  });
  return {
    ...db,
    read: guard(db.read),
    past: guard(db.past),
    long: guard(db.long),
    session: guard(db.session),
    lease: guard(db.lease),
    transaction(run, options) {
      refuse();
      return db.transaction((tx) => {
        const state = { of: db, isOpen: true, around: current.getStore() };
        return current.run(state, () => run(tx).finally(() => (state.isOpen = false)));
      }, options);
    },
  };
}

function wrapPglite(pglite: PGlite, release: () => void, files: DurableFiles | null): Database {
  const connection = new PgliteConnection(pglite);
  // A single statement waits for the end of a transaction under way, and is waited for.
  const mutex = new Mutex();
  /** Runs `work` with the connection to itself, until what it wrote is on the disk: nobody reads before that either. */
  const runAlone = <T>(work: () => Promise<T>): Promise<T> =>
    mutex.runExclusive(async () => {
      try {
        return await work();
      } finally {
        await files?.settle();
      }
    });
  const leaveTurn = createTurnLeaver();
  const queries: Tx = {
    async query<R extends Row = Row>(text: string, params: readonly unknown[] = []) {
      const ask = () =>
        runAlone(async () => {
          await leaveTurn();
          connection.dropOldPlans();
          return connection.query<R>(text, toDriverParams(params));
        });
      try {
        return await ask();
      } catch (error) {
        // Nothing was done yet.
        if (error instanceof RetryTransaction) return ask();
        throw error;
      }
    },
  };
  const turns = createTurns();
  return {
    kind: 'pglite',
    read: queries,
    past: queries,
    long: queries,
    session: queries,
    lease: queries,
    // There is one connection and no way to interrupt a statement: only the deadline counts.
    async transaction<T>(run: (tx: ScriptTx) => Promise<T>, { deadline, kind }: TransactionOptions = {}): Promise<T> {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await turns.take(kind === 'batch', async () => {
            // A market's writer leaves the turn itself, after each batch.
            if (kind !== 'batch') await leaveTurn();
            return runAlone(() => runWatched(connection, run, deadline));
          });
        } catch (error) {
          if (!isConflict(error) || attempt >= TRANSACTION_ATTEMPTS_MAX) throw error;
          await waitBeforeRetry(attempt);
        }
      }
    },
    async close() {
      // As a statement does, it waits for the end of a transaction under way.
      await runAlone(() => {
        if (files !== null) files.hasEnded = true;
        return connection.close();
      });
      await files?.release();
      release();
    },
  };
}

/** How long transactions and single statements follow each other before requests, timers and signals are heard. */
const TURN_MS_MAX = 10;

/**
 * Returns what lets the event loop turn, where it hasn't for `TURN_MS_MAX`: this database answers without ever leaving the turn, so that whoever does
 * transaction after transaction, or asks statement after statement, would keep all else from being heard.
 */
function createTurnLeaver(): () => Promise<void> {
  let leftAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (monotonicNow() - leftAt < TURN_MS_MAX) return;
    await new Promise((resolve) => setImmediate(resolve));
    leftAt = monotonicNow();
  };
}

/** Transactions of the market writers that go before waiting others, in a row: the others have at least every fourth. */
const AHEAD_MAX = 3;

/**
 * Gives the one connection to one transaction at a time: to what a market's writer does before what else waits, for whole markets wait behind it. So an
 * order waits for one other transaction at most, however many there are.
 */
function createTurns() {
  const waiting = { ahead: [] as (() => void)[], others: [] as (() => void)[] };
  let isTaken = false;
  let inARow = 0;
  function next(): void {
    const isAhead = waiting.ahead.length > 0 && (waiting.others.length === 0 || inARow < AHEAD_MAX);
    const begin = (isAhead ? waiting.ahead : waiting.others).shift();
    inARow = isAhead && waiting.others.length > 0 ? inARow + 1 : 0;
    isTaken = begin !== undefined;
    begin?.();
  }
  return {
    async take<T>(isAhead: boolean, work: () => Promise<T>): Promise<T> {
      if (isTaken) await new Promise<void>((resolve) => (isAhead ? waiting.ahead : waiting.others).push(resolve));
      isTaken = true;
      try {
        return await work();
      } finally {
        next();
      }
    },
  };
}

/** Refuses to commit after its deadline, and after a failed statement whose error the caller swallowed. */
async function runWatched<T>(connection: PgliteConnection, run: (tx: ScriptTx) => Promise<T>, deadline: number | undefined): Promise<T> {
  // It may have waited for the one connection until now.
  throwIfPastDeadline(deadline);
  let state: 'open' | 'failed' | 'closed' = 'open';
  const watch = async <R>(work: () => R): Promise<R> => {
    if (state === 'closed') throw new Error('the transaction is closed');
    throwIfPastDeadline(deadline);
    try {
      return work();
    } catch (error) {
      state = 'failed';
      throw error;
    }
  };
  connection.dropOldPlans();
  connection.script('BEGIN');
  try {
    const result = await run({
      query: (text, params = []) => watch(() => connection.query(text, toDriverParams(params))),
      script: (text) => watch(() => void connection.script(text)),
    });
    throwIfPastDeadline(deadline);
    if ((state as string) === 'failed') throw new Error(STATEMENT_FAILED);
    state = 'closed';
    if (connection.script('COMMIT') !== 'COMMIT') throw new Error(STATEMENT_FAILED);
    return result;
  } catch (error) {
    if (state !== 'closed') connection.script('ROLLBACK');
    state = 'closed';
    throw error;
  }
}
