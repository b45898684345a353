import { OBJECT_ACTS, type ObjectKind, objectEndpoints, type ObjectPart } from '../../lib/operator/objects';
import { findAnnouncement } from '../modules/announcements/announcements';
import { readHelpEntry } from '../modules/help/help';
import type { LogOf } from '../modules/operators/operators';
import { describePresale } from '../modules/presale/presale';
import { FEE_PRODUCTS, listVersionsOf } from '../modules/registry/registry';
import { findIncident } from '../modules/status/status';
import type { Tx } from '../platform/db';
import { readTimeline, serve } from './desk';

type Describe = (tx: Tx, id: string) => Promise<ObjectPart[]>;
const NUMBER = /^[1-9][0-9]{0,17}$/;
const toIso = (at: number | Date | null) => (at === null ? '-' : new Date(at).toISOString());
const write = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** What an object is. Those that aren't here stand in the list from which one comes. */
const DESCRIBE: Partial<Record<ObjectKind, Describe>> = {
  async entry(tx, id) {
    const [kind = '', code = ''] = id.split(' ');
    return (await listVersionsOf(tx, { kind, code })).map(({ version, takesEffectAt, announcedAt, note, terms }) => ({
      title: `Version ${version}, in force from ${takesEffectAt === 0 ? 'the beginning' : toIso(takesEffectAt)}`,
      facts: [
        ['public note', note],
        ['announced', announcedAt === 0 ? 'from the beginning' : toIso(announcedAt)],
        ...Object.entries(terms as object).map(([name, value]): [string, string] => [name, write(value)]),
      ],
    }));
  },
  async announcement(tx, id) {
    const found = NUMBER.test(id) ? await findAnnouncement(tx, id) : null;
    if (found === null) return [];
    const { audience, isPinned, startsAt, endsAt, texts } = found;
    return [
      {
        title: 'Shown',
        facts: [
          ['to', audience === 'all' ? 'everybody' : 'sandboxes'],
          ['from', toIso(startsAt)],
          ['until', toIso(endsAt)],
          ['pinned', isPinned ? 'yes' : 'no'],
        ],
      },
      { title: 'Texts', facts: texts.flatMap(({ lang, title, text }): [string, string][] => [[lang, `${title}\n${text}`]]) },
    ];
  },
  async presale(tx, id) {
    const sale = NUMBER.test(id) ? await describePresale(tx, id) : null;
    if (sale === null) return [];
    const { startsAt, endsAt, ...facts } = sale;
    const times: [string, string][] = [
      ['starts', toIso(startsAt)],
      ['ends', toIso(endsAt)],
    ];
    return [{ title: 'Terms', facts: [...Object.entries(facts).map(([name, value]): [string, string] => [name, write(value)]), ...times] }];
  },
  async help(tx, id) {
    const found = await readHelpEntry(tx, id);
    if (found === null) return [];
    const { texts, changed, versions } = found;
    const writeState = (lang: string) => (changed.includes(lang) ? `${lang}, changed` : lang);
    return [
      {
        title: 'As members read it',
        facts: Object.entries(texts).map(([lang, { q, a }]): [string, string] => [writeState(lang), `${q}\n${a}`]),
      },
      ...versions.map(({ version, texts: of, note, at }) => ({
        title: `Version ${version}, from ${toIso(at)}`,
        facts: [
          ['note', note],
          ['languages', of === null ? 'none: all as shipped' : Object.keys(of).join(', ')],
        ] as [string, string][],
      })),
    ];
  },
  async incident(tx, id) {
    const found = NUMBER.test(id) ? await findIncident(tx, id) : null;
    if (found === null) return [];
    const { area, subject, openedAt, closedAt, texts } = found;
    const facts: [string, string][] = [
      ['area', area],
      ['subject', subject],
      ['opened', toIso(openedAt)],
      ['closed', closedAt === null ? 'goes on' : toIso(closedAt)],
    ];
    return [{ title: 'As the status page shows it', facts: [...facts, ...texts.map(({ lang, text }): [string, string] => [lang, text])] }];
  },
};

/** By what else acts name an object: those of a product's fees by the product, and what had no number yet when it was asked for. */
const NAMES: Partial<Record<ObjectKind, (id: string) => Pick<LogOf, 'aliases' | 'made'>>> = {
  entry: (id) => ({ aliases: FEE_PRODUCTS.filter((product) => id === `product ${product}`) }),
  announcement: (id) => ({ made: { targets: ['announcements', 'all', ...FEE_PRODUCTS], outcome: `announcement ${id} was` } }),
  presale: (id) => ({ made: { targets: ['new', 'presale'], outcome: `pre-sale ${id} ` } }),
};

/** What answers about objects that have no queue. */
export const OBJECTS = [
  serve(objectEndpoints.about, async ({ kind, id }, seat) => ({
    parts: (await DESCRIBE[kind]?.(seat.db.read, id)) ?? [],
    ...(await readTimeline(seat.db.read, seat, { target: id, acts: OBJECT_ACTS[kind], ...NAMES[kind]?.(id) })),
  })),
];
