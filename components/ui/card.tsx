import type { ReactNode } from 'react';

/** Groups what belongs together; a list of like things needs lines, not cards. */
export function Card({ children, className = '', id }: { children: ReactNode; className?: string; id?: string }) {
  return (
    <section className={`card rounded-card bg-surface-1 p-4.5 [--gutter:18px] ${className}`} id={id}>
      {children}
    </section>
  );
}
