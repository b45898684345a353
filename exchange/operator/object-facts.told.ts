import type { FeeRates } from '../../lib/rules/spot';
import { findAnnouncement } from '../modules/announcements/announcements';
import { readHelpEntry } from '../modules/help/help';
import { describePresale } from '../modules/presale/presale';
import { FEE_PRODUCTS, findTermsSchema, listVersionsOf, readTerms, type RegistryRow } from '../modules/registry/registry';
import { findIncident, versionOfTexts } from '../modules/status/status';
import { isFromTheBeginning } from './list-pages';
import { describeDelivery } from './presale-words';
import { shapeOfTerms } from './term-shape';
import { type Describe, type Fact, NOTHING, NUMBER, toIso, write, writeFacts } from './object-facts.write';

/** What the form of an entry's terms asks for. */
function shapeOf({ kind, code }: Pick<RegistryRow, 'kind' | 'code'>): Record<string, string> {
  const schema = findTermsSchema(kind, code);
  return schema === null ? {} : { shape: JSON.stringify(shapeOfTerms(schema)) };
}

/** What members are told: terms, announcements, pre-sales, help and incidents. */
export const TOLD: Record<'entry' | 'announcement' | 'presale' | 'help' | 'incident', Describe> = {
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
