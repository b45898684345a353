import type { Locale } from '@/lib/protocol/wire';
import { LanguageMenu } from './language-menu';
import { publicHref } from './public-href';
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
          <a
            className="relative grid min-h-9 place-items-center rounded-full bg-accent-soft px-3.5 font-strong text-accent text-small before:absolute before:inset-x-0 before:-inset-y-1"
            href={publicHref(locale, '/login')}
          >
            {signInLabel}
          </a>
        ) : null}
      </span>
    </header>
  );
}
