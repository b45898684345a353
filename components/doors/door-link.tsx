'use client';
import { type ReactNode, useEffect, useState } from 'react';
import type { Locale } from '@/lib/protocol/wire';
import { publicHref } from '../layout/public-header';
import { buttonLook } from '../ui/button';
import { doorHref } from './enter-app';

/** A link to another door that keeps where the visitor wants to go. */
export function DoorLink({ locale, path, look, children }: { locale: Locale; path: string; look: 'ghost' | 'words'; children: ReactNode }) {
  const [href, setHref] = useState(publicHref(locale, path));
  useEffect(() => setHref(doorHref(publicHref(locale, path), location.search)), [locale, path]);
  return (
    <a
      className={look === 'ghost' ? buttonLook({ variant: 'ghost' }) : 'inline-flex min-h-11 items-center font-strong text-accent'}
      href={href}
    >
      {children}
    </a>
  );
}
