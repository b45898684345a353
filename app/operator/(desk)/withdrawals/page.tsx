import type { Metadata } from 'next';
import { CsvOf } from '@/components/console/csv-form';
import { Filters, NextPage, PageHead } from '@/components/console/parts';
import { Table } from '@/components/console/table';
import { Views } from '@/components/console/views';
import { writeAmount, writeSpan } from '@/components/console/words';
import { ask } from '@/lib/console/ask';
import { readListQuery } from '@/lib/console/query';
import { reportEndpoints } from '@/lib/operator/reports';
import { WITHDRAWAL_FILTERS, withdrawalEndpoints } from '@/lib/operator/withdrawals';

export const metadata: Metadata = { title: 'Withdrawals' };
type Props = { searchParams: Promise<Record<string, string | undefined>> };

const COLUMNS = [
  { name: 'Number' },
  { name: 'Amount', isNumber: true },
  { name: 'Network' },
  { name: 'State' },
  { name: 'Age' },
  { name: 'Promise' },
];

export default async function WithdrawalsPage({ searchParams }: Props) {
  const { filter, after } = await readListQuery(searchParams, WITHDRAWAL_FILTERS);
  const [{ items, next }, views] = await Promise.all([ask(withdrawalEndpoints.list, { filter, after }), ask(reportEndpoints.views, {})]);
  const now = Date.now();
  const promise = (until: number | null) =>
    until === null ? 'over' : until < now ? `late by ${writeSpan(now - until)}` : `in ${writeSpan(until - now)}`;
  return (
    <>
      <PageHead title="Withdrawals">
        <Filters chosen={filter} name="Which" options={WITHDRAWAL_FILTERS} path="/operator/withdrawals" />
      </PageHead>
      <Views
        list="withdrawals"
        path="/operator/withdrawals"
        query={`filter=${filter}`}
        views={views.items.filter(({ list }) => list === 'withdrawals')}
      />
      <Table
        caption="Withdrawals"
        columns={COLUMNS}
        rows={items.map(({ id, amount, asset, network, state, delay, requestedAt, until }) => ({
          key: id,
          href: `/operator/withdrawals/${id}`,
          isLate: delay !== null || (until !== null && until < now),
          cells: [
            id,
            `${writeAmount(amount)} ${asset}`,
            network,
            delay === null ? state : `${state}, late: ${delay}`,
            writeSpan(now - requestedAt),
            promise(until),
          ],
        }))}
      />
      <NextPage href={next === null ? null : `/operator/withdrawals?filter=${filter}&after=${next}`} />
      <CsvOf report="withdrawals" />
    </>
  );
}
