'use client';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { DEFAULT_FORMAT_SETTINGS, createBrowserFormatter, type Formatter, type FormatSettings } from '@/lib/console/formatter';

const FormatContext = createContext<FormatSettings>(DEFAULT_FORMAT_SETTINGS);

/** Has every part of the console below write figures as the server does. */
export function FormatProvider({ settings, children }: { settings: FormatSettings; children: ReactNode }) {
  return <FormatContext value={settings}>{children}</FormatContext>;
}

const MayContext = createContext<readonly string[] | null>(null);

/** Has every form below know which actions the operator's roles let them ask for. The exchange asks itself. */
export function MayProvider({ may, children }: { may: readonly string[]; children: ReactNode }) {
  return <MayContext value={may}>{children}</MayContext>;
}

/** Whether the operator may ask for an action. */
export function useMay(act: string): boolean {
  const may = useContext(MayContext);
  return may === null || may.includes(act);
}

/** How figures are written in what a browser draws by itself, once it was asked for. What the server draws has `getFormatter`. */
export function useFormatter(): Formatter {
  const { locale, timeZone } = useContext(FormatContext);
  return useMemo(() => createBrowserFormatter({ locale, timeZone }), [locale, timeZone]);
}

/** How this operator reads and types figures: what is typed is read in the same zone that the server named beside its field. */
export const useFormatSettings = (): FormatSettings => useContext(FormatContext);
