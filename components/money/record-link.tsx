import Link from 'next/link';
import type { ReactNode } from 'react';

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
