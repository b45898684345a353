import { composeModules } from '../composition/compose';
import { type ExchangeEnv, readExchangeEnv } from '../env';
import { createModules } from '../module-list';
import type { Platform } from '../platform/app';
import { createLocalBus } from '../platform/bus';
import { systemClock } from '../platform/clock';
import { createEventHub } from '../platform/events';
import { createToken } from '../platform/ids';
import { createLogger } from '../platform/logger';
import { createMetrics } from '../platform/metrics';
import { hasDatabase, openDatabase } from '../platform/open-database';
import { readSandboxKey } from '../modules/operators/operators';
import { askExchange } from './ask-exchange';
import { NO_KEY } from './command-context';
import { BOOTSTRAP } from './command-rights';
import { runCommand, USAGE } from './commands';
import { readFileWords } from './read-json';

/** Runs one command and returns the exit code. The embedded database must not be in use: stop the exchange first. */
async function runOperator(argv: readonly string[]): Promise<number> {
  if (argv.length === 0) {
    process.stderr.write(USAGE);
    return 2;
  }
  const { OPERATOR_KEY: operatorKey, ...source } = process.env;
  // No command speaks to the app, so none needs the real shared secret.
  const env = readExchangeEnv({ BFF_KEY: createToken(), ...source });
  const key = await findKey(env, { operatorKey: operatorKey ?? null, argv });
  // Said before a database is opened, which an exchange that runs may have for itself.
  if (key === null && !Object.values(BOOTSTRAP).some((words) => argv.join(' ').startsWith(words))) throw new Error(NO_KEY);
  const answer = await askRunning(env, { key, argv });
  if (answer !== null) {
    (answer.code === 2 ? process.stderr : process.stdout).write(answer.text);
    return answer.code;
  }
  if (!hasDatabase(env)) throw new Error(`There is no database in ${env.dataDir}: set DATA_DIR or DATABASE_URL.`);
  const log = createLogger('error');
  const metrics = createMetrics(log);
  const db = await openDatabase(env, log);
  try {
    const platform: Platform = { db, clock: systemClock, log, events: createEventHub(log), bus: createLocalBus(), metrics, env };
    // None is started, so none needs a source of prices.
    const { modules, networks } = await createModules(platform, { sources: [] });
    const { audits } = composeModules(modules);
    const { code, text } = await runCommand({ db, env, audits, networks, operatorKey: operatorKey ?? null, now: systemClock.now }, argv);
    (code === 2 ? process.stderr : process.stdout).write(text);
    return code;
  } finally {
    await db.close();
  }
}

/** The key of who gives the command; null: nobody shows one. */
async function findKey(env: ExchangeEnv, { operatorKey, argv }: { operatorKey: string | null; argv: readonly string[] }) {
  const name = env.sandbox ? (/(?:^| )--as[ =](\S+)/.exec(argv.join(' '))?.[1] ?? null) : null;
  return name === null ? operatorKey : readSandboxKey(env.dataDir, name);
}

/** An exchange that runs has the embedded database for itself: it does the command. Null where none runs, or nobody says who acts. */
async function askRunning(env: ExchangeEnv, { key, argv }: { key: string | null; argv: readonly string[] }) {
  if (env.consoleKey === null || key === null) return null;
  return askExchange({ base: `http://127.0.0.1:${env.port}/operator`, consoleKey: env.consoleKey, clock: systemClock }, { key, argv });
}

readFileWords(process.argv.slice(2))
  .then(runOperator)
  .then(
    (code) => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(1);
    },
  );
