import { queueEndpoints, QUEUES as QUEUE_NAMES } from '../../lib/operator/queues';
import { getAssetScale } from '../modules/ledger/ledger';
import { listPauses } from '../modules/networks/networks';
import { listOpenRequests } from '../modules/operators/operators';
import { listForOperators } from '../modules/withdrawals/withdrawals';
import type { Tx } from '../platform/db';
import { fromUnits } from '../platform/decimal';
import { serve } from './desk';
import { QUEUES } from './serve-queues';

const DAY_MS = 86_400_000;

type Case = { since: number; promisedAt: number | null };
function summarise(name: string, cases: readonly Case[]) {
  const earliest = (times: readonly (number | null)[]) =>
    times.reduce<number | null>((least, time) => (time === null || (least !== null && least <= time) ? least : time), null);
  const [oldest, promise] = [earliest(cases.map(({ since }) => since)), earliest(cases.map(({ promisedAt }) => promisedAt))];
  return { name, count: cases.length, oldest, promise };
}

/** What came in and was paid out within a day, by asset. */
async function readMoney(tx: Tx, since: number) {
  const { rows } = await tx.query<{ asset: string; came: string; went: string }>(
    `SELECT asset, sum(came) AS came, sum(went) AS went FROM (
       SELECT asset, credited AS came, 0 AS went FROM deposits WHERE state = 'credited' AND credited_at > $1
       UNION ALL SELECT asset, 0, amount FROM withdrawals WHERE state = 'done' AND state_at > $1) moved GROUP BY asset ORDER BY asset`,
    [since],
  );
  return rows.map(({ asset, came, went }) => {
    const write = (units: string) => fromUnits(BigInt(units), getAssetScale(asset));
    return { asset, in: write(came), out: write(went) };
  });
}

async function readHealth(tx: Tx) {
  const { rows } = await tx.query<{ dead: string; late: string; letters: string; print: string | null }>(
    `SELECT (SELECT count(*) FROM jobs WHERE state = 'dead') AS dead,
            (SELECT count(*) FROM jobs WHERE state = 'waiting' AND run_at < now() - interval '5 minutes') AS late,
            (SELECT count(*) FROM event_dead_letters) AS letters`,
  );
  const [{ dead, late, letters } = { dead: '0', late: '0', letters: '0' }] = rows;
  const pauses = await listPauses(tx);
  return [
    { what: 'Jobs put aside', state: dead, isWell: dead === '0' },
    { what: 'Jobs late by five minutes', state: late, isWell: late === '0' },
    { what: 'Events put aside', state: letters, isWell: letters === '0' },
    {
      what: 'Chains',
      state: pauses.length === 0 ? 'all followed' : pauses.map(({ network, reason }) => `${network}: ${reason}`).join(', '),
      isWell: pauses.length === 0,
    },
  ];
}

/** What answers how the day is. */
export const TODAY = [
  serve(queueEndpoints.today, async (_input, { db, clock, metrics }) => {
    const now = clock.now();
    const requests = (await listOpenRequests(db.read, now)).map((row) => ({ since: row.requestedAt, promisedAt: row.expiresAt }));
    const withdrawals = (await listForOperators(db.read)).map((row) => ({ since: row.requestedAt, promisedAt: row.until }));
    const queues = [summarise('approvals', requests), summarise('withdrawals', withdrawals)];
    for (const name of QUEUE_NAMES) queues.push(summarise(name, await QUEUES[name].list(db.read)));
    return {
      queues,
      money: await readMoney(db.read, now - DAY_MS),
      alarms: [...metrics.countAlarms()].map(([kind, count]) => ({ kind, count })),
      health: await readHealth(db.read),
    };
  }),
];
