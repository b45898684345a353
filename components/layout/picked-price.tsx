'use client';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

/** A price that was chosen elsewhere on the screen; `at` counts the choices, so that the same price can be chosen again. */
export type PickedPrice = { price: string; at: number };

const Picked = createContext<{ picked: PickedPrice | null; pick(price: string): void }>({ picked: null, pick: () => undefined });

/** What stands in it shares one chosen price: a tap on the book fills the ticket beside it. */
export function PickedPriceProvider({ children }: { children: ReactNode }) {
  const [picked, setPicked] = useState<PickedPrice | null>(null);
  const value = useMemo(() => ({ picked, pick: (price: string) => setPicked((last) => ({ price, at: (last?.at ?? 0) + 1 })) }), [picked]);
  return <Picked value={value}>{children}</Picked>;
}

/** Returns the chosen price, null before the first choice, and the way to choose one. */
export function usePickedPrice() {
  return useContext(Picked);
}
