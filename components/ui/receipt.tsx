import type { ReactNode } from 'react';

/** The signature of the product: the same block before, during and after every money action. */
export function Receipt({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <dl className={`receipt grid grid-cols-1 gap-2 text-small ${className}`}>{children}</dl>;
}

/** `isSum` sets the line that counts apart from the lines that lead to it. */
export function ReceiptRow({ label, value, isSum = false }: { label: ReactNode; value: ReactNode; isSum?: boolean }) {
  return (
    <div className={isSum ? 'sum' : undefined}>
      <dt>{label}</dt>
      <dd>
        <span>{value}</span>
      </dd>
    </div>
  );
}
