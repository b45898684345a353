import type { ReactNode } from 'react';
import { Link } from '../ui/link';

/** `isLong`: texts that may be broken anywhere, such as addresses; a line of its own on a phone. `isMinor`: left out of a phone's row of what is well. */
export type Column = { name: string; isNumber?: boolean; isLong?: boolean; isMinor?: boolean };
export type TableRow = { key: string; href: string | null; cells: readonly ReactNode[]; isLate?: boolean };

/** A name of one word is read in one line; longer ones may be broken. */
const NAME_MAX = 24;
const isShort = (cell: ReactNode) => typeof cell === 'string' && cell.length <= NAME_MAX;
const isNothing = (cell: ReactNode) => cell === '-' || cell === '0';

type Props = {
  caption: string;
  columns: readonly Column[];
  rows: readonly TableRow[];
  /** What stands in place of no rows: what the list is for, and when something comes. */
  empty: string;
};

/** A list of like things: a table where there is room, on a phone a block for each, without what is nothing. The first cell leads to the object's page. */
export function Table({ caption, columns, rows, empty }: Props) {
  if (rows.length === 0) return <p className="max-w-[76ch] rounded-card bg-surface-1 px-4 py-3 text-ink-2 text-small">{empty}</p>;
  return (
    <table className="console-table">
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
                  <Link
                    className={`font-strong text-accent underline-offset-2 hover:underline ${isShort(cells[at]) ? 'lg:whitespace-nowrap' : ''}`}
                    data-row
                    href={href}
                    prefetch={false}
                  >
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
