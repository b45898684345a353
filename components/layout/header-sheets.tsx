'use client';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';

type HeaderSheet = 'menu' | 'switcher';
type Pair = typeof import('./header-sheet-pair');

const OpenSheet = createContext<{ open(sheet: HeaderSheet): void; load(): void } | null>(null);

/**
 * The menu and the account switcher. They stand above the screens: a header that is tapped while its screen is still loading is
 * replaced by the screen's own a moment later, and what the tap opened has to stay. Their code is loaded when a screen has a header.
 */
export function HeaderSheets({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<HeaderSheet | null>(null);
  const [pair, setPair] = useState<Pair | null>(null);
  const load = useCallback(() => {
    import('./header-sheet-pair').then(setPair, () => {
      // The line is down, which its own notice says; the next tap tries again.
      setShown(null);
    });
  }, []);
  const value = useMemo(() => {
    const open = (sheet: HeaderSheet) => {
      setShown(sheet);
      load();
    };
    return { open, load };
  }, [load]);
  const close = () => setShown(null);
  return (
    <OpenSheet value={value}>
      {children}
      {pair === null ? null : (
        <>
          <pair.SideMenu isOpen={shown === 'menu'} onClose={close} />
          <pair.AccountSwitcher isOpen={shown === 'switcher'} onClose={close} />
        </>
      )}
    </OpenSheet>
  );
}

/** Returns what opens the menu or the account switcher; their code is loaded beside the screen, so that a tap finds it there. */
export function useOpenSheet(): (sheet: HeaderSheet) => void {
  const sheets = useContext(OpenSheet);
  if (!sheets) throw new Error('useOpenSheet stands outside the member layout');
  useEffect(() => sheets.load(), [sheets]);
  return sheets.open;
}
