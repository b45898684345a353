import type { Metadata } from 'next';
import { PageHead } from '@/components/console/parts';
import { UserSearch } from '@/components/console/user-search';
import { requireConsole } from '@/lib/console/ask';

export const metadata: Metadata = { title: 'Users' };

export default function UsersPage() {
  requireConsole();
  return (
    <>
      <PageHead title="Users" />
      <UserSearch />
    </>
  );
}
