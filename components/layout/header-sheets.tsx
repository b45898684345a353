'use client';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { AccountSwitcher } from './account-switcher';
import { SideMenu } from './side-menu';

type HeaderSheet = 'menu' | 'switcher';

const OpenSheet = createContext<((sheet: HeaderSheet) => void) | null>(null);

/**
 * The menu and the account switcher. They stand above the screens: a header that is tapped while its screen is still loading is
 * replaced by the screen's own a moment later, and what the tap opened has to stay.
 */
export function HeaderSheets({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<HeaderSheet | null>(null);
  return (
    <OpenSheet value={setOpen}>
      {children}
      <SideMenu isOpen={open === 'menu'} onClose={() => setOpen(null)} />
      <AccountSwitcher isOpen={open === 'switcher'} onClose={() => setOpen(null)} />
    </OpenSheet>
  );
}

/** Returns what opens the menu or the account switcher. */
export function useOpenSheet(): (sheet: HeaderSheet) => void {
  const open = useContext(OpenSheet);
  if (!open) throw new Error('useOpenSheet stands outside the member layout');
  return open;
}
