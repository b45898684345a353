'use client';
import Link from 'next/link';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

/** `isLong`: texts that may be broken anywhere, such as addresses; a line of its own on a phone. `isMinor`: left out of a phone's row of what is well. */
export type Column = { name: string; isNumber?: boolean; isLong?: boolean; isMinor?: boolean };
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

const isNothing = (cell: ReactNode) => cell === '-' || cell === '0';

/** A list of like things: a table where there is room, on a phone a block for each, without what is nothing. The first cell leads to the object's page. */
export function Table({ caption, columns, rows }: { caption: string; columns: readonly Column[]; rows: readonly TableRow[] }) {
  const table = useRef<HTMLTableElement>(null);
  useListKeys(table);
  if (rows.length === 0) return <p className="rounded-card bg-surface-1 px-4 py-3 text-ink-2 text-small">{caption}: nothing here.</p>;
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
            {columns.map(({ name, isNumber, isLong, isMinor }, at) => (
              <td
                className={isNumber ? 'whitespace-nowrap lg:text-end' : ''}
                data-long={isLong || undefined}
                data-name={name}
                data-nothing={(at > 0 && (isNothing(cells[at]) || (isMinor && !isLate))) || undefined}
                key={name}
              >
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
