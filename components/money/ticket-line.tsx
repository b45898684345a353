import type { ReactNode } from 'react';
import { AccountBadge } from '../layout/account-badge';

type Props = {
  id: string;
  /** What the order would come to, in a few words; left out while it can't be told. */
  result: ReactNode;
  /** What stands in the way of the button; goes before the result. */
  why: string | null;
};

/** The one line above the button of a ticket: on which account, and what it would come to, or why it can't be sent. Not live: it describes the button, and fields say what is wrong with them. */
export function TicketLine({ id, result, why }: Props) {
  return (
    <p className="flex min-h-6 items-center justify-between gap-x-3 text-small" id={id}>
      <AccountBadge className="shrink-0" />
      <span className={`min-w-0 hyphens-auto text-end ${why === null ? 'text-ink-2' : 'text-ink-1'}`} suppressHydrationWarning>
        {why ?? result}
      </span>
    </p>
  );
}
