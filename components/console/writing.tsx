'use client';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { DEFAULT_WRITING, makeBrowserWords, type Words, type Writing } from '@/lib/console/words';

const WritingContext = createContext<Writing>(DEFAULT_WRITING);

/** Has every part of the console below write figures as the server does. */
export function WritingProvider({ writing, children }: { writing: Writing; children: ReactNode }) {
  return <WritingContext value={writing}>{children}</WritingContext>;
}

/** How figures are written in what a browser draws by itself, once it was asked for. What the server draws has `readWords`. */
export function useWords(): Words {
  const { locale, timeZone } = useContext(WritingContext);
  return useMemo(() => makeBrowserWords({ locale, timeZone }), [locale, timeZone]);
}

/** How this operator reads and types figures: what is typed is read in the same zone that the server named beside its field. */
export const useWriting = (): Writing => useContext(WritingContext);
