import { listHalts } from '../modules/halts/halts';
import { listPauses, listStops } from '../modules/networks/networks';
import { describeInsurance } from '../modules/perpetual/perpetual';
import type { Tx } from '../platform/db';
import { readLags } from '../platform/event-offsets';
import { LEFT_MS } from '../platform/event-readers';
import type { OperatorContext } from './desk';
import { countAside } from './put-aside';
import { CUSTODY, findAudit, readPools } from './house-queries';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const LATE_S = 60;

type Fact = { what: string; state: string; isWell: boolean };

async function readWork(tx: Tx, now: number): Promise<Fact[]> {
  const { rows } = await tx.query<{ dead: string; lag: number; letters: string; names: string[]; left: string[] }>(
    `SELECT (SELECT count(*) FROM jobs WHERE state = 'dead') AS dead,
            (SELECT coalesce(greatest(0, $1::int8 / 1000.0 - extract(epoch FROM min(run_at))), 0) FROM jobs WHERE state = 'waiting')::float8 AS lag,
            (SELECT count(*) FROM event_dead_letters) AS letters, ARRAY(SELECT name FROM event_consumers ORDER BY name LIMIT 200) AS names,
            ARRAY(SELECT name FROM event_consumers WHERE given_up_at IS NULL AND read_at < to_timestamp(($1::int8 - $2::int8) / 1000.0) ORDER BY name LIMIT 200) AS left`,
    [now, LEFT_MS],
  );
  const { dead, lag, letters, names, left } = rows[0] ?? { dead: '0', lag: 0, letters: '0', names: [], left: [] };
  const aside = await countAside(tx);
  const behind = (await readLags(tx, names)).reduce((most, one) => (one.value > most.value ? one : most), { name: '', value: 0 });
  return [
    { what: 'Jobs put aside', state: dead, isWell: dead === '0' },
    { what: 'Rows put aside', state: String(aside), isWell: aside === 0 },
    { what: 'Jobs behind', state: `${Math.floor(lag)} s`, isWell: lag < LATE_S },
    { what: 'Events put aside', state: letters, isWell: letters === '0' },
    { what: 'Consumers that nobody reads', state: left.length === 0 ? 'none' : left.join(', '), isWell: left.length === 0 },
    {
      what: 'Events behind',
      state: behind.value < 1 ? '0 s' : `${Math.floor(behind.value)} s (${behind.name})`,
      isWell: behind.value < LATE_S,
    },
  ];
}

async function readCustody(tx: Tx, now: number): Promise<Fact> {
  const found = await findAudit(tx, CUSTODY);
  if (found === null) return { what: 'Custody', state: 'not proved yet', isWell: false };
  const age = `${Math.floor((now - found.at) / HOUR_MS)} h ago`;
  if (found.faults > 0) return { what: 'Custody', state: `${found.faults} faults ${age}`, isWell: false };
  return { what: 'Custody', state: `proved ${age}`, isWell: now - found.at < DAY_MS };
}

/** Returns whether people's money, the markets and the work behind them are well, at a glance. */
export async function readHealth({ db, clock, listMarkets }: OperatorContext): Promise<Fact[]> {
  const now = clock.now();
  const [pauses, stops, halts, pools, insurance, custody, work] = await Promise.all([
    listPauses(db.read),
    listStops(db.read),
    listHalts(db.read),
    readPools(db.read, ['real']),
    describeInsurance(db),
    readCustody(db.read, now),
    readWork(db.read, now),
  ]);
  const markets = listMarkets();
  const fresh = markets.filter(({ state }) => state === 'fresh').length;
  // What is promised lies in an account of its own; a pool with nothing free can promise nothing more.
  const empty = pools.filter(({ free, reserved }) => free === '0' && reserved !== '0');
  return [
    custody,
    { what: 'Insurance fund', state: insurance.replace('insurance fund: ', ''), isWell: !insurance.includes('MISSING') },
    {
      what: 'Pools',
      state: empty.length === 0 ? 'all can promise more' : `nothing free: ${empty.map(({ pool, asset }) => `${pool} ${asset}`).join(', ')}`,
      isWell: empty.length === 0,
    },
    { what: 'Prices', state: `${fresh} of ${markets.length} markets fresh`, isWell: fresh === markets.length },
    {
      what: 'Halted by operators',
      state: halts.length === 0 ? 'none' : halts.map(({ market }) => market).join(', '),
      isWell: halts.length === 0,
    },
    {
      what: 'Chains',
      state: pauses.length === 0 ? 'all followed' : pauses.map(({ network, reason }) => `${network}: ${reason}`).join(', '),
      isWell: pauses.length === 0,
    },
    {
      what: 'Networks stopped by operators',
      state: stops.length === 0 ? 'none' : stops.map(({ network, reason }) => `${network}: ${reason}`).join(', '),
      isWell: stops.length === 0,
    },
    ...work,
  ];
}
