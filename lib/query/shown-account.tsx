'use client';
import { createContext, type ReactNode, useContext } from 'react';
import type { ShownAccount } from '../dto/shown-account';

/** For whom the screen was drawn, and whether the backend can say what became of a write by its number. */
export type Screen = ShownAccount & { canLook: boolean };

const ScreenContext = createContext<Screen | null>(null);

export function ScreenProvider({ screen, children }: { screen: Screen; children: ReactNode }) {
  return <ScreenContext value={screen}>{children}</ScreenContext>;
}

/** The account that this screen shows; only under the member layout. */
export function useScreen(): Screen {
  const screen = useContext(ScreenContext);
  if (screen === null) throw new Error('useScreen stands outside the member layout');
  return screen;
}
