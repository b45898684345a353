'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useMember } from '@/components/layout/member-context';

/** Says whether the backend tells which orders rest in its books, and what was traded. */
export function useHasBook(): boolean {
  return useMember().features.includes('book');
}

/** A book or its trades, or a word in their place where the backend doesn't tell them. */
export function BookGate({ children }: { children: ReactNode }) {
  const t = useTranslations('Spot');
  return useHasBook() ? children : <p className="py-4 text-center text-ink-2 text-small">{t('noBook')}</p>;
}
