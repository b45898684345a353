'use client';
import type { ReactNode } from 'react';
import { SheetBadge } from '../ui/sheet-badge';
import { AccountBadge } from './account-badge';
import { useMember } from './member-context';

const MARK = <AccountBadge />;

/** Everything inside bears the frame of the account in use: tickets, sheets and receipts (`[data-account]` in globals.css). */
export function AccountFrame({ children }: { children: ReactNode }) {
  const { mode } = useMember();
  return (
    <SheetBadge value={MARK}>
      <div className="contents" data-account={mode}>
        {children}
      </div>
    </SheetBadge>
  );
}
