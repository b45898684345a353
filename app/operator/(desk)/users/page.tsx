import type { Metadata } from 'next';
import { PageHead, Part } from '@/components/console/parts';
import { UserSearch } from '@/components/console/user-search';
import { ListOf, type ListSearch } from '../list-of';

export const metadata: Metadata = { title: 'Users' };

export default function UsersPage({ searchParams }: { searchParams: ListSearch }) {
  return (
    <>
      <PageHead title="Users" />
      <div className="grid gap-6">
        <UserSearch />
        <Part title="The newest, or those in a state">
          <ListOf list="users" searchParams={searchParams} />
        </Part>
      </div>
    </>
  );
}
