'use client';
import { createContext, type ReactNode } from 'react';

/** Badge beside the title of every sheet: the account it acts on. Null outside the member pages. */
export const SheetBadge = createContext<ReactNode>(null);
