'use client';
import { useTranslations } from 'next-intl';
import { useCodeText } from '@/lib/query/use-code-text';
import { Field } from '../ui/field';
import type { Draft, Problem } from './draft';

type Props = { draft: Draft; problem: Problem | null; onChange(part: Partial<Draft>): void };
/** Longer than any name, so that who pastes too much is told instead of cut. */
const TYPED_MAX = 400;

/** Names and number as they stand in the document. */
export function DetailsFields({ draft, problem, onChange }: Props) {
  const t = useTranslations('Verification');
  const codeText = useCodeText();
  const name = (part: 'firstName' | 'lastName') => (
    <Field
      autoComplete={part === 'firstName' ? 'given-name' : 'family-name'}
      dir="auto"
      error={problem === part ? codeText('NAME_INVALID') : null}
      label={t(part)}
      maxLength={TYPED_MAX}
      name={part}
      onChange={(event) => onChange({ [part]: event.target.value })}
      value={draft[part]}
    />
  );
  return (
    <>
      <p className="text-ink-2">{t('asInDocument')}</p>
      {name('firstName')}
      {name('lastName')}
      <Field
        autoCapitalize="characters"
        autoComplete="off"
        error={problem === 'number' ? codeText('DOCUMENT_NUMBER_INVALID') : null}
        label={t('number')}
        maxLength={TYPED_MAX}
        name="number"
        onChange={(event) => onChange({ number: event.target.value })}
        spellCheck={false}
        value={draft.number}
      />
    </>
  );
}
