import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { PageHead } from '@/components/console/parts';
import { hrefOfList } from '@/lib/console/pages';
import { findList, LIST_NAMES } from '@/lib/operator/lists';
import { ListOf, type ListSearch } from '../../list-of';

type Props = { params: Promise<{ list: string }>; searchParams: ListSearch };

const findName = (asked: string) => LIST_NAMES.find((known) => known === asked) ?? notFound();

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: findList(findName((await params).list)).title };
}

export default async function ListPage({ params, searchParams }: Props) {
  const list = findName((await params).list);
  if (hrefOfList(list) !== `/operator/lists/${list}`) redirect(hrefOfList(list));
  return (
    <>
      <PageHead title={findList(list).title} />
      <ListOf list={list} searchParams={searchParams} />
    </>
  );
}
