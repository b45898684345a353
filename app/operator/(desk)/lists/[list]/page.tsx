import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { PageHead } from '@/components/console/parts';
import { hrefOfList } from '@/lib/console/pages';
import { findList, LIST_NAMES } from '@/lib/operator/lists';
import { ListOf, type ListSearch } from '../../list-of';

export const metadata: Metadata = { title: 'List' };
type Props = { params: Promise<{ list: string }>; searchParams: ListSearch };

export default async function ListPage({ params, searchParams }: Props) {
  const { list: asked } = await params;
  const list = LIST_NAMES.find((known) => known === asked) ?? notFound();
  if (hrefOfList(list) !== `/operator/lists/${list}`) redirect(hrefOfList(list));
  return (
    <>
      <PageHead title={findList(list).title} />
      <ListOf list={list} searchParams={searchParams} />
    </>
  );
}
