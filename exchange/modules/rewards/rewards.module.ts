import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import type { Database } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { defineConsumer } from '../../platform/event-kinds';
import { rewardCredited } from './rewards.events';
import { createPaymentsJob, REWARD_CODES } from './rewards.paying';

const SCALE = 8;
const FINDINGS_MAX = 100;
const FAULTS = `
  SELECT 'reward ' || r.source || ' of user ' || r.user_id || ': what was paid is not what is owed' AS fault
    FROM rewards r LEFT JOIN ledger_journals j ON j.code = r.code AND j.reference = r.source
   WHERE (r.paid_at IS NOT NULL) <> (j.id IS NOT NULL) ORDER BY r.id LIMIT ${FINDINGS_MAX}`;

async function auditRewards(db: Database) {
  const { rows } = await db.long.query<{ fault: string }>(FAULTS);
  const sums = await db.long.query<{ code: string; paid: string; owed: string }>(
    `SELECT code, coalesce(sum(amount) FILTER (WHERE paid_at IS NOT NULL), 0) AS paid, coalesce(sum(amount) FILTER (WHERE paid_at IS NULL), 0) AS owed
       FROM rewards GROUP BY code ORDER BY code`,
  );
  const show = (units: string) => `${fromUnits(BigInt(units), SCALE)} USDT`;
  return {
    figures: sums.rows.map(({ code, paid, owed }) => `${code}: ${show(paid)} paid, ${show(owed)} owed`),
    faults: rows.map(({ fault }) => fault),
  };
}

/** Wires rewards: whoever owes one writes it down, and a job pays it out of the reward pool, once. */
export function createRewardsModule(platform: Platform): ExchangeModule {
  const { events } = platform;
  return {
    name: 'rewards',
    journalCodes: REWARD_CODES,
    events: [rewardCredited],
    jobs: [createPaymentsJob(platform)],
    consumers: [
      defineConsumer({
        name: 'reward screens',
        kinds: [rewardCredited],
        startsAt: 'newest',
        handle: () => Promise.resolve(),
        onHandled(told) {
          for (const { userId } of told) {
            if (userId !== null) events.publish({ kind: 'account', userId, mode: 'real', changed: ['balances', 'rewards'], market: null });
          }
        },
      }),
    ],
    audits: [{ subject: 'rewards', run: auditRewards }],
  };
}
