import type { Metadata } from 'next';
import { CsvOf } from '@/components/console/csv-form';
import { NextPage, PageHead } from '@/components/console/parts';
import { Timeline } from '@/components/console/timeline';
import { ask } from '@/lib/console/ask';
import { readListQuery } from '@/lib/console/query';
import { requestEndpoints } from '@/lib/operator/requests';

export const metadata: Metadata = { title: 'Log' };
type Props = { searchParams: Promise<Record<string, string | undefined>> };
const PAGE = 100;

export default async function LogPage({ searchParams }: Props) {
  const { after } = await readListQuery(searchParams, ['all']);
  const { items } = await ask(requestEndpoints.log, { before: after === null ? null : Number(after) });
  const last = items.at(-1)?.seq ?? 0;
  return (
    <>
      <PageHead title="Log" />
      <Timeline lines={items} />
      <CsvOf report="log" />
      <NextPage href={items.length === PAGE && last > 1 ? `/operator/log?after=${last}` : null} />
    </>
  );
}
