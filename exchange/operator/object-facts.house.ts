import { ADDRESS_NETWORKS } from '../../lib/rules/address-shape';
import { listPauses, listStops } from '../modules/networks/networks';
import type { ActionName } from '../modules/operators/operators';
import { listReadings } from '../platform/event-readers';
import { findJob } from '../platform/jobs.repository';
import { describeFunding } from './fund-pool';
import { findDeadLetter, readPools } from './house-queries';
import { nameJobKind } from './list-pages';
import { findAside } from './put-aside';
import { readRiskOverview } from './risk-overview';
import { type Describe, type Fact, NOTHING, NUMBER, toIso } from './object-facts.write';

/** What belongs to the house: markets, networks, pools, jobs and what was put aside. */
export const HOUSE: Record<'market' | 'network' | 'pool' | 'job' | 'row' | 'event' | 'consumer', Describe> = {
  async market(context, id) {
    const look = (await readRiskOverview(context)).find(({ market }) => market === id);
    if (look === undefined) return NOTHING;
    const { halt, state, price, mark, sources, positions, openInterest, largest, near, liquidations } = look;
    const facts: Fact[] = [
      ['takes trades', halt === null ? 'yes' : `no: halted (${halt.reason}) since ${toIso(halt.since)}`],
      ['prices', `${state}, from ${sources} ${sources === 1 ? 'source' : 'sources'}`],
      ['price', price ?? '-'],
      ['mark', mark ?? '-'],
      ['open positions', `${positions}, ${openInterest} coins; the largest ${largest} USDT`],
      ['near liquidation', String(near)],
      ['liquidated in a day', String(liquidations)],
    ];
    return { parts: [{ title: 'Now', facts }], acts: [halt === null ? 'markets.halt' : 'markets.resume'] };
  },
  async network({ db }, id) {
    if (!ADDRESS_NETWORKS.some((network) => network === id)) return NOTHING;
    const stop = (await listStops(db.read)).find(({ network }) => network === id);
    const pause = (await listPauses(db.read)).find(({ network }) => network === id);
    const isDeep = pause?.reason === 'deep_reorganisation';
    const stopped = `${stop?.stopsCrediting === true ? 'payments and credits' : 'payments'} (${stop?.reason}) since ${toIso(stop?.since ?? null)}`;
    const facts: Fact[] = [
      ['stopped by operators', stop === undefined ? 'nothing' : stopped],
      ['paused', pause === undefined ? 'no' : `${pause.reason} since ${toIso(pause.since)}`],
    ];
    const acts: ActionName[] = [
      'networks.pause',
      ...(stop === undefined ? [] : ['networks.resume' as const]),
      // Payments of this chain alone are numbered.
      ...(id === 'ERC20' ? ['networks.renumber' as const] : []),
    ];
    return { parts: [{ title: 'Now', facts }], acts: isDeep ? [...acts, 'networks.follow'] : acts };
  },
  async pool({ db }, id) {
    const funding = await describeFunding(db.read, id);
    if (funding === null) return NOTHING;
    const covers = (await readPools(db.read)).filter(({ pool }) => pool === id);
    const writeCover = ({ free, reserved, until }: (typeof covers)[number]) =>
      `${free} free, ${reserved} promised and set aside${until === null ? '' : ` until ${toIso(until)}`}`;
    const ofAccounts = (['real', 'demo'] as const).map((account) => ({
      title: `Of the ${account} accounts`,
      facts: covers.filter((row) => row.account === account).map((row): Fact => [row.asset, writeCover(row)]),
    }));
    return {
      parts: covers.length > 0 ? ofAccounts : [{ title: 'Of the real accounts', facts: funding.free }],
      acts: funding.canTakeOut ? ['pools.fund', 'pools.defund'] : ['pools.fund'],
    };
  },
  async job({ db }, id) {
    const job = NUMBER.test(id) ? await findJob(db.read, id) : null;
    if (job === null) return NOTHING;
    const { kind, key, state, dueAt, runAt, attempts, pieces, error } = job;
    const facts: Fact[] = [
      ['kind', nameJobKind(kind)],
      ['key', key],
      ['state', state === 'dead' ? 'put aside' : state],
      ['due', toIso(dueAt)],
      ['next', state === 'waiting' ? toIso(runAt) : '-'],
      ['pieces done', pieces],
      ['failed in a row', String(attempts)],
      ['error', error ?? '-'],
    ];
    return { parts: [{ title: 'Now', facts }], acts: state === 'dead' ? ['jobs.retry'] : [] };
  },
  async row({ db }, id) {
    const found = await findAside(db.read, id);
    if (found === null) return NOTHING;
    const { kind, dueAt, asideAt, againAt, error, user, sale } = found;
    const number = id.slice(kind.length + 1);
    const facts: Fact[] = [
      kind === 'sale' ? ['kind', kind] : [kind, number],
      ...(sale === null ? [] : [['sale', sale] satisfies Fact]),
      ...(user === null ? [] : [['user', user] satisfies Fact]),
      ['due since', toIso(dueAt)],
      ['put aside', toIso(asideAt)],
      ['next try', toIso(againAt)],
      ['reason', error === '' ? '-' : error],
    ];
    return { parts: [{ title: 'Put aside', facts }], acts: ['rows.retry'] };
  },
  async event({ db }, id) {
    const [consumer = '', number = ''] = id.split(' ');
    const letter = NUMBER.test(number) ? await findDeadLetter(db.read, { consumer, id: number }) : null;
    if (letter === null) return NOTHING;
    const { kind, at, attempts, error } = letter;
    const facts: Fact[] = [
      ['consumer', consumer],
      ['event', number],
      ['kind', kind],
      ['happened', toIso(at)],
      ['tried', String(attempts)],
      ['error', error],
    ];
    return { parts: [{ title: 'Put aside', facts }], acts: ['events.retry', 'events.skip'] };
  },
  async consumer({ db, clock }, id) {
    const [found] = await listReadings(db.read, { now: clock.now(), name: id });
    if (found === undefined) return NOTHING;
    const { kinds, readAt, givenUpAt, lagS, aside, isLeft } = found;
    const facts: Fact[] = [
      ['behind', `${lagS} s`],
      ['events put aside', String(aside)],
      ['read last', toIso(readAt)],
      ['given up', toIso(givenUpAt)],
      ['reads', kinds.length === 0 ? '-' : kinds.join(', ')],
    ];
    return { parts: [{ title: 'Now', facts }], acts: isLeft ? ['events.give-up'] : [] };
  },
};
