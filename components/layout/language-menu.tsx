'use client';
import { useSearchParams } from 'next/navigation';
import { LOCALE_NAMES, localeMark } from '@/lib/i18n/locales';
import { LOCALES, type Locale } from '@/lib/protocol/wire';
import { writeFact, writeParts } from '@/lib/rules/punctuation';
import { hrefInLocale } from './wanted-page';

/** Thirteen plain links that work without script, to the same page with what it was asked for; with script the choice is remembered as well. */
export function LanguageMenu({ locale, path, label }: { locale: Locale; path: string; label: string }) {
  const search = useSearchParams().toString();
  const remember = (chosen: Locale) => {
    // The link itself leads on; a lost answer only means that the choice isn't remembered.
    fetch('/api/preferences', {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ locale: chosen }),
    }).catch(() => undefined);
  };
  return (
    <details className="[&[open]>summary]:bg-surface-3">
      <summary
        aria-label={writeParts([localeMark(locale), writeFact(label, LOCALE_NAMES[locale], locale)], locale)}
        className="relative grid min-h-9 min-w-11 cursor-pointer list-none place-items-center rounded-full bg-surface-2 px-3 font-strong text-ink-2 text-small before:absolute before:inset-x-0 before:-inset-y-1 [&::-webkit-details-marker]:hidden"
      >
        {localeMark(locale)}
      </summary>
      <ul className="absolute end-(--gutter) top-full z-20 max-h-[60dvh] w-max overflow-y-auto rounded-card bg-surface-2 p-2 shadow-(--shadow)">
        {LOCALES.map((each) => (
          <li key={each}>
            <a
              aria-current={each === locale ? 'true' : undefined}
              className={`flex min-h-11 items-center rounded-field px-3 ${each === locale ? 'font-strong text-accent' : ''}`}
              href={hrefInLocale(each, path, search)}
              hrefLang={each}
              lang={each}
              onClick={() => remember(each)}
            >
              {LOCALE_NAMES[each]}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
