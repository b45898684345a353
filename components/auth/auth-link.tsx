'use client';
import { type ReactNode, useEffect, useState } from 'react';
import type { Locale } from '@/lib/protocol/wire';
import { publicHref } from '../layout/public-href';
import { buttonClass } from '../ui/button';
import { authHref } from './enter-app';

/** A link to another sign-in page that keeps where the visitor wants to go. */
export function AuthLink({ locale, path, look, children }: { locale: Locale; path: string; look: 'ghost' | 'words'; children: ReactNode }) {
  const [href, setHref] = useState(publicHref(locale, path));
  useEffect(() => setHref(authHref(publicHref(locale, path), location.search)), [locale, path]);
  return (
    <a
      className={look === 'ghost' ? buttonClass({ variant: 'ghost' }) : 'inline-flex min-h-11 items-center font-strong text-accent'}
      href={href}
    >
      {children}
    </a>
  );
}
