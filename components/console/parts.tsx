import type { ReactNode } from 'react';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Link } from '../ui/link';

/** The heading of a page and what stands beside it. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
      <h1 className="text-title">{title}</h1>
      {children}
    </div>
  );
}

/** Filters of a list, as links; the chosen one is marked. */
export function Filters({ name, options, chosen, path }: { name: string; options: readonly string[]; chosen: string; path: string }) {
  return (
    <nav aria-label={name} className="flex flex-wrap gap-1.5">
      {options.map((option) => (
        <Link
          aria-current={option === chosen ? 'true' : undefined}
          className={`inline-flex min-h-11 items-center rounded-full px-4 text-small ${option === chosen ? 'bg-accent-soft font-strong text-accent' : 'bg-surface-2 text-ink-2'}`}
          href={`${path}?filter=${option}`}
          key={option}
          prefetch={false}
        >
          {option}
        </Link>
      ))}
    </nav>
  );
}

/** The way on in a list. */
export function NextPage({ href }: { href: string | null }) {
  if (href === null) return null;
  return (
    <p className="pt-4">
      <Link className="inline-flex min-h-11 items-center text-accent text-small" data-next href={href} prefetch={false}>
        Next page
      </Link>
    </p>
  );
}

/** Facts of an object: label, leader, value. */
export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Receipt className="gap-1.5">
      {rows.map(([label, value]) => (
        <ReceiptRow key={label} label={label} value={value} />
      ))}
    </Receipt>
  );
}

/** A number of a user that leads to their page. */
export const UserLink = ({ id }: { id: string }) => (
  <Link className="text-accent underline underline-offset-2" href={`/operator/users/${id}`} prefetch={false}>
    {id}
  </Link>
);

/** The page of an object: what it is on the left, what can be done on the right; below it where the tables need the width. */
export function ObjectPage({ children, side, isWide = false }: { children: ReactNode; side: ReactNode; isWide?: boolean }) {
  if (isWide)
    return (
      <div className="grid gap-8">
        <div className="grid min-w-0 gap-6">{children}</div>
        <div className="gap-6 border-line border-t pt-6 *:mb-6 *:break-inside-avoid md:columns-2">{side}</div>
      </div>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid min-w-0 gap-6 max-lg:contents">{children}</div>
      <div className="grid min-w-0 gap-6">{side}</div>
    </div>
  );
}

/** A part of a page with a heading. `isPast`: on a phone below what can be done. */
export function Part({ title, children, isPast = false }: { title: string; children: ReactNode; isPast?: boolean }) {
  return (
    <section className={`grid min-w-0 gap-3 ${isPast ? 'max-lg:order-last' : ''}`}>
      <h2 className="font-strong">{title}</h2>
      {children}
    </section>
  );
}
