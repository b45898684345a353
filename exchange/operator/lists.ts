import type { ListFilters, ListName } from '../../lib/operator/lists';
import type { Locale } from '../../lib/protocol/wire';
import { listPublished } from '../modules/announcements/announcements';
import { listHelpEntries } from '../modules/help/help';
import { listLog, listOpenRequests } from '../modules/operators/operators';
import { listLargestPositions, listLiquidations } from '../modules/perpetual/perpetual';
import { describePresales } from '../modules/presale/presale';
import { listNewestRows } from '../modules/registry/registry';
import { listIncidents } from '../modules/status/status';
import { listSavedAnswers } from '../modules/support/support';
import { listReadings } from '../platform/event-readers';
import { JOB_STATES, listJobs } from '../platform/jobs.repository';
import type { ListContext } from './desk';
import { listAudits, listDeadLetters } from './house-queries';
import {
  is,
  isFromTheBeginning,
  iso,
  type ListAsked,
  type ListPage,
  numbered,
  nameJobKind,
  placed,
  row,
  sliced,
  type Source,
  within,
} from './list-pages';
import { MONEY } from './lists.money';
import { describeDelivery } from './presale-words';
import { listAside, ROW_KINDS } from './put-aside';
import { listUsers } from './users.repository';

/** Rows of a list that is read whole: operators make what is in it, by hand. */
const WHOLE_MAX = 2_000;

const PEOPLE: Record<'users' | 'positions' | 'liquidations', Source> = {
  users: ({ db }, asked) =>
    numbered(asked, async (limit) =>
      (await listUsers(db.read, { state: asked.filters.state ?? null, after: asked.after, limit })).map(
        ({ id, username, createdAt, states }) => row(id, [id, username, iso(createdAt), states.join(', ')], { isLate: states.length > 0 }),
      ),
    ),
  positions: ({ db }, asked) =>
    sliced(asked, async (page) => {
      const { market = null, side = null } = asked.filters;
      return (await listLargestPositions(db.read, { market, side, ...page })).map((one) =>
        row(
          one.id,
          [
            one.userId,
            one.id,
            one.market,
            one.side,
            one.quantity,
            one.cost,
            one.margin,
            `${one.leverage}×`,
            one.entryPrice,
            iso(one.openedAt),
          ],
          { about: one.userId },
        ),
      );
    }),
  liquidations: ({ db }, asked) =>
    numbered(asked, async (limit) =>
      (await listLiquidations(db.read, { market: asked.filters.market ?? null, after: asked.after, limit })).map((one) =>
        row(
          one.id,
          [
            ...[one.userId, one.id, iso(one.at), one.market, one.side, one.closed, one.byBook, one.byFund, one.byOthers],
            ...[one.mark, one.lost, one.returned],
          ],
          { about: one.userId },
        ),
      ),
    ),
};

const TOLD: Record<'incidents' | 'registry' | 'announcements' | 'presales' | 'help' | 'answers', Source> = {
  incidents: ({ db }, asked) =>
    sliced(asked, async (page) => {
      const { area = null, state } = asked.filters;
      const isOpen = state === undefined ? null : state === 'open';
      return (await listIncidents(db.long, { lang: 'en', area, isOpen, ...page })).map(
        ({ id, area: of, subject, openedAt, closedAt, text }) =>
          row(id, [id, of, subject, iso(openedAt), iso(closedAt), text ?? ''], { isLate: closedAt === null }),
      );
    }),
  registry: ({ db }, asked) =>
    sliced(asked, async (page) => {
      const { kind = null, state } = asked.filters;
      const isFirst = state === undefined ? null : state !== 'changed';
      return (await listNewestRows(db.long, { kind, isFirst, ...page })).map(
        ({ id, kind: of, code, version, takesEffectAt, note, terms }) =>
          row(
            String(id),
            [`${of} ${code}`, version, isFromTheBeginning(takesEffectAt) ? '' : iso(takesEffectAt), note, JSON.stringify(terms)],
            {
              about: `${of} ${code}`,
            },
          ),
      );
    }),
  announcements: ({ db, clock }, asked) =>
    sliced(asked, async (page) =>
      (await listPublished(db.long, { ...page, state: asked.filters.state ?? null, now: clock.now() })).map(
        ({ id, title, audience, startsAt, endsAt, langs }) => row(id, [id, title, audience, iso(startsAt), iso(endsAt), langs]),
      ),
    ),
  async presales({ db }, asked) {
    const sales = (await describePresales(db.long, { limit: WHOLE_MAX })).filter(({ state }) => is(asked.filters.state, state));
    return within(
      asked,
      sales.map(({ id, code, asset, price, supply, sold, startsAt, endsAt, vesting, state, outcome }) =>
        row(id, [id, code, sold, supply, asset, price, iso(startsAt), iso(endsAt), describeDelivery(vesting), outcome ?? state]),
      ),
    );
  },
  async help({ db }, asked) {
    const { topic, state, lang = 'en' } = asked.filters;
    const entries = (await listHelpEntries(db.read, lang as Locale)).filter(
      (one) => is(topic, one.topic) && (state === undefined || one.langs.length > 0 === (state === 'changed')),
    );
    return within(
      asked,
      entries.map(({ entry, topic: of, q, version, at, langs }) => row(entry, [entry, of, q, version || '', iso(at), langs.join(', ')])),
    );
  },
  async answers({ db }, asked) {
    const answers = (await listSavedAnswers(db.read)).filter(({ lang }) => is(asked.filters.lang, lang));
    return within(
      asked,
      answers.map(({ name, lang, text }) => row(`${name} ${lang}`, [name, lang, text], { about: null })),
    );
  },
};

/** Returns what the filters of approvals mean for the operator who asks. */
export const narrowRequests = ({ asked, about }: ListFilters, operatorId: string) => ({
  acts: about === undefined ? null : [`${about}.`],
  by: asked === undefined ? null : { operatorId, isOwn: asked === 'by me' },
});

/** What jobs are ordered by: their part, when they are tried (µs), their number. */
const JOB_PLACE = /^([0-2])\.([0-9]{1,17})\.([0-9]{1,18})$/;
/** What events put aside are ordered by: since when they are (µs); then their number, and whose they are. */
const EVENT_PLACE = /^([0-9]{1,17})\.([0-9]{1,18})\.(.+)$/;

const WORK: Record<'jobs' | 'aside' | 'events' | 'consumers' | 'approvals' | 'audits' | 'log', Source> = {
  jobs: ({ db }, asked) =>
    placed(asked, JOB_PLACE, async ({ limit, behind }) => {
      const state = JOB_STATES.find((part) => part === asked.filters.state) ?? null;
      const [part = '', runAt = '', after = ''] = behind ?? [];
      const page = { limit, behind: behind === null ? null : { part: Number(part), runAt, id: after } };
      return (await listJobs(db.long, { ...page, state, kind: asked.filters.kind ?? null })).map(
        ({ id, kind, key, state: of, runAt: next, attempts, error, place }) => ({
          place,
          row: row(id, [id, nameJobKind(kind), key, of === 'dead' ? 'put aside' : of, iso(next), attempts, error ?? ''], {
            isLate: of === 'dead',
          }),
        }),
      );
    }),
  aside: ({ db }, asked) =>
    sliced(asked, async (page) =>
      (await listAside(db.long, { ...page, kind: ROW_KINDS.find((kind) => kind === asked.filters.kind) ?? null })).map(
        ({ id, dueAt, asideAt, againAt, error }) => row(id, [id, iso(dueAt), iso(asideAt), iso(againAt), error], { isLate: true }),
      ),
    ),
  events: ({ db }, asked) =>
    placed(asked, EVENT_PLACE, async ({ limit, behind }) => {
      const [createdAt = '', after = '', of = ''] = behind ?? [];
      const page = { limit, behind: behind === null ? null : { createdAt, consumer: of, id: after } };
      return (await listDeadLetters(db.long, { ...page, consumer: asked.filters.consumer ?? null })).map(
        ({ consumer, id, kind, at, attempts, error, place }) => ({
          place,
          row: row(`${consumer} ${id}`, [id, consumer, kind, iso(at), attempts, error]),
        }),
      );
    }),
  async consumers({ db, clock }, asked) {
    const all = await listReadings(db.long, { now: clock.now() });
    const found = all.filter(({ isLeft }) => is(asked.filters.state, isLeft ? 'left alone' : 'read'));
    return within(
      asked,
      found.map(({ name, kinds, readAt, givenUpAt, lagS, aside, isLeft }) =>
        row(name, [name, `${lagS} s`, aside, iso(readAt), iso(givenUpAt), kinds.join(', ')], { isLate: isLeft }),
      ),
    );
  },
  approvals: ({ db, clock, actor }, asked) =>
    numbered(asked, async (limit) => {
      const { filters, after } = asked;
      return (await listOpenRequests(db.read, { ...narrowRequests(filters, actor.operatorId), now: clock.now(), after, limit })).map(
        ({ id, act, target, requester, requestedAt, expiresAt, reason, preview }) =>
          row(id, [id, act, target, requester, iso(requestedAt), iso(expiresAt), reason, preview], { about: null }),
      );
    }),
  async audits({ db }, asked) {
    const resultOf = ({ at, faults }: { at: number | null; faults: number }) =>
      at === null ? 'never proved' : faults === 0 ? 'exact' : 'faults';
    const found = (await listAudits(db.read)).filter((one) => is(asked.filters.result, resultOf(one)));
    return within(
      asked,
      found.map(({ subject, at, faults }) => row(subject, [subject, iso(at), faults], { about: null, isLate: faults > 0 })),
    );
  },
  log: ({ db }, asked) =>
    numbered(asked, async (limit) => {
      const { operator = null, act = null } = asked.filters;
      return (await listLog(db.long, asked.after === null ? null : Number(asked.after), { limit, operator, act })).map(
        ({ seq, entry, hash }) =>
          row(
            String(seq),
            [
              ...[seq, iso(entry.at), entry.actor, entry.proof, entry.phase, entry.act, entry.target],
              ...[entry.reason, entry.requestId ?? '', entry.outcome, hash],
            ],
            { about: null },
          ),
      );
    }),
};

const SOURCES: Readonly<Record<ListName, Source>> = { ...PEOPLE, ...MONEY, ...TOLD, ...WORK };

/** Returns a page of a list, narrowed, as the console shows it and a file has it: times are ISO, amounts decimals. */
export const readListPage = (context: ListContext, name: ListName, asked: ListAsked): Promise<ListPage> => SOURCES[name](context, asked);
