import type { ReactNode } from 'react';
import { Link } from '../ui/link';

/** Leads to what was booked under a reference. */
export function RecordLink({ reference, children }: { reference: string; children: ReactNode }) {
  return (
    <p>
      <Link
        className="inline-flex min-h-11 items-center font-strong text-accent text-small"
        href={`/recorddetails?ref=${encodeURIComponent(reference)}`}
        prefetch={false}
      >
        {children}
      </Link>
    </p>
  );
}
