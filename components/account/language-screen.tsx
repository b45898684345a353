'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { LOCALE_NAMES } from '@/lib/i18n/locales';
import { LOCALES, type Locale } from '@/lib/protocol/wire';
import { chooseLocale } from '../layout/use-preferences';
import { Icon } from '../ui/icon';
import { Spinner } from '../ui/spinner';
import { showToast } from '../ui/toast';

/** Thirteen languages in their own names; the page comes back in the chosen one. */
export function LanguageScreen({ locale }: { locale: Locale }) {
  const t = useTranslations('Language');
  const [pending, setPending] = useState<Locale | null>(null);
  const choose = async (next: Locale) => {
    setPending(next);
    try {
      await chooseLocale(next);
      location.reload();
    } catch {
      // Whatever went wrong, the language stays as it is and the person is told.
      setPending(null);
      showToast(t('notSaved'));
    }
  };
  return (
    <ul>
      {LOCALES.map((each) => (
        <li className="border-line border-b last:border-0" key={each}>
          <button
            aria-current={each === locale ? 'true' : undefined}
            className={`flex min-h-13 w-full items-center justify-between gap-4 text-start ${each === locale ? 'font-strong text-accent' : ''}`}
            disabled={pending !== null}
            lang={each}
            onClick={() => void choose(each)}
            type="button"
          >
            {LOCALE_NAMES[each]}
            {pending === each ? <Spinner /> : each === locale ? <Icon name="check" /> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}
