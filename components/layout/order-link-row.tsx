import type { ReactNode } from 'react';
import { Link } from '../ui/link';

type Props = {
  /** Null: the order has no page. */
  href: string | null;
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

/** An order in a list: a link to its page where it has one, and what can be done about it. */
export function OrderLinkRow({ href, title, amounts, partner, state, time, action }: Props) {
  const isOpen = action !== undefined;
  return (
    <li className="border-line border-b">
      <Whole className={`grid grid-cols-1 content-center gap-0.5 ${isOpen ? 'min-h-12 pt-2.5 pb-1' : 'min-h-16 py-2'}`} href={href}>
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
      </Whole>
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

function Whole({ href, className, children }: Pick<Props, 'href'> & { className: string; children: ReactNode }) {
  if (href === null) return <div className={className}>{children}</div>;
  return (
    <Link className={className} href={href} prefetch={false}>
      {children}
    </Link>
  );
}
