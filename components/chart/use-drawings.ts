'use client';
import { useEffect, useState } from 'react';
import { type Drawing, keepDrawings, readDrawings } from './drawings';

const NONE: readonly Drawing[] = [];

/** Returns what was drawn on this device for a market, and the ways to add and take away. */
export function useDrawings(symbol: string) {
  const [drawings, setDrawings] = useState<readonly Drawing[]>(NONE);
  useEffect(() => setDrawings(readDrawings(symbol)), [symbol]);
  const change = (next: readonly Drawing[]) => {
    setDrawings(next);
    keepDrawings(symbol, next);
  };
  return {
    drawings,
    add: (drawing: Drawing) => change([...drawings, drawing]),
    remove: (id: string) => change(drawings.filter((one) => one.id !== id)),
    clear: () => change(NONE),
  };
}
export type Drawings = ReturnType<typeof useDrawings>;
