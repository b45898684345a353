import type { Locale } from '@/lib/protocol/wire';
import { AuthLink } from './auth-link';
import { LanguageMenu } from './language-menu';
import { Wordmark } from './wordmark';

type Props = { locale: Locale; path: string; languageLabel: string; signInLabel?: string; isWide?: boolean };

/** Wordmark, language, and the way in. */
export function PublicHeader({ locale, path, languageLabel, signInLabel, isWide = false }: Props) {
  return (
    <header className={`column ${isWide ? 'column-wide' : ''} relative flex min-h-14 flex-wrap items-center justify-between gap-x-3`}>
      <Wordmark locale={locale} />
      <span className="flex items-center gap-2">
        <LanguageMenu label={languageLabel} locale={locale} path={path} />
        {signInLabel ? (
          <AuthLink locale={locale} look="pill" path="/login">
            {signInLabel}
          </AuthLink>
        ) : null}
      </span>
    </header>
  );
}
