'use client';
import type { ReactNode } from 'react';
import { SheetMark } from '../ui/sheet-mark';
import { AccountMark } from './account-mark';
import { useMember } from './member-context';

const MARK = <AccountMark />;

/** Everything inside bears the frame of the account in use: tickets, sheets and receipts (`[data-account]` in globals.css). */
export function AccountFrame({ children }: { children: ReactNode }) {
  const { mode } = useMember();
  return (
    <SheetMark value={MARK}>
      <div className="contents" data-account={mode}>
        {children}
      </div>
    </SheetMark>
  );
}
