'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useHasBook } from './use-has-book';

/** A book or its trades, or a word in their place where the backend doesn't tell them. */
export function BookGate({ children }: { children: ReactNode }) {
  const t = useTranslations('Spot');
  return useHasBook() ? children : <p className="py-4 text-center text-ink-2 text-small">{t('noBook')}</p>;
}
