import { brand } from '@/lib/brand';
import type { Locale } from '@/lib/protocol/wire';
import { Mark } from '../ui/icon';
import { LanguageMenu } from './language-menu';

/** Where a public page lies for this language; English needs no prefix. */
export function publicHref(locale: Locale, path: string): string {
  return locale === 'en' ? path : `/${locale}${path}`;
}

type Props = { locale: Locale; path: string; languageLabel: string; signInLabel?: string };

/** Wordmark, language, and the way in. */
export function PublicHeader({ locale, path, languageLabel, signInLabel }: Props) {
  return (
    <header className="column relative flex min-h-14 flex-wrap items-center justify-between gap-x-3">
      <a className="flex min-h-11 items-center gap-2 font-strong text-[1.1875rem] tracking-[-0.03em]" href={publicHref(locale, '/tab1')}>
        <Mark />
        {brand.wordmark}
      </a>
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
