import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { type ExchangeEnv, readExchangeEnv } from './env';
import { composeModules } from './composition/compose';
import { createFeaturesCall } from './http/features';
import { createServer } from './http/server';
import { createModules } from './module-list';
import { readHotWallets } from './operator/hot-wallets';
import { prepareSweep } from './operator/sweeps';
import { addOperatorRoutes } from './operator/http';
import { readMarketStatus } from './operator/market-status';
import { watchCommits } from './platform/after-commit';
import type { Platform } from './platform/app';
import { systemClock } from './platform/clock';
import { createDatabaseClock } from './platform/database-clock';
import { createEventRelay } from './platform/event-relay';
import { createEventHub } from './platform/events';
import { createLogger } from './platform/logger';
import { createMetrics } from './platform/metrics';
import { openBus } from './platform/open-bus';
import { openDatabase } from './platform/open-database';
import { createLazySealing } from './platform/sealing';

const HOST = '127.0.0.1';

export type Exchange = { url: string; platform: Platform; app: FastifyInstance; stop(): Promise<void> };

/** Opens the database, wires the modules, starts their work and listens on loopback. */
export async function startExchange(env: ExchangeEnv): Promise<Exchange> {
  const log = createLogger(env.logLevel);
  const metrics = createMetrics(log);
  const db = watchCommits(await openDatabase(env, log, metrics));
  // The embedded database has one process and the clock of the same machine.
  const shared = db.kind === 'postgres' ? createDatabaseClock({ db, log, metrics, local: systemClock }) : null;
  const bus = await openBus({ db, env, log, metrics });
  const platform: Platform = { db, clock: shared?.clock ?? systemClock, log, events: createEventHub(log), bus, metrics, env };
  const stops: (() => Promise<void>)[] = [() => db.close(), async () => shared?.stop(), () => bus.stop()];
  const stop = async () => {
    for (const end of stops.reverse()) await end();
  };
  try {
    await shared?.start();
    await bus.start();
    const relay = createEventRelay(platform);
    relay.start();
    stops.push(async () => relay.stop());
    const { modules, authenticate, quotes, networks } = await createModules(platform);
    const exchange = composeModules(modules);
    const app = createServer({
      calls: [...exchange.calls, createFeaturesCall(env, exchange.features)],
      bffKey: env.bffKey,
      clock: platform.clock,
      log,
      metrics,
      authenticate,
      isRateLimited: env.isRateLimited,
    });
    for (const addRoutes of exchange.routes) addRoutes(app);
    addOperatorRoutes(app, {
      ...platform,
      audits: exchange.audits,
      sealing: createLazySealing(env),
      listMarkets: () => readMarketStatus(quotes, platform.clock.now()),
      listWallets: () => readHotWallets(networks),
      prepareSweep: (asked) => prepareSweep({ db, networks }, asked),
    });
    for (const worker of exchange.workers) {
      await worker.start();
      stops.push(() => worker.stop());
    }
    stops.push(() => app.close());
    const url = await app.listen({ host: HOST, port: env.port });
    return { url, platform, app, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function run(): Promise<void> {
  const exchange = await startExchange(readExchangeEnv(process.env));
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    exchange.platform.log.info({ signal }, 'stopping');
    exchange.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.stdout.write(`exchange ready ${exchange.url}\n`);
}

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

// Only when started as a program: a test imports `startExchange`.
if (process.argv[1] != null && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) run().catch(fail);
