import type { Metadata } from 'next';
import { Filters, NextPage, PageHead } from '@/components/console/parts';
import { Table } from '@/components/console/table';
import { writeAmount, writeSpan } from '@/components/console/words';
import { ask } from '@/lib/console/ask';
import { readListQuery } from '@/lib/console/query';
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
  const query = await readListQuery(searchParams, WITHDRAWAL_FILTERS);
  const { items, next } = await ask(withdrawalEndpoints.list, query);
  const now = Date.now();
  const promise = (until: number | null) =>
    until === null ? 'over' : until < now ? `late by ${writeSpan(now - until)}` : `in ${writeSpan(until - now)}`;
  return (
    <>
      <PageHead title="Withdrawals">
        <Filters chosen={query.filter} name="Which" options={WITHDRAWAL_FILTERS} path="/operator/withdrawals" />
      </PageHead>
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
      <NextPage href={next === null ? null : `/operator/withdrawals?filter=${query.filter}&after=${next}`} />
    </>
  );
}
