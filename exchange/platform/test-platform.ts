import type { ExchangeEnv } from '../env';
import { createLocalBus } from './bus';
import type { Platform } from './app';
import type { Database } from './db';
import { createEventHub, type ExchangeEvent } from './events';
import { createLogger } from './logger';
import { createMetrics } from './metrics';

export const TEST_BFF_KEY = 'test-key-test-key-test-key-test-key-test';

/** Returns a platform for tests: a clock that stands still until it is moved, a silent log, the events heard so far. */
export function createTestPlatform(db: Database, options: { now?: number; env?: Partial<ExchangeEnv> } = {}) {
  const log = createLogger('silent');
  const events = createEventHub(log);
  const heard: ExchangeEvent[] = [];
  events.subscribe((event) => heard.push(event));
  const time = { now: options.now ?? Date.UTC(2026, 2, 1, 12) };
  const env: ExchangeEnv = {
    port: 0,
    databaseUrl: null,
    databaseReadUrl: null,
    natsUrl: null,
    dataDir: '.data',
    migrationsDir: 'exchange/migrations',
    sandbox: true,
    sandboxDayMs: null,
    bffKey: TEST_BFF_KEY,
    consoleKey: null,
    smtpUrl: null,
    mailFrom: 'test@candor.example',
    feed: 'simulation',
    feedSeed: 'test',
    feedReplayDir: null,
    feedVenues: [],
    optionCountries: [],
    chain: null,
    bitcoin: null,
    tron: null,
    chainRpcUrls: [],
    signer: null,
    filesKey: null,
    pushKey: null,
    breachedPasswordsUrl: null,
    appPort: 3000,
    passwordHashesMax: null,
    publicOrigin: null,
    externalLink: null,
    isRateLimited: false,
    logLevel: 'silent',
    ...options.env,
  };
  const platform: Platform = { db, clock: { now: () => time.now }, log, events, bus: createLocalBus(), metrics: createMetrics(log), env };
  return { platform, time, heard };
}
