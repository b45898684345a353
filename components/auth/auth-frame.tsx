import type { ReactNode } from 'react';
import type { Locale } from '@/lib/protocol/wire';
import { PublicHeader } from '../layout/public-header';
import { AuthBody } from './auth-body';

type Props = { locale: Locale; path: string; languageLabel: string; title?: string; lead?: string; children: ReactNode };

/** One way in: wordmark, what it is, and what to do. Without a title the children are an `AuthBody`. */
export function AuthFrame({ locale, path, languageLabel, title, lead, children }: Props) {
  return (
    <>
      <PublicHeader languageLabel={languageLabel} locale={locale} path={path} />
      <main id="main" className="page column pb-[max(2.5rem,env(safe-area-inset-bottom))]">
        {title === undefined ? (
          children
        ) : (
          <AuthBody lead={lead} title={title}>
            {children}
          </AuthBody>
        )}
      </main>
    </>
  );
}
