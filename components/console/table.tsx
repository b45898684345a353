'use client';
import Link from 'next/link';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { EmptyState } from '@/components/ui/empty-state';

export type Column = { name: string; isNumber?: boolean };
export type TableRow = { key: string; href: string | null; cells: readonly ReactNode[]; isLate?: boolean };

/** Keys of a list, wherever the focus is but in a field: j and k go from row to row, / to its search. Enter opens, as on any link. */
function useListKeys(table: RefObject<HTMLTableElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || (event.target as HTMLElement).closest('input, select, textarea')) return;
      const links = [...(table.current?.querySelectorAll<HTMLAnchorElement>('tbody a[data-row]') ?? [])];
      const at = links.indexOf(document.activeElement as HTMLAnchorElement);
      const step = { j: 1, k: -1 }[event.key];
      const goal = event.key === '/' ? document.querySelector<HTMLElement>('[data-search]') : links[at < 0 ? 0 : at + (step ?? 0)];
      if ((step === undefined && event.key !== '/') || goal == null) return;
      event.preventDefault();
      goal.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [table]);
}

/** A list of like things: a table where there is room, cards on a phone. The first cell leads to the object's page. */
export function Table({ caption, columns, rows }: { caption: string; columns: readonly Column[]; rows: readonly TableRow[] }) {
  const table = useRef<HTMLTableElement>(null);
  useListKeys(table);
  if (rows.length === 0) return <EmptyState icon="check" title={`${caption}: nothing here`} />;
  return (
    <table className="console-table" ref={table}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, isNumber }) => (
            <th className={isNumber ? 'text-end' : 'text-start'} key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, href, cells, isLate }) => (
          <tr data-late={isLate || undefined} key={key}>
            {columns.map(({ name, isNumber }, at) => (
              <td className={isNumber ? 'whitespace-nowrap lg:text-end' : ''} data-name={name} key={name}>
                {at === 0 && href !== null ? (
                  <Link className="font-strong text-accent underline-offset-2 hover:underline" data-row href={href} prefetch={false}>
                    {cells[at]}
                  </Link>
                ) : (
                  cells[at]
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
