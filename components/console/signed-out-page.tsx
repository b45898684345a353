import type { ReactNode } from 'react';
import { brand } from '@/lib/brand';
import { Mark } from '../ui/icon';

/** A page before the sign-in. */
export function SignedOutPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="column grid min-h-dvh content-center gap-4 py-8">
      <p className="flex items-center gap-2 text-ink-2 text-small">
        <Mark /> {brand.name} operators
      </p>
      <h1 className="text-title">{title}</h1>
      {children}
    </main>
  );
}
