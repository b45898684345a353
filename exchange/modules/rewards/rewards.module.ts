import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import type { Database } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { defineConsumer } from '../../platform/event-kinds';
import { REWARD_CODE_NAMES, rewardCredited } from './rewards.events';
import { createPaymentsJob, dayOf, type ReadDayMax, REWARD_CODES } from './rewards.paying';
import { readDay, WAITS } from './rewards.repository';

const SCALE = 8;
const show = (units: string | bigint) => `${fromUnits(BigInt(units), SCALE)} USDT`;
const FINDINGS_MAX = 100;
const FAULTS = `
  SELECT 'reward ' || r.source || ' of user ' || r.user_id || ': what was paid is not what is owed' AS fault
    FROM rewards r LEFT JOIN ledger_journals j ON j.code = r.code AND j.reference = r.source
   WHERE (r.paid_at IS NOT NULL) <> (j.id IS NOT NULL) ORDER BY r.id LIMIT ${FINDINGS_MAX}`;

async function auditRewards(db: Database, today: Today) {
  const { rows } = await db.long.query<{ fault: string }>(FAULTS);
  const sums = await db.long.query<{ code: string; paid: string; owed: string; waits: string; given: string }>(
    `SELECT code, coalesce(sum(amount) FILTER (WHERE paid_at IS NOT NULL), 0) AS paid,
            coalesce(sum(amount) FILTER (WHERE due_at < $1::int8), 0) AS owed,
            coalesce(sum(amount) FILTER (WHERE due_at = $1::int8 AND given_up_at IS NULL), 0) AS waits,
            coalesce(sum(amount) FILTER (WHERE given_up_at IS NOT NULL), 0) AS given
       FROM rewards GROUP BY code ORDER BY code`,
    [WAITS],
  );
  const figures = sums.rows.map(
    ({ code, paid, owed, waits, given }) =>
      `${code}: ${show(paid)} paid, ${show(owed)} owed${waits === '0' ? '' : `, ${show(waits)} not owed before later recharges cover it`}${
        given === '0' ? '' : `, ${show(given)} given up with closed accounts`
      }`,
  );
  const days = await auditDay(db, today);
  return { figures: [...figures, ...days.figures], faults: [...rows.map(({ fault }) => fault), ...days.faults] };
}

type Today = { at: number; readDayMax: ReadDayMax };

/** Compares what was paid today with what the house pays in a day at most: by the wider of the terms that were in force on it. */
async function auditDay(db: Database, { at, readDayMax }: Today) {
  const [figures, faults]: [string[], string[]] = [[], []];
  const { from, until } = dayOf(at);
  for (const code of REWARD_CODE_NAMES) {
    const [before, max] = [readDayMax(code, from), readDayMax(code, at)];
    if (max === null) continue;
    const { paid, count } = await readDay(db.long, { code, from, until });
    const line = `${code}: ${show(paid)} paid today (UTC), ${show(max)} at most`;
    figures.push(line);
    // One a day is paid whatever it comes to.
    if (paid > max && paid > (before ?? max) && count > 1) faults.push(line);
  }
  return { figures, faults };
}

/** Wires rewards: whoever owes one writes it down, and a job pays it out of the reward pool, once, within what a day brings at most. */
export function createRewardsModule(platform: Platform, { readDayMax }: { readDayMax: ReadDayMax }): ExchangeModule {
  const { events, clock } = platform;
  return {
    name: 'rewards',
    journalCodes: REWARD_CODES,
    events: [rewardCredited],
    jobs: [createPaymentsJob(platform, readDayMax)],
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
    audits: [{ subject: 'rewards', run: (db) => auditRewards(db, { at: clock.now(), readDayMax }) }],
  };
}
