import { ListFrame } from '@/components/console/list-frame';
import { ListRows } from '@/components/console/list-rows';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { ask, ConsoleRefusal } from '@/lib/console/ask';
import { NOTHING_FITS } from '@/lib/console/empty-texts';
import { hrefOfList } from '@/lib/console/pages';
import { readFilters } from '@/lib/console/query';
import { findList, type ListFilters, listEndpoints, type ListName } from '@/lib/operator/lists';
import { reportEndpoints } from '@/lib/operator/reports';

export type ListSearch = Promise<Record<string, string | string[] | undefined>>;

/** A list whole: filters, saved views, rows, the way on, the same as a file. */
export async function ListOf({ list, searchParams }: { list: ListName; searchParams: ListSearch }) {
  const { filters, after } = await readFilters(searchParams, list);
  const [{ rows, next }, views] = await Promise.all([ask(listEndpoints[list], { filters, after }), ask(reportEndpoints.views, {})]);
  return (
    <ListFrame
      chosen={filters}
      fields={findList(list).filters}
      list={list}
      next={next}
      path={hrefOfList(list)}
      report={list}
      views={views.items}
    >
      <ListRows empty={Object.keys(filters).length === 0 && after === null ? undefined : NOTHING_FITS} list={list} rows={rows} />
    </ListFrame>
  );
}

function refusalOf(error: unknown): ConsoleRefusal {
  if (error instanceof ConsoleRefusal) return error;
  throw error;
}

type FirstProps = {
  list: ListName;
  filters?: ListFilters;
  most?: number;
  /** What isn't well stands first: on a phone the end of a list is far. */
  isLateFirst?: boolean;
  /** What stands in place of no rows, where the filters mean something of their own. */
  empty?: string;
};

/** The first rows of a list, and the way to all of them. */
export async function FirstRows({ list, filters = {}, most = 8, isLateFirst = false, empty }: FirstProps) {
  const page = await ask(listEndpoints[list], { filters, after: null }).catch(refusalOf);
  // What is done on the page must not wait for a list.
  if (page instanceof ConsoleRefusal) return <Notice tone="warn">{`This list can't be shown now: ${page.message}`}</Notice>;
  const { next } = page;
  const rows = isLateFirst ? page.rows.toSorted((a, b) => Number(b.isLate) - Number(a.isLate)) : page.rows;
  const isAll = rows.length <= most && next === null;
  return (
    <div className="min-w-0">
      <ListRows empty={empty} list={list} rows={rows.slice(0, most)} />
      <Link
        className="inline-flex min-h-11 items-center text-accent text-small"
        href={`${hrefOfList(list)}${Object.keys(filters).length === 0 ? '' : `?${new URLSearchParams(filters)}`}`}
        prefetch={false}
      >
        {isAll ? 'Filters, views and CSV' : 'All of them, with filters, views and CSV'}
        <span className="sr-only">: {findList(list).title}</span>
      </Link>
    </div>
  );
}
