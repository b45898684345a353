import type { PoolClient } from 'pg';
import { monotonicNow } from './clock';
import type { Tx } from './db';
import type { Logger } from './logger';
import { TABLE_SIZES, TableGrowth } from './prepared-statements';

/** Returns what says, once before each transaction of a connection, whether what it has planned is of no use any more. */
export function createPlanWatch(read: Tx, log: Logger): (client: PoolClient) => boolean {
  const growth = new TableGrowth();
  const plannedIn = new WeakMap<PoolClient, number>();
  let generation = 0;
  const look = async () => {
    try {
      const { rows } = await read.query<{ id: string; bytes: string }>(TABLE_SIZES);
      if (growth.note(rows)) generation += 1;
    } catch (error) {
      log.info({ err: error }, 'the sizes of the tables are looked at the next time');
    }
  };
  return (client) => {
    if (growth.isDue(monotonicNow())) void look();
    const known = plannedIn.get(client);
    plannedIn.set(client, generation);
    return known !== undefined && known !== generation;
  };
}
