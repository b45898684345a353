import type { ExchangeEnv } from '../env';
import { type Bus, createLocalBus } from './bus';
import { createNatsBus } from './bus-nats';
import type { Database } from './db';
import { hashText } from './ids';
import type { Logger } from './logger';
import type { Metrics } from './metrics';

const SCOPE_LENGTH = 16;

/**
 * Returns the way to the other processes of this database: over NATS where NATS_URL is set. The embedded database has one process, which is alone.
 */
export async function openBus({ db, env, log, metrics }: { db: Database; env: ExchangeEnv; log: Logger; metrics: Metrics }): Promise<Bus> {
  if (env.natsUrl === null) return createLocalBus();
  if (db.kind === 'pglite') {
    log.warn({}, 'NATS_URL is not used: the embedded database has one process');
    return createLocalBus();
  }
  const { rows } = await db.read.query<{ id: string; name: string }>('SELECT id, current_database() AS name FROM exchange_identity');
  // The name too: a database that was copied on its server is another exchange.
  const identity = [rows[0]?.id, rows[0]?.name, env.bffKey].join('\n');
  const scope = `candor.${hashText(`scope\n${identity}`).slice(0, SCOPE_LENGTH)}`;
  return createNatsBus({ url: env.natsUrl, scope, secret: hashText(`secret\n${identity}`), log, metrics });
}
