import type { ExchangeModule, Worker } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { auditPools } from './pools.cover';
import { grantPools } from './pools.funding';
import { POOL_NAMES } from './pools.list';
import { POOL_CODES } from './pools.reserves';

/** Wires the pools. Products reserve and pay through the face `pools.ts`, in their own transactions. */
export function createPoolsModule({ db, clock, env }: Pick<Platform, 'db' | 'clock' | 'env'>): ExchangeModule {
  const worker: Worker = {
    phase: 'listeners',
    start: () => db.transaction((tx) => grantPools(tx, { isSandbox: env.sandbox, at: clock.now() }), { kind: 'work' }),
    stop: () => Promise.resolve(),
  };
  return {
    name: 'pools',
    workers: [worker],
    journalCodes: POOL_CODES,
    accountFamilies: POOL_NAMES.flatMap((pool) => [`house:${pool}-pool`, `house:${pool}-reserved`] as const),
    audits: [{ subject: 'house pools', run: auditPools }],
  };
}
