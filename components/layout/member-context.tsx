'use client';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import type { PageIcon } from '@/lib/pages/pages';
import type { Mode } from '@/lib/protocol/wire';
import { ScreenProvider } from '@/lib/query/shown-account';
import { shareStream } from '@/lib/stream/stream';

export type MenuRow = { href: string; icon: PageIcon; label: string };
/** Who looks at the screen, what the exchange behind it offers, and the menu that follows from it. */
export type Member = {
  userId: string;
  username: string;
  mode: Mode;
  isSandbox: boolean;
  features: readonly string[];
  menu: readonly MenuRow[];
  /** Names session and account to the other tabs, see `shareStream`. */
  streamKey: string;
};

const MemberContext = createContext<Member | null>(null);

export function MemberProvider({ member, children }: { member: Member; children: ReactNode }) {
  const { userId, mode } = member;
  const canLook = member.features.includes('request-outcome');
  useEffect(() => shareStream(member.streamKey), [member.streamKey]);
  const screen = useMemo(() => ({ userId, mode, canLook }), [userId, mode, canLook]);
  return (
    <MemberContext value={member}>
      <ScreenProvider screen={screen}>{children}</ScreenProvider>
    </MemberContext>
  );
}

/** The signed-in user; only under the member layout. */
export function useMember(): Member {
  const member = useContext(MemberContext);
  if (!member) throw new Error('useMember stands outside the member layout');
  return member;
}
