'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useId, useMemo } from 'react';
import { COUNTRIES } from '@/lib/rules/countries';
import { DOCUMENT_KINDS } from '@/lib/rules/identity';
import { SegmentedControl } from '../ui/segmented-control';
import type { Draft, Problem } from './draft';

type Props = { draft: Draft; problem: Problem | null; onChange(part: Partial<Draft>): void };

/** The country that issued the document, and what kind of document it is. */
export function DocumentFields({ draft, problem, onChange }: Props) {
  const t = useTranslations('Verification');
  const locale = useLocale();
  const id = useId();
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'region' });
    const { compare } = new Intl.Collator(locale);
    return COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code })).sort((a, b) => compare(a.name, b.name));
  }, [locale]);
  const hasProblem = problem === 'country';
  return (
    <>
      <div>
        <div
          className={`rounded-field bg-surface-2 px-4 py-2.5 outline-offset-2 focus-within:outline-2 focus-within:outline-accent ${hasProblem ? 'outline-2 outline-danger' : ''}`}
        >
          <label className="-mt-2 block pt-2 text-micro text-ink-2" htmlFor={id}>
            {t('country')}
          </label>
          <select
            aria-describedby={hasProblem ? `${id}-note` : undefined}
            aria-invalid={hasProblem || undefined}
            className="min-h-7 w-full min-w-0 bg-surface-2 font-strong text-ink-1 outline-none"
            id={id}
            onChange={(event) => onChange({ country: event.target.value })}
            value={draft.country}
          >
            <option value="">{t('choose')}</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </div>
        {hasProblem ? (
          <p className="px-4 pt-1.5 text-danger text-small" id={`${id}-note`} role="alert">
            {t('choose')}
          </p>
        ) : null}
      </div>
      <SegmentedControl
        label={t('document')}
        onChange={(document) => onChange({ document })}
        options={DOCUMENT_KINDS.map((value) => ({ value, label: t(`documents.${value}`) }))}
        value={draft.document}
      />
    </>
  );
}
