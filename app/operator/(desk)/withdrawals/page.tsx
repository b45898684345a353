import type { Metadata } from 'next';
import { CsvOf } from '@/components/console/csv-form';
import { ListFrame } from '@/components/console/list-frame';
import { Filters, PageHead } from '@/components/console/parts';
import { Table } from '@/components/console/table';
import { writeAmount, writePromise, writeSpan } from '@/components/console/words';
import { ask } from '@/lib/console/ask';
import { readListQuery } from '@/lib/console/query';
import { reportEndpoints } from '@/lib/operator/reports';
import { WITHDRAWAL_FILTERS, withdrawalEndpoints } from '@/lib/operator/withdrawals';
import type { ListSearch } from '../list-of';

export const metadata: Metadata = { title: 'Withdrawals' };
const PATH = '/operator/withdrawals';
const COLUMNS = [
  { name: 'Number' },
  { name: 'Amount', isNumber: true },
  { name: 'Network' },
  { name: 'State' },
  { name: 'Age' },
  { name: 'Promise' },
];

export default async function WithdrawalsPage({ searchParams }: { searchParams: ListSearch }) {
  const { filter, after } = await readListQuery(searchParams, WITHDRAWAL_FILTERS);
  const [{ items, next }, views] = await Promise.all([ask(withdrawalEndpoints.list, { filter, after }), ask(reportEndpoints.views, {})]);
  const now = Date.now();
  return (
    <>
      <PageHead title="Withdrawals">
        <Filters chosen={filter} name="Which" options={WITHDRAWAL_FILTERS} path={PATH} />
      </PageHead>
      <ListFrame chosen={{}} fields={[]} kept={{ filter }} list="withdrawals" next={next} path={PATH} report={null} views={views.items}>
        <Table
          caption="Withdrawals"
          columns={COLUMNS}
          rows={items.map(({ id, amount, asset, network, state, delay, requestedAt, until }) => ({
            key: id,
            href: `${PATH}/${id}`,
            isLate: delay !== null || (until !== null && until < now),
            cells: [
              id,
              `${writeAmount(amount)} ${asset}`,
              network,
              delay === null ? state : `${state}, late: ${delay}`,
              writeSpan(now - requestedAt),
              until === null ? 'over' : writePromise(until, now),
            ],
          }))}
        />
      </ListFrame>
      <CsvOf name="The withdrawals of today (UTC), whole," report="withdrawals" />
    </>
  );
}
