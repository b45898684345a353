import { queueEndpoints, QUEUES } from '../../lib/operator/queues';
import { getAssetScale } from '../modules/ledger/ledger';
import { summariseOpenRequests } from '../modules/operators/operators';
import type { Tx } from '../platform/db';
import { fromUnits } from '../platform/decimal';
import { serve } from './desk';
import { readHealth } from './health';
import { summariseQueues } from './queues.repository';

const DAY_MS = 86_400_000;

/** What came in over chains and by bank, and was paid out, since a time (ms), by asset. */
async function readMoney(tx: Tx, since: number) {
  const { rows } = await tx.query<{ asset: string; came: string; went: string }>(
    `SELECT asset, sum(came) AS came, sum(went) AS went FROM (
       SELECT asset, credited AS came, 0 AS went FROM deposits WHERE state = 'credited' AND credited_at > $1
       UNION ALL SELECT asset, arrived - fee, 0 FROM wires WHERE state = 'credited' AND decided_at > $1
       UNION ALL SELECT asset, 0, amount FROM withdrawals WHERE state = 'done' AND state_at > $1) moved GROUP BY asset ORDER BY asset`,
    [since],
  );
  return rows.map(({ asset, came, went }) => {
    const write = (units: string) => fromUnits(BigInt(units), getAssetScale(asset));
    return { asset, in: write(came), out: write(went) };
  });
}

/** What answers how the day is. */
export const TODAY = [
  serve(queueEndpoints.today, async (_input, context) => {
    const { db, clock, metrics } = context;
    const now = clock.now();
    const [approvals, cases, money, health] = await Promise.all([
      summariseOpenRequests(db.read, now),
      summariseQueues(db.read, ['withdrawals', ...QUEUES], now),
      readMoney(db.read, now - DAY_MS),
      readHealth(context),
    ]);
    const queues = [{ name: 'approvals', ...approvals, late: 0 }, ...cases];
    const last = metrics.lastAlarms();
    // The newest first: what was over long ago is no news.
    const alarms = [...metrics.countAlarms()]
      .map(([kind, count]) => ({ kind, count, at: last.get(kind) ?? 0 }))
      .sort((a, b) => b.at - a.at);
    return { queues, money, alarms, health };
  }),
];
