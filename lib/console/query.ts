import { notFound } from 'next/navigation';
import type { TimelinePage } from './pages';
import { CURSOR } from '../operator/define';
import { isFilterWord } from '../operator/list-columns';
import { findList, type ListFilters, type ListName } from '../operator/lists';
import { WAITED_MINUTES } from '../operator/queues';
import { LOCALES } from '../protocol/wire';

type Search = Promise<Record<string, string | string[] | undefined>>;
const NUMBER = /^[1-9][0-9]{0,17}$/;

/** Returns what an address says of a list: one of its filters, whose rows, and behind which row it goes on. */
export async function readListQuery<Filter extends string>(search: Search, filters: readonly [Filter, ...Filter[]]) {
  const { filter, user, after } = await search;
  return {
    filter: filters.find((known) => known === filter) ?? filters[0],
    user: typeof user === 'string' && NUMBER.test(user) ? user : null,
    after: typeof after === 'string' && NUMBER.test(after) ? after : null,
  };
}

/** Returns what an address says of the support inbox beside that: language, least wait in minutes, who sees to it. */
export async function readSupportQuery(search: Search) {
  const { lang, waited, holder } = await search;
  return {
    lang: LOCALES.find((known) => known === lang) ?? null,
    waited: WAITED_MINUTES.find((known) => String(known) === waited) ?? null,
    holder: typeof holder === 'string' && /^\S{1,40}$/.test(holder) ? holder : null,
  };
}

/** Returns what an address narrows a list by; what the list doesn't know narrows nothing. */
export async function readFilters(search: Search, list: ListName) {
  const asked = await search;
  const chosen = findList(list).filters.flatMap(({ name, options }) => {
    const value = asked[name];
    const isKnown = typeof value === 'string' && (options === undefined ? isFilterWord(value) : options.includes(value));
    return isKnown ? [[name, value] as const] : [];
  });
  const { after } = asked;
  return { filters: Object.fromEntries(chosen) as ListFilters, after: typeof after === 'string' && CURSOR.test(after) ? after : null };
}

/** Returns which page of a timeline an address asks for. */
export async function readTimelineQuery(search: Search): Promise<TimelinePage> {
  const { after, before } = await search;
  const read = (value: string | string[] | undefined) => (typeof value === 'string' && NUMBER.test(value) ? value : null);
  const row = Number(read(before) ?? 0);
  return { after: read(after), before: row > 0 && Number.isSafeInteger(row) ? row : null };
}

/** Returns the number in an address; what is none has no page. */
export async function readNumber(params: Promise<{ id: string }>): Promise<string> {
  const { id } = await params;
  return NUMBER.test(id) ? id : notFound();
}
