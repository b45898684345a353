import type { ReactNode } from 'react';

export type Column = { name: string; isText?: boolean };

/** A table in a pane of a terminal: figures to the right, words to the left. `children` are its rows. */
export function TerminalTable({
  caption,
  columns,
  hasTasks = false,
  children,
}: {
  caption: string;
  columns: readonly Column[];
  /** A last column without a name: what can be done with a row says so itself. */
  hasTasks?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="-mx-3 overflow-x-auto px-3">
      <table className="w-full text-small">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-line border-b">
            {columns.map(({ name, isText = false }) => (
              <th
                className={`py-1 align-bottom font-plain text-ink-3 text-micro not-last:pe-3 ${isText ? 'text-start' : 'text-end'}`}
                key={name}
                scope="col"
              >
                {name}
              </th>
            ))}
            {hasTasks ? <td /> : null}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A cell of a row; `under` stands below it, smaller. */
export function Cell({
  children,
  under,
  isText = false,
  className = '',
}: {
  children: ReactNode;
  under?: ReactNode;
  isText?: boolean;
  className?: string;
}) {
  return (
    <td
      className={`whitespace-nowrap py-1.5 align-top not-last:pe-3 ${isText ? 'text-start' : 'text-end'} ${className}`}
      suppressHydrationWarning
    >
      {children}
      {under === undefined ? null : (
        <span className="block text-ink-3 text-micro" suppressHydrationWarning>
          {under}
        </span>
      )}
    </td>
  );
}
