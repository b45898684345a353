'use client';
import Link from 'next/link';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { EmptyState } from '@/components/ui/empty-state';

export type Column = { name: string; isNumber?: boolean };
export type TableRow = { key: string; href: string | null; cells: readonly ReactNode[]; isLate?: boolean };

/** Moves the focus from row to row: j and k, or the arrows. */
function moveFocus(table: HTMLElement | null, event: KeyboardEvent): void {
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
  if (step === undefined || table === null) return;
  const links = [...table.querySelectorAll<HTMLAnchorElement>('tbody a[data-row]')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = links[at < 0 ? 0 : at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** A list of like things: a table where there is room, cards on a phone. The first cell leads to the object's page. */
export function Table({ caption, columns, rows }: { caption: string; columns: readonly Column[]; rows: readonly TableRow[] }) {
  const table = useRef<HTMLTableElement>(null);
  if (rows.length === 0) return <EmptyState icon="check" title={`${caption}: nothing here`} />;
  return (
    <table className="console-table" onKeyDown={(event) => moveFocus(table.current, event)} ref={table}>
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
              <td className={isNumber ? 'lg:text-end' : ''} data-name={name} key={name}>
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
