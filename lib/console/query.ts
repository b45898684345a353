import { notFound } from 'next/navigation';

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

/** Returns the number in an address; what is none has no page. */
export async function readNumber(params: Promise<{ id: string }>): Promise<string> {
  const { id } = await params;
  return NUMBER.test(id) ? id : notFound();
}
