'use client';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import type { Locale } from '@/lib/protocol/wire';
import { buttonClass } from '../ui/button';
import { publicHref } from './public-href';
import { authHref } from './wanted-page';

const LOOKS = {
  action: buttonClass(),
  ghost: buttonClass({ variant: 'ghost' }),
  words: 'inline-flex min-h-11 items-center font-strong text-accent',
  /** Small, in a header; its touch area reaches beyond it. */
  pill: 'relative grid min-h-9 place-items-center rounded-full bg-accent-soft px-3.5 font-strong text-accent text-small before:absolute before:inset-x-0 before:-inset-y-1',
} as const;

type Props = { locale: Locale; path: string; look: keyof typeof LOOKS; className?: string; children: ReactNode };

/** A link to a sign-in page that keeps where the visitor wants to go. */
export function AuthLink({ locale, path, look, className = '', children }: Props) {
  const search = useSearchParams().toString();
  return (
    <a className={`${LOOKS[look]} ${className}`} href={authHref(publicHref(locale, path), search)}>
      {children}
    </a>
  );
}
