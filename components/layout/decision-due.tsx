'use client';
import { useLocale, useTranslations } from 'next-intl';
import { LocalTime } from '../money/local-time';

/** By when people decide what waits for them; behind that, that it takes longer than was promised. Nothing where nothing was promised. */
export function DecisionDue({ iso }: { iso: string | null }) {
  const t = useTranslations('Common');
  const locale = useLocale();
  if (iso === null) return null;
  return (
    <>
      <p className="flex flex-wrap gap-x-2 text-small">
        <span className="text-ink-2">{t('decidedBy')}</span>
        <LocalTime iso={iso} locale={locale} />
      </p>
      {Date.parse(iso) < Date.now() ? <p className="text-small">{t('decisionLate')}</p> : null}
    </>
  );
}
