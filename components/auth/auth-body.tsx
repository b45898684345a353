import type { ReactNode } from 'react';

/** What a page of the ways in says first, and what is done below. */
export function AuthBody({ title, lead, children }: { title: string; lead?: string | undefined; children: ReactNode }) {
  return (
    <>
      <h1 className="mt-5 text-balance text-display">{title}</h1>
      {lead ? <p className="mt-3 text-ink-2">{lead}</p> : null}
      <div className="mt-6 grid grid-cols-1 gap-3.5">{children}</div>
    </>
  );
}
