import type { Metadata } from 'next';
import { ListFrame } from '@/components/console/list-frame';
import { PageHead } from '@/components/console/parts';
import { Timeline } from '@/components/console/timeline';
import { ask } from '@/lib/console/ask';
import { readFilters } from '@/lib/console/query';
import { findList } from '@/lib/operator/lists';
import { reportEndpoints } from '@/lib/operator/reports';
import { requestEndpoints } from '@/lib/operator/requests';
import type { ListSearch } from '../list-of';

export const metadata: Metadata = { title: 'Log' };
const PAGE = 100;

export default async function LogPage({ searchParams }: { searchParams: ListSearch }) {
  const { filters, after } = await readFilters(searchParams, 'log');
  const { operator = null, act = null } = filters;
  const [{ items }, views] = await Promise.all([
    ask(requestEndpoints.log, { before: after === null ? null : Number(after), operator, act }),
    ask(reportEndpoints.views, {}),
  ]);
  const last = items.at(-1)?.seq ?? 0;
  return (
    <>
      <PageHead title="Log" />
      <ListFrame
        chosen={filters}
        fields={findList('log').filters}
        list="log"
        next={items.length === PAGE && last > 1 ? String(last) : null}
        path="/operator/log"
        report="log"
        views={views.items}
      >
        <Timeline lines={items} />
      </ListFrame>
    </>
  );
}
