import Link from 'next/link';
import type { ReactNode } from 'react';

type Props = {
  href: string;
  /** What it is and its price, at the two ends of a line. */
  title: ReactNode;
  /** How much of it is filled. */
  amounts: ReactNode;
  /** What stands below that, such as the other order of a pair. */
  partner?: ReactNode;
  state: string;
  time: ReactNode;
  /** Buttons. They stand beside state and time, so that a line of the order is as wide as the row in every language. */
  action?: ReactNode;
};

/** An order in a list: a link to its page, and what can be done about it. */
export function OrderLinkRow({ href, title, amounts, partner, state, time, action }: Props) {
  const isOpen = action !== undefined;
  return (
    <li className="border-line border-b">
      <Link
        className={`grid grid-cols-1 content-center gap-0.5 ${isOpen ? 'min-h-12 pt-2.5 pb-1' : 'min-h-16 py-2'}`}
        href={href}
        prefetch={false}
      >
        <span className="two-ends items-baseline">{title}</span>
        <span className="grid grid-cols-1 gap-x-3 text-ink-2 text-small md:flex md:flex-wrap md:justify-between">
          <span suppressHydrationWarning>{amounts}</span>
          {isOpen ? null : (
            <span className="text-ink-3">
              {`${state}\u00a0· `}
              {time}
            </span>
          )}
        </span>
        {partner ? (
          <span className="text-ink-2 text-small" suppressHydrationWarning>
            {partner}
          </span>
        ) : null}
      </Link>
      {isOpen ? (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pb-2">
          <span className="grid min-w-0 flex-[1_1_7rem] grid-cols-1 text-ink-3 text-small">
            <span>{state}</span>
            {time}
          </span>
          <span className="ms-auto flex flex-wrap justify-end gap-2">{action}</span>
        </div>
      ) : null}
    </li>
  );
}
