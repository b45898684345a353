import type { ReactNode } from 'react';

/** Groups what belongs together; a list of like things needs lines, not cards. */
export function Card({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <section className={`rounded-card bg-surface-1 p-4.5 ${className}`}>{children}</section>;
}

/** What a user can verify, in the accent colour. */
export function Proof({ children }: { children: ReactNode }) {
  return <span className="inline-flex items-center gap-1.5 font-strong text-accent text-small">{children}</span>;
}
