import type { ObjectKind, ObjectPart } from '../../lib/operator/objects';
import { ADDRESS_NETWORKS } from '../../lib/rules/address-shape';
import type { FeeRates } from '../../lib/rules/spot';
import { findAnnouncement } from '../modules/announcements/announcements';
import { readHelpEntry } from '../modules/help/help';
import { listPauses, listStops } from '../modules/networks/networks';
import type { ActionName } from '../modules/operators/operators';
import { describePresale } from '../modules/presale/presale';
import { FEE_PRODUCTS, findTermsSchema, listVersionsOf, readTerms, type RegistryRow } from '../modules/registry/registry';
import { findIncident, versionOfTexts } from '../modules/status/status';
import { findJob } from '../platform/jobs.repository';
import type { ListContext } from './desk';
import { describeFunding } from './fund-pool';
import { findDeadLetter, readPools } from './house-queries';
import { isFromTheBeginning } from './list-pages';
import { describeDelivery } from './presale-words';
import { findAside } from './put-aside';
import { readRiskOverview } from './risk-overview';
import { shapeOfTerms } from './term-shape';

type OperatorContext = Pick<ListContext, 'db' | 'clock' | 'listMarkets'>;
/** What an object is, what can be done about it as it is now, and what the forms of that begin with. Moments are ISO, amounts decimals. */
type Described = { parts: ObjectPart[]; acts: readonly ActionName[]; values?: Record<string, string> };
type Describe = (context: OperatorContext, id: string) => Promise<Described>;
type Fact = [name: string, value: string];

const NOTHING: Described = { parts: [], acts: [] };
const NUMBER = /^[1-9][0-9]{0,17}$/;
const toIso = (at: number | Date | null) => (at === null ? '-' : new Date(at).toISOString());
const write = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const writeFacts = (values: object): Fact[] => Object.entries(values).map(([name, value]): Fact => [name, write(value)]);

const HOUSE: Record<'market' | 'network' | 'pool' | 'job' | 'row' | 'event', Describe> = {
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
      ['kind', kind],
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
    const { kind, dueAt, asideAt, againAt, error } = found;
    const facts: Fact[] = [
      ['kind', kind],
      ['due since', toIso(dueAt)],
      ['put aside', toIso(asideAt)],
      ['tried again', toIso(againAt)],
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
};

/** What the form of an entry's terms asks for. */
function shapeOf({ kind, code }: Pick<RegistryRow, 'kind' | 'code'>): Record<string, string> {
  const schema = findTermsSchema(kind, code);
  return schema === null ? {} : { shape: JSON.stringify(shapeOfTerms(schema)) };
}

const TOLD: Record<'entry' | 'announcement' | 'presale' | 'help' | 'incident', Describe> = {
  async entry({ db }, id) {
    const [kind = '', code = ''] = id.split(' ');
    const versions = (await listVersionsOf(db.read, { kind, code })).map((row) => ({ ...row, terms: readTerms(row) }));
    const parts = versions.map(({ version, takesEffectAt, announcedAt, note, terms }) => ({
      title: `Version ${version}, in force from ${isFromTheBeginning(takesEffectAt) ? 'the beginning' : toIso(takesEffectAt)}`,
      facts: [
        ['public note', note],
        ['announced', isFromTheBeginning(announcedAt) ? 'from the beginning' : toIso(announcedAt)],
        ...writeFacts(terms as object),
      ] as Fact[],
    }));
    const [newest] = versions;
    if (newest === undefined) return NOTHING;
    const hasFees = FEE_PRODUCTS.some((product) => id === `product ${product}`);
    const { makerFeeRate, takerFeeRate } = newest.terms as Partial<FeeRates>;
    const fees: Record<string, string> =
      hasFees && makerFeeRate !== undefined && takerFeeRate !== undefined ? { makerFeeRate, takerFeeRate } : {};
    return {
      parts,
      acts: hasFees ? ['registry.change', 'fees.change'] : ['registry.change'],
      values: { terms: JSON.stringify(newest.terms), base: String(newest.version), ...shapeOf(newest), ...fees },
    };
  },
  async announcement({ db, clock }, id) {
    const found = NUMBER.test(id) ? await findAnnouncement(db.read, id) : null;
    if (found === null) return NOTHING;
    const { audience, isPinned, startsAt, endsAt, texts } = found;
    const facts: Fact[] = [
      ['to', audience === 'all' ? 'everybody' : 'sandboxes'],
      ['from', toIso(startsAt)],
      ['until', toIso(endsAt)],
      ['pinned', isPinned ? 'yes' : 'no'],
    ];
    const isOver = endsAt !== null && endsAt.getTime() <= clock.now();
    return {
      parts: [
        { title: 'Shown', facts },
        { title: 'Texts', facts: texts.map(({ lang, title, text }): Fact => [lang, `${title}\n${text}`]) },
      ],
      acts: isOver ? [] : ['announcements.end'],
    };
  },
  async presale({ db, clock }, id) {
    const sale = NUMBER.test(id) ? await describePresale(db.read, id) : null;
    if (sale === null) return NOTHING;
    const { startsAt, endsAt, version, code, asset, supply, price, mode, softCap, min, max, vesting, sold, state, outcome } = sale;
    const now: Fact[] = [
      ['state', outcome ?? state],
      // More may be asked for than there is: then each is given their share of it.
      ['asked for', `${sold} of ${supply} ${asset}`],
    ];
    const terms: Fact[] = [
      ['code', code],
      ['price', `${price} USDT`],
      ['if more is asked for', mode],
      ['soft cap', softCap === '0' ? 'none' : `${softCap} ${asset}`],
      ['for a person', `${min} to ${max} ${asset}`],
      ['starts', toIso(startsAt)],
      ['ends', toIso(endsAt)],
      ['delivery', describeDelivery(vesting)],
    ];
    const isOpen = state === 'open';
    return {
      parts: [
        { title: 'Now', facts: now },
        { title: 'Terms', facts: terms },
      ],
      acts: isOpen ? [...(sold === '0' ? ['presale.change' as const] : []), 'presale.cancel'] : [],
      values: {
        ...{ price, mode, min, max, softCap: softCap === '0' ? '' : softCap, ends: toIso(endsAt) },
        base: version,
        // What has begun begins with the approval, and what comes at the end comes in no parts.
        ...{ starts: startsAt <= clock.now() ? '' : toIso(startsAt), vesting: vesting.parts === 0 ? '' : write(vesting) },
      },
    };
  },
  async help({ db }, id) {
    const found = await readHelpEntry(db.read, id);
    if (found === null) return NOTHING;
    const { texts, changed, versions } = found;
    const writeState = (lang: string) => (changed.includes(lang) ? `${lang}, changed` : lang);
    const parts = [
      { title: 'As members read it', facts: Object.entries(texts).map(([lang, { q, a }]): Fact => [writeState(lang), `${q}\n${a}`]) },
      ...versions.map(({ version, texts: of, note, at }) => ({
        title: `Version ${version}, from ${toIso(at)}`,
        facts: [
          ['note', note],
          ['languages', of === null ? 'none: all as shipped' : Object.keys(of).join(', ')],
        ] as Fact[],
      })),
    ];
    // Its forms are of a version that is read with it.
    return { parts, acts: [] };
  },
  async incident({ db }, id) {
    const found = NUMBER.test(id) ? await findIncident(db.read, id) : null;
    if (found === null) return NOTHING;
    const { area, subject, openedAt, closedAt, texts } = found;
    // The only part of a text has no name.
    const said = JSON.stringify(Object.fromEntries(texts.map(({ lang, text }) => [lang, { '': text }])));
    const facts: Fact[] = [
      ['area', area],
      ['subject', subject],
      ['opened', toIso(openedAt)],
      ['closed', closedAt === null ? 'goes on' : toIso(closedAt)],
      ...texts.map(({ lang, text }): Fact => [lang, text]),
    ];
    return {
      parts: [{ title: 'As the status page shows it', facts }],
      acts: ['incidents.note'],
      values: { base: versionOfTexts(texts), texts: said },
    };
  },
};

const DESCRIBE: Readonly<Record<ObjectKind, Describe>> = { ...HOUSE, ...TOLD };

/** Returns what an object is, and what can be done about it as it is now; what there is not has no parts. */
export const describeObject = (context: OperatorContext, kind: ObjectKind, id: string): Promise<Described> => DESCRIBE[kind](context, id);
