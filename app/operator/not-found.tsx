import { EmptyState } from '@/components/ui/empty-state';

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-content-center">
      <EmptyState icon="search" isPage text="There is nothing at this address." title="Not found" />
    </main>
  );
}
