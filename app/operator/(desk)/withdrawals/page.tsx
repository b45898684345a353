import type { Metadata } from 'next';
import { USER_FIELD } from '@/components/console/filter-form';
import { ListFrame } from '@/components/console/list-frame';
import { Filters, PageHead } from '@/components/console/parts';
import { Table } from '@/components/console/table';
import { writePromise, formatSpan } from '@/lib/console/formatter';
import { EMPTY_WITHDRAWALS, NOTHING_FITS } from '@/lib/console/empty-texts';
import { getFormatter } from '@/lib/console/read-formatter';
import { ask } from '@/lib/console/ask';
import { readListQuery } from '@/lib/console/query';
import { reportEndpoints, WITHDRAWALS_NOW } from '@/lib/operator/reports';
import { describeWait, WITHDRAWAL_FILTERS, withdrawalEndpoints } from '@/lib/operator/withdrawals';
import type { ListSearch } from '../list-of';

export const metadata: Metadata = { title: 'Withdrawals' };
const PATH = '/operator/withdrawals';
const COLUMNS = [
  { name: 'Number' },
  { name: 'User' },
  { name: 'Amount', isNumber: true },
  { name: 'Network' },
  { name: 'State' },
  { name: 'Age' },
  { name: 'Promise' },
];

export default async function WithdrawalsPage({ searchParams }: { searchParams: ListSearch }) {
  const { filter, user, after } = await readListQuery(searchParams, WITHDRAWAL_FILTERS);
  const [{ items, next }, views] = await Promise.all([
    ask(withdrawalEndpoints.list, { filter, user, after }),
    ask(reportEndpoints.views, {}),
  ]);
  const format = await getFormatter();
  const now = Date.now();
  return (
    <>
      <PageHead title="Withdrawals">
        <Filters chosen={filter} name="Which" options={WITHDRAWAL_FILTERS} path={PATH} />
      </PageHead>
      <ListFrame
        chosen={user === null ? {} : { user }}
        fields={[USER_FIELD]}
        kept={{ filter }}
        list="withdrawals"
        next={next}
        path={PATH}
        report={WITHDRAWALS_NOW}
        views={views.items}
      >
        <Table
          caption="Withdrawals"
          columns={COLUMNS}
          empty={user === null && after === null ? EMPTY_WITHDRAWALS[filter] : NOTHING_FITS}
          rows={items.map(({ id, userId, amount, asset, network, state, waitsFor, delay, requestedAt, until }) => ({
            key: id,
            href: `${PATH}/${id}`,
            isLate: delay !== null || (until !== null && until < now),
            cells: [
              id,
              userId,
              `${format.amount(amount)} ${asset}`,
              network,
              [state, ...(waitsFor === null ? [] : [describeWait(waitsFor)]), ...(delay === null ? [] : [`late: ${delay}`])].join(', '),
              formatSpan(now - requestedAt),
              until === null ? 'over' : writePromise(until, now),
            ],
          }))}
        />
      </ListFrame>
    </>
  );
}
