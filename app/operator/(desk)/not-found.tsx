import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';

/** Inside the frame: what there is stays within reach. */
export default function NotFound() {
  const today = (
    <Link className="inline-flex min-h-11 items-center text-accent text-small" href="/operator" prefetch={false}>
      Today
    </Link>
  );
  return <EmptyState action={today} icon="search" isPage text="There is nothing at this address." title="Not found" />;
}
