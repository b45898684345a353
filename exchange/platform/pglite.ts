import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, type PGliteOptions, type Transaction } from '@electric-sql/pglite';
import {
  type Database,
  isConflict,
  type Row,
  refuseLate,
  type ScriptTx,
  SWALLOWED,
  TRANSACTION_ATTEMPTS_MAX,
  type TransactionOptions,
  type Tx,
  toDriverParams,
  waitBeforeRetry,
} from './db';
import { lockFolder } from './folder-lock';
import { DurableFiles } from './pglite-files';

const INT8 = 20;
const NUMERIC = 1700;
const asText = (value: string): string => value;
const parsers = { [INT8]: asText, [NUMERIC]: asText };

/** As shipped, but without `-F` (which switches fsync off), and with the only sync method whose call reaches the disk here. */
const DURABLE_START = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'fsync=on', '-c', 'wal_sync_method=fsync'];

/**
 * Opens the embedded database in `dataDir/database`, made on first use with mode 0700, and locks it against a second process.
 * @throws FolderLocked when another living process has it
 */
export async function openPglite(dataDir: string): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const folder = join(dataDir, 'database');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const release = lockFolder(folder);
  try {
    const files = new DurableFiles(folder);
    const pglite = await PGlite.create({ fs: files, startParams: DURABLE_START, parsers });
    files.hasStarted = true;
    return wrapPglite(pglite, release);
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
  return { ...wrapPglite(pglite, () => undefined), dump: () => pglite.dumpDataDir('none') };
}

function wrapPglite(pglite: PGlite, release: () => void): Database {
  const queries = wrapQueries(pglite);
  return {
    kind: 'pglite',
    read: queries,
    long: queries,
    lease: queries,
    // There is one connection and no way to interrupt a statement: only the deadline counts.
    async transaction<T>(run: (tx: ScriptTx) => Promise<T>, { deadline }: TransactionOptions = {}): Promise<T> {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await pglite.transaction((transaction) => runWatched(transaction, run, deadline));
        } catch (error) {
          if (!isConflict(error) || attempt >= TRANSACTION_ATTEMPTS_MAX) throw error;
          await waitBeforeRetry(attempt);
        }
      }
    },
    async close() {
      await pglite.close();
      release();
    },
  };
}

/** Refuses to commit after its deadline, and after a failed statement whose error the caller swallowed. */
async function runWatched<T>(transaction: Transaction, run: (tx: ScriptTx) => Promise<T>, deadline: number | undefined): Promise<T> {
  // It may have waited for the one connection until now.
  refuseLate(deadline);
  let hasFailed = false;
  const watch = async <R>(work: () => Promise<R>): Promise<R> => {
    refuseLate(deadline);
    try {
      return await work();
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const tx = wrapTransaction(transaction);
  const result = await run({
    query: (text, params) => watch(() => tx.query(text, params)),
    script: (text) => watch(() => tx.script(text)),
  });
  refuseLate(deadline);
  if (hasFailed) throw new Error(SWALLOWED);
  return result;
}

function wrapTransaction(transaction: Transaction): ScriptTx {
  return {
    ...wrapQueries(transaction),
    async script(text) {
      await transaction.exec(text);
    },
  };
}

function wrapQueries(source: Pick<Transaction, 'query'>): Tx {
  return {
    async query<R extends Row = Row>(text: string, params: readonly unknown[] = []) {
      const result = await source.query<R>(text, toDriverParams(params));
      return { rows: result.rows, rowCount: result.rows.length > 0 ? result.rows.length : (result.affectedRows ?? 0) };
    },
  };
}
