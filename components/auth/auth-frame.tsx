import type { ReactNode } from 'react';
import type { Locale } from '@/lib/protocol/wire';
import { PublicHeader } from '../layout/public-header';

type Props = { locale: Locale; path: string; languageLabel: string; title: string; lead?: string; children: ReactNode };

/** One way in: wordmark, what it is, and what to do. */
export function AuthFrame({ locale, path, languageLabel, title, lead, children }: Props) {
  return (
    <>
      <PublicHeader languageLabel={languageLabel} locale={locale} path={path} />
      <main id="main" className="page column pb-[max(2.5rem,env(safe-area-inset-bottom))]">
        <h1 className="mt-5 text-balance text-display">{title}</h1>
        {lead ? <p className="mt-3 text-ink-2">{lead}</p> : null}
        <div className="mt-6 grid grid-cols-1 gap-3.5">{children}</div>
      </main>
    </>
  );
}
