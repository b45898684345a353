// What a print costs with 1,000,000 alerts, on both databases: one that makes none due, one that makes ten due, beside a thousand alerts.
import { createJudge } from '../../exchange/modules/alerts/alerts.judge';
import { type Figure, listFigures } from '../../exchange/modules/alerts/alerts.math';
import { MARKETS } from '../../exchange/modules/market-data/markets';
import type { Database } from '../../exchange/platform/db';
import { MOVE_MINUTES } from '../../lib/rules/alerts';
import { MODES } from '../../lib/protocol/wire';
import { must } from '../support/attacks';
import { onBothDatabases } from '../support/databases';
import { median, printVerdict } from '../support/print';

const FEW = 1_000;
const MANY = Number(process.env.ALERTS ?? 1_000_000);
const PRINTS = Number(process.env.PRINTS ?? 60);
const DUE = 10;
const EACH = 50;
const WANTED_MS = 5;
const PRICE = '100';

/** A print's time, and its figures: of every market, and moves over every length. */
function figuresOf(at: number, price: string): Figure[] {
  const prices = new Map(MARKETS.map(({ market }) => [market, price]));
  const marks = MODES.flatMap((mode) => MARKETS.map(({ market }) => ({ market, mode, mark: price, rate: '0.0001' })));
  return listFigures({ at, prices, before: new Map(MOVE_MINUTES.map((minutes) => [minutes, prices])), marks });
}

/** Alerts from number `first` to `last`: half of them on prices above, a quarter on prices below, the rest on moves. */
async function addAlerts(db: Database, first: number, last: number): Promise<void> {
  const markets = MARKETS.map(({ market }) => market);
  await db.transaction(
    async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      await tx.query(
        `INSERT INTO alert_people (user_id, kept) SELECT n, $3::int FROM generate_series(($1::int - 1) / $3::int + 1, $2::int / $3::int) AS n`,
        [first, last, EACH],
      );
      await tx.query(
        `INSERT INTO alerts (user_id, mode, kind, subject, level, minutes, figure, direction, threshold, state, armed_at, created_at)
         SELECT (n - 1) / $3::int + 1, 'real', CASE WHEN n % 4 = 3 THEN 'move' ELSE 'price' END, m, level, CASE WHEN n % 4 = 3 THEN 15 END,
                CASE WHEN n % 4 = 3 THEN 'move:' || m || ':15' ELSE 'price:' || m END, CASE WHEN n % 4 = 2 THEN 'down' ELSE 'up' END, level, 'armed', 0, 0
           FROM (SELECT n, ($4::text[])[1 + n % $5::int] AS m, CASE n % 4 WHEN 2 THEN 10 + (n % 89000) / 1000.0 ELSE 101 + (n % 100000) / 1000.0 END AS level
                   FROM generate_series($1::int, $2::int) AS n) AS a`,
        [first, last, EACH, markets, markets.length],
      );
    },
    { kind: 'long' },
  );
  await db.long.query('ANALYZE alerts');
}

async function countEvents(db: Database): Promise<number> {
  return Number((await db.read.query<{ n: string }>(`SELECT count(*) AS n FROM event_log WHERE kind = 'alerts.came'`)).rows[0]?.n);
}

await onBothDatabases(async (db) => {
  // Nobody here has a position or a loan.
  const none = () => Promise.resolve([]);
  const subjects = { findLiquidations: none, findWarnings: none, listOpen: none, findLoanDues: none, findTermEnds: none };
  const judge = createJudge({ db, subjects });
  let at = 1_000_000;
  const measure = async (price: string, before?: () => Promise<void>) => {
    const times: number[] = [];
    const used = process.cpuUsage();
    for (let print = 0; print < PRINTS; print += 1) {
      at += 1_000;
      await before?.();
      const figures = figuresOf(at, price);
      const start = performance.now();
      await judge({ figures, at });
      times.push(performance.now() - start);
    }
    const { user, system } = process.cpuUsage(used);
    return { ms: median(times), best: Math.min(...times), cpuMs: (user + system) / 1_000 / PRINTS };
  };
  await db.long.query(
    `INSERT INTO users (id, username, username_key, referral_code, kind) VALUES (1, 'person1', 'person1', 'R0000001', 'person')`,
  );
  await addAlerts(db, 1, FEW);
  const few = await measure(PRICE);
  await addAlerts(db, FEW + 1, MANY);
  const { rows } = await db.read.query<{ n: string }>(`SELECT count(*) AS n FROM alerts WHERE state = 'armed'`);
  must(Number(rows[0]?.n) === MANY, `${MANY} alerts are armed`);
  const idle = await measure(PRICE);
  must((await countEvents(db)) === 0, 'nothing is due at a price between the levels');
  // One person's alerts at a price that only they wait for: put there again before each print.
  const busy = await measure(PRICE, async () => {
    await db.read.query(
      `UPDATE alerts SET level = 100, threshold = 100, pause_minutes = 1, state = 'armed', paused_until = NULL, armed_at = 0
        WHERE id IN (SELECT id FROM alerts WHERE user_id = 1 AND kind = 'price' AND direction = 'up' ORDER BY id LIMIT ${DUE})`,
    );
  });
  must((await countEvents(db)) === DUE * PRINTS, `${DUE} alerts came with each of ${PRINTS} prints`);
  const verdict = (what: string, { ms, best, cpuMs }: typeof idle) =>
    printVerdict({
      what: `${db.kind}, ${what}`,
      value: `${ms.toFixed(2)} ms (best ${best.toFixed(2)} ms; processor time of this process ${cpuMs.toFixed(2)} ms)`,
      wanted: `at most ${WANTED_MS} ms`,
      isReached: ms <= WANTED_MS,
    });
  const times = idle.ms / few.ms;
  console.log(
    `${db.kind}: a print with ${FEW} alerts ${few.ms.toFixed(2)} ms, with ${MANY} ${idle.ms.toFixed(2)} ms, ${times.toFixed(2)} x`,
  );
  verdict(`a print with ${MANY} alerts, none due`, idle);
  verdict(`a print with ${MANY} alerts, ${DUE} due`, busy);
});
