'use client';
import { createContext, type ReactNode } from 'react';

/** What every sheet says beside its title: on which account it acts. Nothing outside the pages of a member. */
export const SheetBadge = createContext<ReactNode>(null);
