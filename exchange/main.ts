import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { type ExchangeEnv, readExchangeEnv } from './env';
import { createFeaturesCall, type Feature } from './http/features';
import { routeByType } from './http/register-call';
import { createRequestCalls } from './http/request-calls';
import { addMetricsRoute } from './http/metrics-route';
import { createServer } from './http/server';
import { createMarketPrices, sessionRetention } from './modules/accounts/accounts';
import { createAccountsModule } from './modules/accounts/accounts.module';
import { createAnnouncementsModule } from './modules/announcements/announcements.module';
import { createFaucetModule } from './modules/faucet/faucet.module';
import { createRiskLimitsModule } from './modules/risk-limits/risk-limits.module';
import { createLiquidityModule } from './modules/liquidity/liquidity.module';
import { createMarketDataModule } from './modules/market-data/market-data.module';
import { MARKETS } from './modules/market-data/markets';
import { foundSandboxOperators } from './modules/operators/operators';
import { optionRisk } from './modules/options/options';
import { createOptionsModule } from './modules/options/options.module';
import { createPerpetualModule } from './modules/perpetual/perpetual.module';
import { perpetualRisk, premiumRetention } from './modules/perpetual/perpetual';
import { createSpotModule } from './modules/spot/spot.module';
import { createStreamModule } from './modules/stream/stream.module';
import type { BookKind } from '../lib/protocol/wire';
import type { Platform } from './platform/app';
import { systemClock } from './platform/clock';
import { createDatabaseClock } from './platform/database-clock';
import { createEventHub } from './platform/events';
import { createLogger } from './platform/logger';
import { requestRetention } from './platform/idempotency';
import { createMaintenance } from './platform/maintenance';
import { createMetrics } from './platform/metrics';
import { createRetention } from './platform/retention';
import { openBus } from './platform/open-bus';
import { openDatabase } from './platform/open-database';

const HOST = '127.0.0.1';

export type Exchange = { url: string; platform: Platform; app: FastifyInstance; stop(): Promise<void> };

/** Opens the database, wires the modules, starts their work and listens on loopback. */
export async function startExchange(env: ExchangeEnv): Promise<Exchange> {
  const log = createLogger(env.logLevel);
  const metrics = createMetrics(log);
  const db = await openDatabase(env, log, metrics);
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
    if (env.sandbox) {
      const names = await foundSandboxOperators(db, { dataDir: env.dataDir, at: platform.clock.now() });
      log.info({ operators: names }, 'the sandbox has two operators: npm run operator -- queue --as ada');
    }
    // The tickers show the best quotes of spot, which is made after them.
    let findQuotes: (market: string) => { bid: string | null; ask: string | null } | null = () => null;
    const marketData = await createMarketDataModule(platform, { bestQuotes: (market) => findQuotes(market) });
    const markets = { getIndex: marketData.getIndex, listMarkets: () => MARKETS, onPrint: marketData.onPrint };
    const spot = createSpotModule(platform, { marketData: markets });
    findQuotes = (market) => spot.bestQuotes(market, 'real');
    const accounts = createAccountsModule(platform, { prices: createMarketPrices(marketData) });
    const faucet = createFaucetModule(platform);
    const announcements = createAnnouncementsModule(platform);
    const riskLimitsModule = createRiskLimitsModule(platform, { risks: { option: optionRisk, perpetual: perpetualRisk } });
    const options = createOptionsModule(platform, { marketData, riskLimits: riskLimitsModule.riskLimits });
    const perpetual = createPerpetualModule(platform, {
      marketData: markets,
      loadStandings: (tx, owners) => riskLimitsModule.riskLimits.load(tx, owners, 'perpetual'),
    });
    riskLimitsModule.riskLimits.onOrdersEnded(() => perpetual.endOrders());
    const liquidity = createLiquidityModule(platform, { spot, perpetual: perpetual.quotingDoor, marketData: markets });
    const doorOf = ({ type }: { type: BookKind }) => (type === 'perpetual' ? perpetual : spot);
    const stream = createStreamModule(platform, {
      getBook: (book) => doorOf(book).getBook(book.market, book.mode),
      touch: (book) => doorOf(book).touch(book.market, book.mode),
    });
    const modules = [accounts, faucet, marketData, spot, riskLimitsModule, options, perpetual, announcements, stream];
    const calls = routeByType(
      modules.flatMap((module) => module.calls),
      'option',
      options.variants,
    );
    const app = createServer({
      calls: [
        ...routeByType(calls, 'perpetual', perpetual.variants),
        ...createRequestCalls(db),
        createFeaturesCall(env, listFeatures(env)),
      ],
      bffKey: env.bffKey,
      clock: platform.clock,
      log,
      authenticate: accounts.service.authenticate,
      isRateLimited: env.isRateLimited,
    });
    stream.addRoutes(app);
    addMetricsRoute(app, platform.metrics);
    const upkeep = [
      createMaintenance(platform),
      createRetention({ ...platform, rules: [requestRetention, sessionRetention, premiumRetention] }),
    ];
    for (const worker of [options, perpetual, marketData, spot, liquidity, stream, ...upkeep]) {
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

function listFeatures(env: ExchangeEnv): Feature[] {
  const always: Feature[] = [
    'spot',
    'stop-orders',
    'fills',
    'option',
    'perpetual',
    'book',
    'prints',
    'order-detail',
    'cancel-all',
    'stream',
    'demo-top-up',
    'sign-in-nonces',
    'session-check',
    'request-outcome',
  ];
  return env.sandbox ? [...always, 'faucet', ...(env.smtpUrl == null ? (['outbox'] as const) : [])] : always;
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
