import type { ExchangeEnv } from '../env';
import type { Bus } from './bus';
import type { Clock } from './clock';
import type { Database } from './db';
import type { EventHub } from './events';
import type { Logger } from './logger';
import type { Metrics } from './metrics';

/** What every module gets. */
export type Platform = { db: Database; clock: Clock; log: Logger; events: EventHub; bus: Bus; metrics: Metrics; env: ExchangeEnv };
